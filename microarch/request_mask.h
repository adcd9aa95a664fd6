// Sets of requesters and of outputs as bits.
#pragma once

#include <cstdint>
#include <type_traits>

namespace trenza::microarch {

/// Bit i set: requester i asks. Routers with more inputs or outputs have masks of another type, WideMask (wide_mask.h).
/// Code for both is a template, `Mask` one of the two; it uses operators of integers and the functions of this file.
using RequestMask = std::uint64_t;
/// Bit o: output o, of at most 32 network ports and 8 ejection ports.
using OutputMask = std::uint64_t;

/// Inputs of a router are bits of a RequestMask.
inline constexpr int kMaxInputs = 64;
inline constexpr int kMaxOutputs = 40;

/// An (output, VC); ejection ports have VC 0.
struct Pick {
  int output = -1;
  int vc = 0;
  explicit operator bool() const { return output >= 0; }
};

inline int lowest_bit(RequestMask mask) { return __builtin_ctzll(mask); }
inline int highest_bit(RequestMask mask) { return 63 - __builtin_clzll(mask); }
constexpr bool has_bit(RequestMask mask, int i) { return (mask >> i & 1U) != 0; }
/// Bit i becomes 1 if `value`, else it stays.
constexpr void set_bit(RequestMask& mask, int i, bool value = true) { mask |= RequestMask{value} << i; }
constexpr void clear_bit(RequestMask& mask, int i) { mask &= ~(RequestMask{1} << i); }
constexpr void drop_lowest(RequestMask& mask) { mask &= mask - 1; }
constexpr bool one_at_most(RequestMask mask) { return (mask & (mask - 1)) == 0; }
/// Few bits are set as a rule, and a program built for all machines has no instruction that counts them.
inline int count_bits(RequestMask mask) {
  int count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

/// Position of set bit number `n` (from 0, ascending). Precondition: n < count_bits(mask).
inline int nth_bit(RequestMask mask, unsigned n) {
  while (n-- > 0) mask &= mask - 1;
  return lowest_bit(mask);
}

/// Set bit number `draw` mod count_bits(mask). Precondition: mask != 0. One or two set bits are the rule: no division
/// and no branch on the draw then.
inline int drawn_bit(RequestMask mask, std::uint16_t draw) {
  const RequestMask but_first = mask & (mask - 1);
  if ((but_first & (but_first - 1)) != 0) return nth_bit(mask, draw % static_cast<unsigned>(count_bits(mask)));
  const RequestMask second = but_first & (RequestMask{0} - (draw & 1U));
  return lowest_bit(second != 0 ? second : mask);
}

/// First requester at or after `first`, cyclically. Precondition: requests != 0, first < 64.
inline int next_bit(RequestMask requests, int first) {
  const RequestMask at_or_after = requests & (~RequestMask{0} << first);
  return lowest_bit(at_or_after != 0 ? at_or_after : requests);
}

/// The lowest `count` bits. Precondition: count <= 64.
constexpr RequestMask low_bits(int count) { return count == 0 ? 0 : ~RequestMask{0} >> (64 - count); }

// By type of mask.

template <class Mask>
inline constexpr bool kIsWide = !std::is_same_v<Mask, RequestMask>;
/// Requesters that a mask has room for.
template <class Mask>
constexpr int mask_bits() {
  if constexpr (kIsWide<Mask>) {
    return Mask::kBits;
  } else {
    return kMaxInputs;
  }
}
/// Bit `i` alone.
template <class Mask>
constexpr Mask bit_of(int i) {
  if constexpr (kIsWide<Mask>) {
    return Mask::bit(i);
  } else {
    return Mask{1} << i;
  }
}
template <class Mask>
constexpr Mask low_bits(int count) {
  if constexpr (kIsWide<Mask>) {
    return Mask::low(count);
  } else {
    return low_bits(count);
  }
}

/// Requests that stay when traffic in transit wins over injection: `transit` marks the network inputs.
template <class Mask>
Mask in_transit_first(const Mask& requests, const Mask& transit) {
  return (requests & transit) != 0 ? requests & transit : requests;
}

/// Requests that stay at a guarded output, where an injector that asks goes before traffic in transit.
template <class Mask>
Mask injectors_first(const Mask& requests, const Mask& transit) {
  return in_transit_first<Mask>(requests, ~transit);
}

}  // namespace trenza::microarch
