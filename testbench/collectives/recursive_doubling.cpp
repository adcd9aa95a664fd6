#include "testbench/collectives/algorithm.h"
#include "testbench/collectives/power_group.h"
#include "testbench/collectives/tree.h"

namespace trenza::testbench {

namespace {

class Doubling {
 public:
  Doubling(const Collective& what, std::uint32_t member, Rounds& rounds)
      : what_(what), member_(member), rounds_(rounds), group_(what.members, what.root) {}

  void all_reduce() {
    if (!group_.takes_part(member_)) {
      rounds_.only_send(partner(), what_.bytes);
      return rounds_.only_receive(partner(), what_.bytes);
    }
    if (group_.has_partner(member_)) rounds_.only_receive(partner(), what_.bytes);
    for (std::uint32_t distance = 1; distance < group_.size(); distance *= 2) {
      const std::uint32_t peer = group_.member(rank() ^ distance);
      rounds_.exchange(peer, what_.bytes, peer, what_.bytes);
    }
    if (group_.has_partner(member_)) rounds_.only_send(partner(), what_.bytes);
  }

  void all_gather() {
    const std::uint64_t others = what_.parts(0, what_.members - 1);
    if (!group_.takes_part(member_)) {
      rounds_.only_send(partner(), what_.bytes);
      return rounds_.only_receive(partner(), others);
    }
    if (group_.has_partner(member_)) rounds_.only_receive(partner(), what_.bytes);
    for (std::uint32_t distance = 1; distance < group_.size(); distance *= 2) {
      const auto parts = [&](std::uint32_t rank) {
        const std::uint32_t first = rank & ~(distance - 1);
        return what_.parts(group_.first_member(first), group_.first_member(first + distance));
      };
      const std::uint32_t peer = group_.member(rank() ^ distance);
      rounds_.exchange(peer, parts(rank()), peer, parts(rank() ^ distance));
    }
    if (group_.has_partner(member_)) rounds_.only_send(partner(), others);
  }

  /// The root scatters pieces of the vector in a tree, and pairs exchange them.
  void bcast() {
    if (!group_.takes_part(member_)) return rounds_.only_receive(partner(), what_.bytes);
    const std::uint32_t root = group_.rank(what_.root);
    const std::uint32_t place = (rank() + group_.size() - root) % group_.size();
    const auto peer = [&](std::uint32_t other) { return group_.member((other + root) % group_.size()); };
    const auto pieces = [&](std::uint32_t first, std::uint32_t count) {
      return what_.pieces(first, first + count, group_.size());
    };
    const TreeMember tree(place, group_.size());
    if (!tree.is_root()) rounds_.only_receive(peer(tree.parent()), pieces(place, tree.span()));
    tree.children_down(
        [&](std::uint32_t child, std::uint32_t span) { rounds_.only_send(peer(child), pieces(child, span)); });
    for (std::uint32_t distance = 1; distance < group_.size(); distance *= 2) {
      const std::uint32_t other = place ^ distance;
      const std::uint32_t low = ~(distance - 1);
      rounds_.exchange(peer(other), pieces(place & low, distance), peer(other), pieces(other & low, distance));
    }
    if (group_.has_partner(member_)) rounds_.only_send(partner(), what_.bytes);
  }

  void scan() {
    for (std::uint32_t distance = 1; distance < what_.members; distance *= 2) {
      const std::uint32_t peer = member_ ^ distance;
      if (peer < what_.members) rounds_.exchange(peer, what_.bytes, peer, what_.bytes);
    }
  }

 private:
  std::uint32_t rank() const { return group_.rank(member_); }
  std::uint32_t partner() const { return group_.partner(member_); }

  const Collective& what_;
  std::uint32_t member_;
  Rounds& rounds_;
  PowerGroup group_;
};

void recursive_doubling(const Collective& what, std::uint32_t member, Rounds& rounds) {
  Doubling steps(what, member, rounds);
  switch (what.kind) {
    case CollectiveKind::bcast:
      return steps.bcast();
    case CollectiveKind::all_gather:
      return steps.all_gather();
    case CollectiveKind::scan:
      return steps.scan();
    default:  // all_reduce, barrier
      return steps.all_reduce();
  }
}

}  // namespace

CollectiveAlgorithm recursive_doubling_algorithm() {
  using Kind = CollectiveKind;
  return {"recursive_doubling",
          "pairs at distance 1, 2, 4, .. exchange what they have; bcast scatters pieces in a tree first",
          {Kind::barrier, Kind::bcast, Kind::all_reduce, Kind::all_gather, Kind::scan},
          recursive_doubling};
}

}  // namespace trenza::testbench
