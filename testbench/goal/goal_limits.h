// The largest numbers in traces.
#pragma once

#include <cstdint>

namespace trenza::testbench {

inline constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;  ///< of a message
inline constexpr std::uint64_t kMaxSum = std::uint64_t{1} << 62;    ///< bytes of all parts of a collective together
inline constexpr std::uint64_t kMaxOperations = std::uint64_t{1} << 30;  ///< of a trace

}  // namespace trenza::testbench
