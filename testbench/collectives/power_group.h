// A group of a power of two members, for algorithms that need one.
#pragma once

#include <cstdint>

namespace trenza::testbench {

/// Of n members the first 2 (n - p) form pairs, p being the largest power of two up to n. One of each pair takes part
/// for both, and so do all others: p ranks. `root` always takes part; of another pair the odd member does.
class PowerGroup {
 public:
  PowerGroup(std::uint32_t members, std::uint32_t root) : root_(root) {
    while (2 * size_ <= members) size_ *= 2;
    pairs_ = members - size_;
  }

  std::uint32_t size() const { return size_; }
  bool has_partner(std::uint32_t member) const { return member < 2 * pairs_; }
  std::uint32_t partner(std::uint32_t member) const { return member ^ 1; }
  bool takes_part(std::uint32_t member) const {
    if (!has_partner(member) || member == root_) return true;
    return member % 2 == 1 && partner(member) != root_;
  }
  std::uint32_t rank(std::uint32_t member) const { return has_partner(member) ? member / 2 : member - pairs_; }
  /// The member that takes part as `rank`.
  std::uint32_t member(std::uint32_t rank) const {
    if (rank >= pairs_) return rank + pairs_;
    return takes_part(2 * rank) ? 2 * rank : 2 * rank + 1;
  }
  /// The first of the members for whom `rank` takes part; those of `rank` + 1 follow.
  std::uint32_t first_member(std::uint32_t rank) const { return rank < pairs_ ? 2 * rank : rank + pairs_; }

 private:
  std::uint32_t root_;
  std::uint32_t size_ = 1;
  std::uint32_t pairs_ = 0;
};

}  // namespace trenza::testbench
