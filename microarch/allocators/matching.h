// What allocators work on: the numbers of a router, and the matching that they find.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The numbers of a router that an allocator uses (docs/microarchitecture.md, sections 2 and 8).
struct AllocatorShape {
  int ports = 0;
  int vcs = 0;        ///< of a channel
  int injectors = 0;  ///< of all classes
  int ejectors = 0;
  int port_rows = 0;  ///< crossbar inputs of a network port: VC v uses number v mod port_rows; `vcs`: each has its own
  int transit_guard = 0;  ///< grants in a row that traffic in transit gets before injectors go first; 0: all
  /// `input_first`: an input may ask for several outputs, and an arbiter of its own picks one.
  bool picks_by_arbiter = false;
  int draw_round_stride = 64;  ///< from the index of a draw of a place to that in the next round (`pim`)

  /// Whether VCs share crossbar inputs.
  constexpr bool shares_rows() const { return port_rows != vcs; }
  constexpr int network_inputs() const { return ports * vcs; }
  constexpr int inputs() const { return network_inputs() + injectors; }
  constexpr int outputs() const { return ports + ejectors; }
  /// Crossbar inputs: of at most one output each.
  constexpr int rows() const { return network_rows() + injectors; }
  constexpr int row_of(int input) const {
    if (!shares_rows()) return input;
    if (input >= network_inputs()) return input - network_inputs() + network_rows();
    return input / vcs * port_rows + input % vcs % port_rows;
  }
  /// Rows of network inputs; they come first.
  constexpr int network_rows() const { return ports * port_rows; }
  /// The lowest input of a row.
  constexpr int first_input_of(int row) const {
    if (row >= network_rows()) return row - network_rows() + network_inputs();
    return row / port_rows * vcs + row % port_rows;
  }
  /// The VCs of a network row, bit v for VC v of its port.
  constexpr RequestMask vcs_of(int row) const {
    if (port_rows == 1) return low_bits(vcs);
    RequestMask mask = 0;
    for (int vc = row % port_rows; vc < vcs; vc += port_rows) mask |= RequestMask{1} << vc;
    return mask;
  }
  /// The inputs of a row.
  template <class Mask = RequestMask>
  constexpr Mask inputs_of(int row) const {
    if (row >= network_rows()) return bit_of<Mask>(first_input_of(row));
    return Mask{vcs_of(row)} << (row / port_rows * vcs);
  }
};

/// Who asked for what a pair was granted, for those who remember it.
template <class Mask>
struct BasicAsked {
  Mask of_output;  ///< requesters of the arbiter of the output, in the pass of the grant
  Mask of_row;     ///< requesters of the input arbiter
  bool injector;   ///< whether an injector asked for the output (docs/microarchitecture.md, section 8, guard)
};
using Asked = BasicAsked<RequestMask>;

/// At most one input for each output, and at most one output for each row. It takes what a `Mask` has room for.
template <class Mask>
class BasicMatching {
 public:
  using Asked = BasicAsked<Mask>;
  /// Of an input or an output.
  using Number = std::conditional_t<mask_bits<Mask>() <= 256, std::uint8_t, std::uint16_t>;
  struct Pair {
    Number input;
    Number output;
    std::uint8_t vc;
    std::uint8_t round;  ///< in which it was found, if the allocator has rounds or counts its passes
    Asked asked;
  };
  void clear() { size_ = 0; }
  void add(int input, int output, int vc, const Asked& asked = {}, int round = 0) {
    pairs_[size_++] = {static_cast<Number>(input), static_cast<Number>(output), static_cast<std::uint8_t>(vc),
                       static_cast<std::uint8_t>(round), asked};
  }
  /// Takes away the pairs for which keep(pair) is false.
  template <class Keep>
  void keep_if(const Keep& keep) {
    size_ = static_cast<std::size_t>(
        std::remove_if(pairs_.begin(), pairs_.begin() + size_, [&](const Pair& pair) { return !keep(pair); }) -
        pairs_.begin());
  }
  const Pair* begin() const { return pairs_.data(); }
  const Pair* end() const { return pairs_.data() + size_; }
  std::size_t size() const { return size_; }

  /// The input that an output has chosen in a pass (0, 1, 2), granted or not.
  void note_choice(int pass, int output, int input) { choices_[place(pass, output)] = static_cast<Number>(input); }
  int choice(int pass, int output) const { return choices_[place(pass, output)]; }

 private:
  static constexpr std::size_t kMaxPasses = 3;
  static constexpr std::size_t kMost = mask_bits<Mask>();
  static std::size_t place(int pass, int output) {
    return static_cast<std::size_t>(pass) * kMost + static_cast<std::size_t>(output);
  }

  std::array<Pair, kMost> pairs_;
  std::array<Number, kMaxPasses * kMost> choices_;
  std::size_t size_ = 0;
};
using Matching = BasicMatching<RequestMask>;

/// What an allocator has that asks no arbiters, draws nothing and remembers nothing (allocators.h).
struct PlainAllocator {
  static constexpr bool kPicks = false;
  static constexpr bool kArbiters = false;
  static constexpr bool kDraws = false;
  static constexpr std::size_t state_bytes(const AllocatorShape& /*shape*/) { return 0; }
  static void reset(std::uint8_t* /*state*/, const AllocatorShape& /*shape*/) {}
  template <class Mask>
  static void commit(std::uint8_t* /*state*/, const AllocatorShape& /*shape*/,
                     const BasicMatching<Mask>& /*matching*/) {}
};

}  // namespace trenza::microarch
