// bit_reversal: the bits of the process number in reverse order.
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

std::unique_ptr<Pattern> make_pattern_bit_reversal(const PatternContext& context) {
  const int bits = address_bits(context, "bit_reversal");
  return bit_permutation(bits, [bits](unsigned number) {
    unsigned reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= ((number >> bit) & 1U) << (bits - 1 - bit);
    return reversed;
  });
}

}  // namespace trenza::testbench
