// How much of a quick test runs in a build with sanitizers.
#pragma once

#include <cstdint>

namespace trenza::test {

/// `count` machines or cycles, and a third of them in a build with sanitizers. Those are ten times as slow, and what they look
/// for shows when a line first runs.
constexpr std::uint64_t sanitized_share(std::uint64_t count) {
#ifdef TRENZA_SANITIZED
  return (count + 2) / 3;
#else
  return count;
#endif
}

}  // namespace trenza::test
