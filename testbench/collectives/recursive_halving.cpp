#include "testbench/collectives/algorithm.h"
#include "testbench/collectives/power_group.h"

namespace trenza::testbench {

namespace {

class Halving {
 public:
  Halving(const Collective& what, std::uint32_t member, Rounds& rounds)
      : what_(what), member_(member), rounds_(rounds), group_(what.members, what.root) {}

  void reduce_scatter() {
    fold_in();
    if (group_.takes_part(member_)) halve();
    if (!group_.has_partner(member_)) return;
    if (group_.takes_part(member_)) {
      rounds_.only_send(partner(), what_.parts(partner(), partner() + 1));
    } else {
      rounds_.only_receive(partner(), what_.parts(member_, member_ + 1));
    }
  }
  /// Rabenseifner's algorithm: the pieces that halving has added up are gathered by doubling.
  void all_reduce() {
    fold_in();
    if (group_.takes_part(member_)) {
      halve();
      for (std::uint32_t distance = 1; distance < group_.size(); distance *= 2) {
        const std::uint32_t other = rank() ^ distance;
        const std::uint32_t peer = group_.member(other);
        rounds_.exchange(peer, block(rank(), distance), peer, block(other, distance));
      }
      if (group_.has_partner(member_)) rounds_.only_send(partner(), what_.bytes);
    } else {
      rounds_.only_receive(partner(), what_.bytes);
    }
  }
  /// Halving, then the pieces go to the root in a tree.
  void reduce() {
    fold_in();
    if (!group_.takes_part(member_)) return;
    halve();
    const std::uint32_t place = rank() ^ group_.rank(what_.root);
    for (std::uint32_t distance = 1; distance < group_.size(); distance *= 2) {
      const std::uint32_t other = rank() ^ distance;
      if ((place & distance) != 0) return rounds_.only_send(group_.member(other), block(rank(), distance));
      rounds_.only_receive(group_.member(other), block(other, distance));
    }
  }

 private:
  std::uint32_t rank() const { return group_.rank(member_); }
  std::uint32_t partner() const { return group_.partner(member_); }
  std::uint64_t all() const { return is_cut_by_member() ? what_.parts(0, what_.members) : what_.bytes; }
  bool is_cut_by_member() const { return what_.kind == CollectiveKind::reduce_scatter; }
  /// Bytes of the `size` ranks around `rank`, whose first is a multiple of `size`.
  std::uint64_t block(std::uint32_t rank, std::uint32_t size) const {
    const std::uint32_t first = rank & ~(size - 1);
    return is_cut_by_member() ? what_.parts(group_.first_member(first), group_.first_member(first + size))
                              : what_.pieces(first, first + size, group_.size());
  }
  /// One of each pair gives the other its vector.
  void fold_in() {
    if (!group_.takes_part(member_)) return rounds_.only_send(partner(), all());
    if (group_.has_partner(member_)) rounds_.only_receive(partner(), all());
  }
  void halve() {
    for (std::uint32_t distance = group_.size() / 2; distance > 0; distance /= 2) {
      const std::uint32_t other = rank() ^ distance;
      const std::uint32_t peer = group_.member(other);
      rounds_.exchange(peer, block(other, distance), peer, block(rank(), distance));
    }
  }

  const Collective& what_;
  std::uint32_t member_;
  Rounds& rounds_;
  PowerGroup group_;
};

void recursive_halving(const Collective& what, std::uint32_t member, Rounds& rounds) {
  Halving steps(what, member, rounds);
  switch (what.kind) {
    case CollectiveKind::reduce:
      return steps.reduce();
    case CollectiveKind::all_reduce:
      return steps.all_reduce();
    default:  // reduce_scatter
      return steps.reduce_scatter();
  }
}

}  // namespace

CollectiveAlgorithm recursive_halving_algorithm() {
  using Kind = CollectiveKind;
  return {"recursive_halving",
          "pairs at distance p/2, p/4, .. exchange halves of what is left; then all_reduce doubles, and reduce gathers",
          {Kind::reduce, Kind::all_reduce, Kind::reduce_scatter},
          recursive_halving};
}

}  // namespace trenza::testbench
