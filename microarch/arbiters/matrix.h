// The matrix arbiter: least recently granted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requesters stand in a list; the first that asks wins, and a grant moves it to the end. State: a row of bits for
/// each requester, ceil(n / 8) bytes, bit j of row i set if i stands before j. (docs/microarchitecture.md, section 8;
/// Dally and Towles, Principles and Practices of Interconnection Networks, section 18.5; the functions of an arbiter
/// are described in arbiters.h.)
struct MatrixArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"matrix", "the one granted least recently"};

  static constexpr std::size_t state_bytes(int requesters) {
    return static_cast<std::size_t>(requesters) * row_bytes(requesters);
  }
  static void reset(std::uint8_t* state, int requesters) {
    std::fill_n(state, state_bytes(requesters), 0);
    for (int i = 0; i < requesters; ++i) {
      for (int j = i + 1; j < requesters; ++j) byte_of(state, requesters, i, j) |= bit_in_byte(j);
    }
  }
  template <class Mask, class Packets>
  static int compute(const Mask& requests, const std::uint8_t* state, int requesters, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    for (Mask rest = requests;; drop_lowest(rest)) {
      const int i = lowest_bit(rest);
      Mask before = requests & ~read<Mask>(state, requesters, i);
      clear_bit(before, i);
      if (before == 0) return i;
    }
  }
  template <class Mask, class Packets>
  static void commit(std::uint8_t* state, int requesters, const BasicArbiterGrant<Mask>& grant,
                     const Packets& /*packets*/) {
    for (int i = 0; i < requesters; ++i) byte_of(state, requesters, i, grant.winner) |= bit_in_byte(grant.winner);
    std::fill_n(state + static_cast<std::size_t>(grant.winner) * row_bytes(requesters), row_bytes(requesters), 0);
  }

 private:
  static constexpr std::size_t row_bytes(int requesters) { return (static_cast<std::size_t>(requesters) + 7) / 8; }
  // Byte by byte from the lowest bit on, so that a state is the same on every machine.
  static std::uint8_t& byte_of(std::uint8_t* state, int requesters, int i, int j) {
    return state[static_cast<std::size_t>(i) * row_bytes(requesters) + static_cast<std::size_t>(j) / 8];
  }
  static constexpr std::uint8_t bit_in_byte(int j) { return static_cast<std::uint8_t>(1U << j % 8); }
  template <class Mask>
  static Mask read(const std::uint8_t* state, int requesters, int row) {
    const std::size_t bytes = row_bytes(requesters);
    Mask mask = 0;
    for (std::size_t b = bytes; b-- > 0;) mask = mask << 8 | Mask{state[static_cast<std::size_t>(row) * bytes + b]};
    return mask;
  }
};

}  // namespace trenza::microarch
