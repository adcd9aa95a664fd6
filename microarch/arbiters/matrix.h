// The matrix arbiter: least recently granted.
#pragma once

#include <cstddef>

#include "microarch/arbiters/requesters.h"
#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The requesters stand in a list; the first that asks wins, and a grant moves it to the end. State: a row of bits for each
/// requester, ceil(n / 8) bytes, bit j of row i set if i stands before j. (docs/microarchitecture.md, section 8; Dally and
/// Towles, Principles and Practices of Interconnection Networks, section 18.5; the functions of an arbiter are described in
/// arbiters.h.)
struct MatrixArbiter : PlainArbiter {
  static constexpr PolicyInfo kInfo{"matrix", "the one granted least recently"};

  static constexpr std::size_t state_bytes(int requesters) {
    return static_cast<std::size_t>(requesters) * row_bytes(requesters);
  }
  static void reset(std::uint8_t* state, int requesters) {
    for (int i = 0; i < requesters; ++i) write(state, requesters, i, low_bits(requesters) & ~low_bits(i + 1));
  }
  template <class Packets>
  static int compute(RequestMask requests, const std::uint8_t* state, int requesters, std::uint16_t /*draw*/,
                     const Packets& /*packets*/) {
    for (RequestMask rest = requests;; rest &= rest - 1) {
      const int i = lowest_bit(rest);
      const RequestMask others = requests & ~(RequestMask{1} << i);
      if ((others & ~read(state, requesters, i)) == 0) return i;
    }
  }
  template <class Packets>
  static void commit(std::uint8_t* state, int requesters, const ArbiterGrant& grant, const Packets& /*packets*/) {
    for (int i = 0; i < requesters; ++i) {
      const RequestMask row = i == grant.winner ? 0 : read(state, requesters, i) | RequestMask{1} << grant.winner;
      write(state, requesters, i, row);
    }
  }

 private:
  static constexpr std::size_t row_bytes(int requesters) { return (static_cast<std::size_t>(requesters) + 7) / 8; }
  // Byte by byte from the lowest bit on, so that a state is the same on every machine.
  static RequestMask read(const std::uint8_t* state, int requesters, int row) {
    const std::size_t bytes = row_bytes(requesters);
    RequestMask mask = 0;
    for (std::size_t b = 0; b < bytes; ++b) {
      mask |= RequestMask{state[static_cast<std::size_t>(row) * bytes + b]} << (8 * b);
    }
    return mask;
  }
  static void write(std::uint8_t* state, int requesters, int row, RequestMask mask) {
    const std::size_t bytes = row_bytes(requesters);
    for (std::size_t b = 0; b < bytes; ++b)
      state[static_cast<std::size_t>(row) * bytes + b] = static_cast<std::uint8_t>(mask >> (8 * b));
  }
};

}  // namespace trenza::microarch
