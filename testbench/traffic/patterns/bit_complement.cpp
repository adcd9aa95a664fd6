// bit_complement: every bit of the process number inverted.
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

std::unique_ptr<Pattern> make_pattern_bit_complement(const PatternContext& context) {
  const int bits = address_bits(context, "bit_complement");
  return bit_permutation(bits, [bits](unsigned number) { return ~number & ((1U << bits) - 1); });
}

}  // namespace trenza::testbench
