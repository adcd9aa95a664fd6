#include "graphs/searches/twist_sets.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "topologies/directions.h"

namespace trenza::graphs {

namespace {

constexpr std::uint64_t kMostSets = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kMostSets : result;
}

std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) result = product(result, base);
  return result;
}

bool has(std::uint32_t dimensions, int one) { return (dimensions >> static_cast<unsigned>(one) & 1U) != 0; }

/// A twist that a search may choose.
struct Free {
  int of;
  int over;
};

/// Goes through all amounts of some twists; calls `use` for each.
void each_amount(TwistSet set, const std::vector<Free>& free, const std::function<void(const TwistSet&)>& use) {
  while (true) {
    use(set);
    std::size_t place = 0;
    for (; place < free.size(); ++place) {
      const auto [of, over] = free[place];
      const int next = set.amount(of, over) + 1;
      set.set(of, over, next);
      if (next < set.sizes()[static_cast<std::size_t>(over)]) break;
    }
    if (place == free.size()) return;
  }
}

/// Whether each of these dimensions is twisted by one at least.
bool all_twisted(const TwistSet& set, std::uint32_t twisted) {
  for (int over = 0; over < set.dimensions(); ++over) {
    bool found = !has(twisted, over);
    for (int of = 0; of < set.dimensions(); ++of) found = found || (of != over && set.amount(of, over) != 0);
    if (!found) return false;
  }
  return true;
}

}  // namespace

void TwistSet::set(int of, int over, int amount) {
  const int size = sizes_[static_cast<std::size_t>(over)];
  amounts_[index(of, over)] = (amount % size + size) % size;
}

std::vector<topologies::Twist> TwistSet::twists() const {
  std::vector<topologies::Twist> found;
  for (int of = 0; of < dimensions(); ++of) {
    for (int over = 0; over < dimensions(); ++over) {
      if (of != over && amount(of, over) != 0) found.push_back({of, over, amount(of, over)});
    }
  }
  return found;
}

bool TwistSet::conflicts() const {
  std::uint32_t twisting = 0;
  std::uint32_t twisted = 0;
  for (const topologies::Twist& twist : twists()) {
    twisting |= 1U << static_cast<unsigned>(twist.of);
    twisted |= 1U << static_cast<unsigned>(twist.over);
  }
  return (twisting & twisted) != 0;
}

std::string TwistSet::text() const {
  std::string text;
  for (const topologies::Twist& twist : twists()) {
    text += text.empty() ? "" : " ";
    text += topologies::dimension_letter(twist.of);
    text += topologies::dimension_letter(twist.over);
    text += "=" + std::to_string(twist.amount);
  }
  return text.empty() ? "none" : text;
}

std::vector<TwistSet> TwistSet::images() const {
  std::vector<TwistSet> found;
  std::vector<int> order(sizes_.size());
  std::iota(order.begin(), order.end(), 0);
  const std::vector<topologies::Twist> all = twists();
  do {
    bool same_sizes = true;
    for (std::size_t k = 0; k < order.size(); ++k)
      same_sizes = same_sizes && sizes_[static_cast<std::size_t>(order[k])] == sizes_[k];
    if (!same_sizes) continue;
    // Reflecting all dimensions turns every amount twice, so the last one may stay.
    for (std::uint32_t reflected = 0; reflected < 1U << static_cast<unsigned>(dimensions() - 1); ++reflected) {
      TwistSet image(sizes_);
      for (const topologies::Twist& twist : all) {
        const bool turned = has(reflected, twist.of) != has(reflected, twist.over);
        image.set(order[static_cast<std::size_t>(twist.of)], order[static_cast<std::size_t>(twist.over)],
                  turned ? -twist.amount : twist.amount);
      }
      found.push_back(std::move(image));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  std::sort(found.begin(), found.end(), [](const TwistSet& a, const TwistSet& b) { return a.amounts_ < b.amounts_; });
  found.erase(std::unique(found.begin(), found.end(),
                          [](const TwistSet& a, const TwistSet& b) { return a.amounts_ == b.amounts_; }),
              found.end());
  return found;
}

std::uint64_t count_twist_sets(const std::vector<int>& sizes, bool conflicting) {
  const auto dimensions = static_cast<int>(sizes.size());
  std::uint64_t count = conflicting ? 1 : 0;
  if (conflicting) {
    for (const int size : sizes) count = product(count, power(static_cast<std::uint64_t>(size), dimensions - 1));
    return count;
  }
  // By the dimensions that are twisted: each by one at least of the others, which are not twisted.
  for (std::uint32_t twisted = 0; twisted < 1U << static_cast<unsigned>(dimensions); ++twisted) {
    const int twisting = dimensions - __builtin_popcount(twisted);
    std::uint64_t sets = 1;
    for (int over = 0; over < dimensions; ++over) {
      if (has(twisted, over))
        sets = product(sets, power(static_cast<std::uint64_t>(sizes[static_cast<std::size_t>(over)]), twisting) - 1);
    }
    count = sets > kMostSets - count ? kMostSets : count + sets;
  }
  return count;
}

void each_twist_set(const std::vector<int>& sizes, bool conflicting, const std::function<void(const TwistSet&)>& use) {
  const TwistSet none(sizes);
  const int dimensions = none.dimensions();
  const auto free_twists = [&](std::uint32_t twisting, std::uint32_t twisted) {
    std::vector<Free> free;
    for (int of = 0; of < dimensions; ++of) {
      for (int over = 0; over < dimensions; ++over) {
        if (of != over && has(twisting, of) && has(twisted, over)) free.push_back({of, over});
      }
    }
    return free;
  };
  const std::uint32_t all = (1U << static_cast<unsigned>(dimensions)) - 1;
  if (conflicting) {
    each_amount(none, free_twists(all, all), use);
    return;
  }
  for (std::uint32_t twisted = 0; twisted < all; ++twisted) {
    each_amount(none, free_twists(all & ~twisted, twisted), [&](const TwistSet& set) {
      if (all_twisted(set, twisted)) use(set);
    });
  }
}

}  // namespace trenza::graphs
