// Sets of twists of a torus of any dimensions: which there are, and which are the same network in other words. Source:
// "Peripheral twists for torus topologies with arbitrary aspect ratio", section IV.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "topologies/torus_lattice.h"

namespace trenza::graphs {

/// The amounts of all twists that a torus of D dimensions can have, 0 <= t_JK < d_K, by J and then by K, without J = K:
/// D (D - 1) numbers.
class TwistSet {
 public:
  explicit TwistSet(std::vector<int> sizes)
      : sizes_(std::move(sizes)), amounts_(sizes_.size() * (sizes_.size() - 1), 0) {}

  const std::vector<int>& sizes() const { return sizes_; }
  int dimensions() const { return static_cast<int>(sizes_.size()); }
  int amount(int of, int over) const { return amounts_[index(of, over)]; }
  /// Taken modulo d_K.
  void set(int of, int over, int amount);
  const std::vector<int>& amounts() const { return amounts_; }

  /// Those that are not 0.
  std::vector<topologies::Twist> twists() const;
  /// A dimension that is twisted by another one has a twist on its own wraparound: steps do not commute.
  bool conflicts() const;
  /// "yx=4 zx=4", "none".
  std::string text() const;

  /// The sets that reflections of dimensions, and exchanges of dimensions of one size, turn this one into, itself among
  /// them, each once, in ascending order of their amounts. All are the same network with other names of its nodes.
  std::vector<TwistSet> images() const;

 private:
  std::size_t index(int of, int over) const {
    return static_cast<std::size_t>(of) * (sizes_.size() - 1) + static_cast<std::size_t>(over < of ? over : over - 1);
  }

  std::vector<int> sizes_;
  std::vector<int> amounts_;
};

/// The number of all sets of a torus, or of those without a conflict; the largest 64-bit number if there are more.
std::uint64_t count_twist_sets(const std::vector<int>& sizes, bool conflicting);

/// Calls `use` for every set, or for those without a conflict. Time: a constant for each of them.
void each_twist_set(const std::vector<int>& sizes, bool conflicting, const std::function<void(const TwistSet&)>& use);

}  // namespace trenza::graphs
