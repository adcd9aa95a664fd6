// Binomial trees on members that are numbered from the root on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trenza::testbench {

/// A member of a binomial tree of `members`; `place` 0 is the root. The place p hangs below p without its lowest bit,
/// and has the places p + 1 to p + span - 1 below it.
class TreeMember {
 public:
  TreeMember(std::uint32_t place, std::uint32_t members) : place_(place), members_(members) {
    while (step_ < members && (place & step_) == 0) step_ *= 2;
  }

  bool is_root() const { return place_ == 0; }
  std::uint32_t place() const { return place_; }
  std::uint32_t parent() const { return place_ - step_; }
  std::uint32_t span() const { return std::min(step_, members_ - place_); }
  /// Calls visit(place, span) for each child, the largest first.
  template <class Visit>
  void children_down(const Visit& visit) const {
    for (std::uint32_t step = step_ / 2; step > 0; step /= 2) child(step, visit);
  }
  /// The smallest first.
  template <class Visit>
  void children_up(const Visit& visit) const {
    for (std::uint32_t step = 1; step < step_; step *= 2) child(step, visit);
  }

 private:
  template <class Visit>
  void child(std::uint32_t step, const Visit& visit) const {
    if (place_ + step < members_) visit(place_ + step, std::min(step, members_ - place_ - step));
  }

  std::uint32_t place_;
  std::uint32_t members_;
  std::uint32_t step_ = 1;  ///< the lowest bit of the place; for the root a power of two that is not below `members`
};

}  // namespace trenza::testbench
