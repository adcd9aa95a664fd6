// Reproducible choices of differential tests.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/hash.h"

namespace trenza::test {

/// Something rare: one machine in this many has it.
inline constexpr int kRare = 7;

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}
  int below(int n) { return static_cast<int>(microarch::hash(seed_, 1000, next_++) % static_cast<std::uint64_t>(n)); }
  int range(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  T one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

}  // namespace trenza::test
