#include "testbench/collectives/algorithm.h"
#include "testbench/collectives/tree.h"

namespace trenza::testbench {

namespace {

class Binomial {
 public:
  Binomial(const Collective& what, std::uint32_t member, Rounds& rounds)
      : what_(what), tree_((member + what.members - what.root) % what.members, what.members), rounds_(rounds) {}

  /// Towards the root; a member sends what it has collected. `is_sum`: a vector, however many it is the sum of.
  void up(bool is_sum) {
    tree_.children_up([&](std::uint32_t child, std::uint32_t span) {
      rounds_.only_receive(member(child), is_sum ? what_.bytes : what_.bytes * span);
    });
    if (!tree_.is_root()) rounds_.only_send(member(tree_.parent()), is_sum ? what_.bytes : what_.bytes * tree_.span());
  }
  void down(bool is_vector) {
    if (!tree_.is_root())
      rounds_.only_receive(member(tree_.parent()), is_vector ? what_.bytes : what_.bytes * tree_.span());
    tree_.children_down([&](std::uint32_t child, std::uint32_t span) {
      rounds_.only_send(member(child), is_vector ? what_.bytes : what_.bytes * span);
    });
  }

 private:
  std::uint32_t member(std::uint32_t place) const { return (place + what_.root) % what_.members; }

  const Collective& what_;
  TreeMember tree_;
  Rounds& rounds_;
};

void binomial(const Collective& what, std::uint32_t member, Rounds& rounds) {
  Binomial tree(what, member, rounds);
  switch (what.kind) {
    case CollectiveKind::bcast:
      return tree.down(true);
    case CollectiveKind::reduce:
      return tree.up(true);
    case CollectiveKind::gather:
      return tree.up(false);
    case CollectiveKind::scatter:
      return tree.down(false);
    default:  // all_reduce, barrier
      tree.up(true);
      tree.down(true);
  }
}

}  // namespace

CollectiveAlgorithm binomial_algorithm() {
  using Kind = CollectiveKind;
  return {"binomial",
          "binomial tree; all_reduce and barrier go up to member 0 and down again",
          {Kind::barrier, Kind::bcast, Kind::reduce, Kind::gather, Kind::scatter, Kind::all_reduce},
          binomial};
}

}  // namespace trenza::testbench
