#include "graphs/metrics/distance_batch.h"

#include <algorithm>
#include <array>

namespace trenza::graphs {

namespace {

using Block = std::array<std::uint64_t, DistanceBatch::kLanes>;

int ones(std::uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555U;
  word = (word & 0x3333333333333333U) + ((word >> 2) & 0x3333333333333333U);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>((word * 0x0101010101010101U) >> 56);
}

/// Bit i of word j becomes bit j of word i (Warren, "Hacker's Delight", section 7-3).
void transpose(Block& block) {
  std::uint64_t mask = 0x00000000ffffffffU;
  for (std::size_t width = 32; width != 0; width /= 2, mask ^= mask << width) {
    for (std::size_t i = 0; i < block.size(); i = (i + width + 1) & ~width) {
      const std::uint64_t swap = ((block[i] >> width) ^ block[i + width]) & mask;
      block[i] ^= swap << width;
      block[i + width] ^= swap;
    }
  }
}

/// Adds for every lane the number of words in which its bit is set.
void count_lanes(Block& block, std::vector<std::int64_t>& found) {
  transpose(block);
  for (std::size_t lane = 0; lane < found.size(); ++lane) found[lane] += ones(block[lane]);
}

}  // namespace

DistanceBatch::DistanceBatch(const topologies::Network& network)
    : network_(network),
      seen_(static_cast<std::size_t>(network.nodes)),
      frontier_(static_cast<std::size_t>(network.nodes)),
      incoming_(static_cast<std::size_t>(network.nodes)) {}

void DistanceBatch::push() {
  const auto ports = static_cast<std::size_t>(network_.ports);
  const topologies::NodeId* neighbours = network_.next.data();
  for (std::size_t node = 0; node < frontier_.size(); ++node, neighbours += ports) {
    const std::uint64_t lanes = frontier_[node];
    if (lanes == 0) continue;
    for (std::size_t p = 0; p < ports; ++p) {
      if (neighbours[p] >= 0) incoming_[static_cast<std::size_t>(neighbours[p])] |= lanes;
    }
  }
}

bool DistanceBatch::settle(std::vector<std::int64_t>& found) {
  std::uint64_t any = 0;
  Block block{};
  for (std::size_t first = 0; first < seen_.size(); first += block.size()) {
    const std::size_t size = std::min(block.size(), seen_.size() - first);
    std::uint64_t here = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t fresh = incoming_[first + i] & ~seen_[first + i];
      seen_[first + i] |= fresh;
      frontier_[first + i] = fresh;
      incoming_[first + i] = 0;
      block[i] = fresh;
      here |= fresh;
    }
    if (here == 0) continue;
    std::fill(block.begin() + static_cast<std::ptrdiff_t>(size), block.end(), 0);
    count_lanes(block, found);
    any |= here;
  }
  return any != 0;
}

std::vector<SourceDistances> DistanceBatch::run(const std::vector<topologies::NodeId>& sources) {
  std::fill(seen_.begin(), seen_.end(), 0);
  std::fill(incoming_.begin(), incoming_.end(), 0);
  std::vector<SourceDistances> all;
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    all.push_back({sources[lane], {}});
    incoming_[static_cast<std::size_t>(sources[lane])] |= std::uint64_t{1} << lane;
  }
  std::vector<std::int64_t> found(sources.size(), 0);
  while (settle(found)) {
    for (std::size_t lane = 0; lane < found.size(); ++lane) {
      if (found[lane] != 0) all[lane].histogram.push_back(found[lane]);
    }
    std::fill(found.begin(), found.end(), 0);
    push();
  }
  return all;
}

}  // namespace trenza::graphs
