#pragma once

#include <cstdint>
#include <cstring>

#include "rtl_models/probe.h"

namespace trenza::test {

/// What a probe that is no text shows.
inline std::uint64_t value_of(const rtl_models::Probe& probe) {
  std::uint64_t word = 0;
  std::memcpy(&word, probe.word.address, probe.word.bytes);  // little endian
  return (word >> probe.shift) & ((std::uint64_t{1} << probe.bits) - 1);
}

}  // namespace trenza::test
