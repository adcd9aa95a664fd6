#include "testbench/traffic/packet_mix.h"

#include <string>

#include "testbench/input_error.h"

namespace trenza::testbench {

PacketMix::PacketMix(const std::vector<PacketLength>& lengths, int max_flits) : lengths_(lengths) {
  if (lengths_.empty()) throw InputError(ExperimentPart::lengths, "packet lengths: at least one is needed");
  for (const PacketLength& length : lengths_) {
    if (length.flits < 1 || length.flits > max_flits)
      throw InputError(ExperimentPart::lengths, "packet lengths: " + std::to_string(length.flits) +
                                                    " flits; the routers take 1 to " + std::to_string(max_flits) +
                                                    " (max_packet_flits)");
    if (length.weight < 1 || length.weight > kBillion)
      throw InputError(ExperimentPart::lengths, "packet lengths: weights must be between 1 and 10^9");
    weights_ += length.weight;
    weighted_flits_ += length.weight * static_cast<std::uint64_t>(length.flits);
  }
  if (weights_ > kBillion)
    throw InputError(ExperimentPart::lengths, "packet lengths: the sum of the weights must be at most 10^9");
}

int PacketMix::flits(std::uint64_t seed, ProcessId source, std::uint64_t index) const {
  if (lengths_.size() == 1) return lengths_.front().flits;
  std::uint64_t place = draw_below(traffic_draw(seed, TrafficDraw::length, source, index), weights_);
  for (const PacketLength& length : lengths_) {
    if (place < length.weight) return length.flits;
    place -= length.weight;
  }
  return lengths_.back().flits;
}

}  // namespace trenza::testbench
