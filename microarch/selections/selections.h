// Selections: which grantable lane of a tier a header picks. A selection is a type with
//
//   kInfo, kDraws   its name and summary; whether it looks at the draw
//   pick(shape, tier, free, surplus, draw, first_vc)  the lane, or none; the parameters are those of pick_output()
//                   (microarch/selection.h), `free` the network ports that are free; at least one port of the tier is
//
// A new selection is a file of this folder, its include below and its line in selection_policy.h.
#pragma once

#include "microarch/selections/dimension_order.h"
#include "microarch/selections/most_credits.h"
#include "microarch/selections/random.h"
#include "microarch/selections/selection_policy.h"
