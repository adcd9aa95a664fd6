#include "microarch/draws.h"

namespace trenza::microarch {

DrawSequence::DrawSequence() : table_(2 * kLfsrPeriod) {
  std::uint16_t x = 1;
  for (std::uint32_t k = 0; k < kLfsrPeriod; ++k) {
    table_[k] = table_[k + kLfsrPeriod] = x;
    x = lfsr_step(x);
  }
}

const DrawSequence& DrawSequence::instance() {
  static const DrawSequence sequence;
  return sequence;
}

}  // namespace trenza::microarch
