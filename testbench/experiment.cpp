#include "testbench/experiment.h"

namespace trenza::testbench {

std::uint64_t LinkUnits::cycle_picoseconds() const {
  const std::uint64_t bits =
      8'000'000 * static_cast<std::uint64_t>(phit_bytes);  // ps per bit at 1 bit/us, times the bits of a phit
  return (bits + bits_per_microsecond / 2) / bits_per_microsecond;
}

}  // namespace trenza::testbench
