#include "testbench/collectives/algorithm.h"

namespace trenza::testbench {

namespace {

class Linear {
 public:
  Linear(const Collective& what, std::uint32_t member, Rounds& rounds)
      : what_(what), member_(member), rounds_(rounds) {}

  /// From the root to each other member at once; `size(m)` bytes to member m.
  template <class Size>
  void from_root(const Size& size) {
    if (member_ != what_.root) return rounds_.only_receive(what_.root, size(member_));
    for (std::uint32_t k = 1; k < what_.members; ++k) rounds_.send(other(k), size(other(k)));
    rounds_.end();
  }
  template <class Size>
  void to_root(const Size& size) {
    if (member_ != what_.root) return rounds_.only_send(what_.root, size(member_));
    for (std::uint32_t k = 1; k < what_.members; ++k) rounds_.receive(other(k), size(other(k)));
    rounds_.end();
  }
  /// Each with each other at once.
  template <class Size>
  void all(const Size& size) {
    for (std::uint32_t k = 1; k < what_.members; ++k) {
      const std::uint32_t from = other(what_.members - k);
      rounds_.receive(from, size(from, member_));
      rounds_.send(other(k), size(member_, other(k)));
    }
    rounds_.end();
  }
  void chain() {
    if (member_ > 0) rounds_.only_receive(member_ - 1, what_.bytes);
    if (member_ + 1 < what_.members) rounds_.only_send(member_ + 1, what_.bytes);
  }

 private:
  std::uint32_t other(std::uint32_t distance) const { return (member_ + distance) % what_.members; }

  const Collective& what_;
  std::uint32_t member_;
  Rounds& rounds_;
};

void linear(const Collective& what, std::uint32_t member, Rounds& rounds) {
  Linear steps(what, member, rounds);
  const auto whole = [&](std::uint32_t) { return what.bytes; };
  switch (what.kind) {
    case CollectiveKind::bcast:
    case CollectiveKind::scatter:
      return steps.from_root(whole);
    case CollectiveKind::reduce:
    case CollectiveKind::gather:
      return steps.to_root(whole);
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
    case CollectiveKind::all_to_all_v:
      return steps.all([&](std::uint32_t from, std::uint32_t to) { return what.between(from, to); });
    case CollectiveKind::scan:
      return steps.chain();
    case CollectiveKind::reduce_scatter:
      steps.to_root([&](std::uint32_t) { return what.parts(0, what.members); });
      return steps.from_root([&](std::uint32_t to) { return what.parts(to, to + 1); });
    default:  // all_reduce, barrier
      steps.to_root(whole);
      steps.from_root(whole);
  }
}

}  // namespace

CollectiveAlgorithm linear_algorithm() {
  std::vector<CollectiveKind> all;
  for (const CollectiveFacts& facts : collective_kinds()) all.push_back(facts.kind);
  return {
      "linear",
      "the root with each other member at once, or each with each; all_reduce, barrier and reduce_scatter by way of "
      "member 0; scan from member to member",
      all, linear};
}

}  // namespace trenza::testbench
