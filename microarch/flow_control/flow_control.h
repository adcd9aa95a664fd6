// The flow control of routers. Every view asks FlowControl; a policy is a file of this folder with the same functions.
#pragma once

#include "microarch/flow_control/localized_bubble.h"

namespace trenza::microarch {

using FlowControl = LocalizedBubble;

}  // namespace trenza::microarch
