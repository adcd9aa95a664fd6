// shuffle: the bits of the process number rotated left by one.
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

std::unique_ptr<Pattern> make_pattern_shuffle(const PatternContext& context) {
  const int bits = address_bits(context, "shuffle");
  return bit_permutation(
      bits, [bits](unsigned number) { return ((number << 1) | (number >> (bits - 1))) & ((1U << bits) - 1); });
}

}  // namespace trenza::testbench
