// The unit of time.
#pragma once

#include <cstdint>

namespace trenza::microarch {

/// Number of a cycle; cycle 0 is the first after reset.
using Cycle = std::uint64_t;

}  // namespace trenza::microarch
