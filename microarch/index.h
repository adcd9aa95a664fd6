// A port, VC, input or router, all of which are `int`, as the index of a vector.
#pragma once

#include <cstddef>

namespace trenza::microarch {

/// `i` >= 0.
constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace trenza::microarch
