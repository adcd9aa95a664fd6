#include "topologies/ibt/schemes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "topologies/topology_error.h"

namespace trenza::topologies {

namespace {

void check(int dimensions, int size) {
  if (dimensions >= 1 && size >= 2) return;
  throw TopologyError(
      fmt::format("bypass schemes of {}^{} were asked for, expected a size of at least 2 and at least one "
                  "dimension",
                  size, dimensions));
}

/// Appends every extension of `scheme` to `lengths` lengths in all: each a multiple of the one before.
void extend(BypassScheme& scheme, std::size_t lengths, int longest, std::vector<BypassScheme>& found) {
  if (scheme.size() == lengths) {
    found.push_back(scheme);
    return;
  }
  const int before = scheme.back();
  for (int length = 2 * before; length <= longest; length += before) {
    scheme.push_back(length);
    extend(scheme, lengths, longest, found);
    scheme.pop_back();
  }
}

std::vector<BypassScheme> by_conditions(int dimensions, int size) {
  std::vector<BypassScheme> found;
  for (int k = 1; k <= max_bypass_lengths(dimensions, size); ++k) {
    const int period = dimensions * k;
    if (size % period != 0) continue;  // equation (1); for k >= 2 also (4), b_1 being a multiple of the period
    for (int first = period; first <= size / 2; first += period) {
      BypassScheme scheme{first};
      extend(scheme, static_cast<std::size_t>(k), size / 2, found);
    }
  }
  return found;
}

/// Algorithm 1: B(k) from B(1) and B(k - 1). d(b_2) are the divisors of b_2 but 1 and b_2.
std::vector<BypassScheme> generate(int dimensions, int size, int k, const std::vector<BypassScheme>& uniform,
                                   const std::vector<BypassScheme>& tails) {
  const int period = dimensions * k;
  std::vector<BypassScheme> found;
  for (const auto& tail : tails) {
    for (const auto& head : uniform) {
      const int first = head.front();
      const bool divisor = first != 1 && first != tail.front() && tail.front() % first == 0;
      if (!divisor || first % period != 0 || size % first % period != 0) continue;
      BypassScheme scheme{first};
      scheme.insert(scheme.end(), tail.begin(), tail.end());
      found.push_back(scheme);
    }
  }
  return found;
}

/// Algorithm 2.
std::vector<BypassScheme> by_algorithm(int dimensions, int size) {
  std::vector<BypassScheme> uniform;
  for (int i = 1; i <= max_bypass_length(dimensions, size) / dimensions; ++i) uniform.push_back({i * dimensions});
  std::vector<BypassScheme> all = uniform;
  std::vector<BypassScheme> last = uniform;
  for (int k = 2; k <= max_bypass_lengths(dimensions, size); ++k) {
    last = generate(dimensions, size, k, uniform, last);
    std::sort(last.begin(), last.end());
    all.insert(all.end(), last.begin(), last.end());
  }
  return all;
}

}  // namespace

int max_bypass_length(int dimensions, int size) {
  check(dimensions, size);
  return size / 2 / dimensions * dimensions;
}

int max_bypass_lengths(int dimensions, int size) {
  check(dimensions, size);
  int k = 0;
  while ((static_cast<std::int64_t>(dimensions) * (k + 1) << (k + 1)) <= size) ++k;
  return k;
}

std::vector<BypassScheme> qualified_schemes(int dimensions, int size, SchemeRule rule) {
  check(dimensions, size);
  if (size % dimensions != 0) return {};
  return rule == SchemeRule::conditions ? by_conditions(dimensions, size) : by_algorithm(dimensions, size);
}

}  // namespace trenza::topologies
