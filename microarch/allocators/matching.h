// What allocators work on: the numbers of a router, and the matching that they find.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The numbers of a router that an allocator uses (docs/microarchitecture.md, sections 2 and 8).
struct AllocatorShape {
  int ports = 0;
  int vcs = 0;        ///< of a channel
  int injectors = 0;  ///< of all classes
  int ejectors = 0;
  bool per_port = false;  ///< the VCs of a network port share a crossbar input

  constexpr int network_inputs() const { return ports * vcs; }
  constexpr int inputs() const { return network_inputs() + injectors; }
  constexpr int outputs() const { return ports + ejectors; }
  /// Crossbar inputs: of at most one output each.
  constexpr int rows() const { return per_port ? ports + injectors : inputs(); }
  constexpr int row_of(int input) const {
    if (!per_port) return input;
    return input < network_inputs() ? input / vcs : input - network_inputs() + ports;
  }
};

/// At most one input for each output, and at most one output for each row.
class Matching {
 public:
  struct Pair {
    std::uint8_t input;
    std::uint8_t output;
    std::uint8_t vc;
  };
  void clear() { size_ = 0; }
  void add(int input, int output, int vc) {
    pairs_[size_++] = {static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(output),
                       static_cast<std::uint8_t>(vc)};
  }
  const Pair* begin() const { return pairs_.data(); }
  const Pair* end() const { return pairs_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Pair, kMaxOutputs> pairs_;
  std::size_t size_ = 0;
};

}  // namespace trenza::microarch
