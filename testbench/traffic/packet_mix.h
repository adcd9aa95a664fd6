// Packet lengths: a weighted mix.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/traffic/draws.h"

namespace trenza::testbench {

/// Draws packet lengths with the given weights.
class PacketMix {
 public:
  /// Throws InputError for an empty mix, a length outside 1 .. max_flits, a weight of 0 or a sum of weights above 10^9.
  PacketMix(const std::vector<PacketLength>& lengths, int max_flits);

  int flits(std::uint64_t seed, ProcessId source, std::uint64_t index) const;

  /// Mean length = weighted_flits() / weights().
  std::uint64_t weights() const { return weights_; }
  std::uint64_t weighted_flits() const { return weighted_flits_; }

 private:
  std::vector<PacketLength> lengths_;
  std::uint64_t weights_ = 0;
  std::uint64_t weighted_flits_ = 0;
};

}  // namespace trenza::testbench
