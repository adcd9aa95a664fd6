// Cuts messages into packets (docs/microarchitecture.md, section 13).
#pragma once

#include <cstdint>

#include "testbench/integers.h"

namespace trenza::testbench {

/// Packets of at most `max_flits` flits, the first of which is the header. Preconditions: max_flits >= 2, phit_bytes
/// >= 1.
class Packetizer {
 public:
  Packetizer(int max_flits, int phit_bytes, bool pads_last)
      : max_flits_(max_flits),
        phit_bytes_(static_cast<std::uint64_t>(phit_bytes)),
        payload_(static_cast<std::uint64_t>(max_flits - 1) * static_cast<std::uint64_t>(phit_bytes)),
        pads_last_(pads_last) {}

  /// Packets of a message of `bytes` bytes; at least 1.
  std::uint64_t packets(std::uint64_t bytes) const { return bytes == 0 ? 1 : ceil_div(bytes, payload_); }

  /// Flits of the last packet; all others have max_flits.
  int last_flits(std::uint64_t bytes) const {
    if (pads_last_) return max_flits_;
    const std::uint64_t rest = bytes - (packets(bytes) - 1) * payload_;
    return 1 + static_cast<int>(ceil_div(rest, phit_bytes_));
  }

  int max_flits() const { return max_flits_; }

 private:
  int max_flits_;
  std::uint64_t phit_bytes_;
  std::uint64_t payload_;  ///< bytes of a full packet
  bool pads_last_;
};

}  // namespace trenza::testbench
