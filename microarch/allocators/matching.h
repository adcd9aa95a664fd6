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
  /// Rows of network inputs; they come first.
  constexpr int network_rows() const { return rows() - injectors; }
  /// The lowest input of a row.
  constexpr int first_input_of(int row) const {
    if (!per_port) return row;
    return row < ports ? row * vcs : row - ports + network_inputs();
  }
};

/// At most one input for each output, and at most one output for each row.
class Matching {
 public:
  struct Pair {
    std::uint8_t input;
    std::uint8_t output;
    std::uint8_t vc;
    std::uint8_t round;  ///< in which it was found, if the allocator has rounds
  };
  void clear() { size_ = 0; }
  void add(int input, int output, int vc, int round = 0) {
    pairs_[size_++] = {static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(output),
                       static_cast<std::uint8_t>(vc), static_cast<std::uint8_t>(round)};
  }
  const Pair* begin() const { return pairs_.data(); }
  const Pair* end() const { return pairs_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Pair, kMaxOutputs> pairs_;
  std::size_t size_ = 0;
};

/// What an allocator has that asks no arbiters, draws nothing and remembers nothing (allocators.h).
struct PlainAllocator {
  static constexpr bool kPicks = false;
  static constexpr bool kArbiters = false;
  static constexpr bool kDraws = false;
  static constexpr std::size_t state_bytes(const AllocatorShape& /*shape*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, const AllocatorShape& /*shape*/) {}
  static void commit(std::uint8_t* /*state*/, const AllocatorShape& /*shape*/, const Matching& /*matching*/) {}
};

}  // namespace trenza::microarch
