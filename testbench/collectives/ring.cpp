#include "testbench/collectives/algorithm.h"
#include "testbench/collectives/tree.h"

namespace trenza::testbench {

namespace {

class Ring {
 public:
  Ring(const Collective& what, std::uint32_t member, Rounds& rounds) : what_(what), member_(member), rounds_(rounds) {}

  /// members - 1 rounds: piece `first` - k goes out in round k, and the one before it comes in. `size(p)`: its bytes.
  template <class Size>
  void around(std::uint32_t first, const Size& size) {
    for (std::uint32_t k = 0; k + 1 < what_.members; ++k) {
      const std::uint32_t out = (first + what_.members - k) % what_.members;
      const std::uint32_t in = (out + what_.members - 1) % what_.members;
      rounds_.exchange(before(what_.members - 1), size(out), before(1), size(in));
    }
  }
  /// The root scatters pieces in a tree, and they go around.
  void bcast() {
    const auto piece = [this](std::uint32_t p) { return what_.pieces(p, p + 1, what_.members); };
    const auto peer = [this](std::uint32_t place) { return (place + what_.root) % what_.members; };
    const TreeMember tree((member_ + what_.members - what_.root) % what_.members, what_.members);
    const auto span_bytes = [this](std::uint32_t place, std::uint32_t span) {
      return what_.pieces(place, place + span, what_.members);
    };
    if (!tree.is_root()) rounds_.only_receive(peer(tree.parent()), span_bytes(tree.place(), tree.span()));
    tree.children_down(
        [&](std::uint32_t child, std::uint32_t span) { rounds_.only_send(peer(child), span_bytes(child, span)); });
    around(tree.place(), piece);
  }

 private:
  std::uint32_t before(std::uint32_t distance) const { return (member_ + what_.members - distance) % what_.members; }

  const Collective& what_;
  std::uint32_t member_;
  Rounds& rounds_;
};

void ring(const Collective& what, std::uint32_t member, Rounds& rounds) {
  Ring steps(what, member, rounds);
  const std::uint32_t previous = (member + what.members - 1) % what.members;
  const auto part = [&](std::uint32_t p) { return what.parts(p, p + 1); };
  const auto piece = [&](std::uint32_t p) { return what.pieces(p, p + 1, what.members); };
  switch (what.kind) {
    case CollectiveKind::bcast:
      return steps.bcast();
    case CollectiveKind::all_gather:
      return steps.around(member, part);
    case CollectiveKind::reduce_scatter:
      return steps.around(previous, part);
    default:  // all_reduce: the sums of the pieces, then all pieces
      steps.around(previous, piece);
      steps.around(member, piece);
  }
}

}  // namespace

CollectiveAlgorithm ring_algorithm() {
  using Kind = CollectiveKind;
  return {"ring",
          "pieces go from member to member around a ring; all_reduce goes around twice, bcast scatters in a tree first",
          {Kind::bcast, Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter},
          ring};
}

}  // namespace trenza::testbench
