#include "testbench/goal/order_check.h"

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/goal/matching.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

/// Goes through the moments of a trace as if nothing took time. Moment 2k is the start of operation k, moment 2k + 1
/// its end.
class Walk {
 public:
  Walk(const GoalTrace& trace, const LargeArray<std::uint32_t>& partner, const Successors& dependencies)
      : trace_(trace),
        partner_(partner),
        dependencies_(dependencies),
        waiting_(dependencies.conditions),
        state_(trace.store(), trace.operations.size()) {
    for (std::uint32_t k = 0; k < trace.operations.size(); ++k) {
      trace.store()->tick();
      if (dependencies.conditions[k] == 0) go_from(k);
    }
  }

  std::uint32_t moments() const { return 2 * static_cast<std::uint32_t>(state_.size()); }
  bool is_complete() const { return ended_ == state_.size(); }
  /// It lies on a circle or comes after one.
  bool is_blocked(std::uint32_t moment) const {
    return moment % 2 == 0 ? waiting_[moment / 2] > 0 : (state_[moment / 2] & kEnded) == 0;
  }

  /// The moments that must come after this one.
  template <class Visit>
  void successors(std::uint32_t moment, const Visit& visit) const {
    const std::uint32_t operation = moment / 2;
    const bool is_start = moment % 2 == 0;
    dependencies_.visit(operation, is_start, [&](std::uint32_t next) { visit(2 * next); });
    if (is_start) {
      visit(moment + 1);
    } else if (trace_.operations[operation].kind == OperationKind::send && partner_[operation] != kNoPartner) {
      visit(2 * partner_[operation] + 1);
    }
  }

 private:
  static constexpr std::uint8_t kCame = 1;  ///< one of the two that the end of a receive waits for
  static constexpr std::uint8_t kEnded = 2;

  void go_from(std::uint32_t operation) {
    ready_.push_back(2 * operation);
    while (!ready_.empty()) {
      const std::uint32_t moment = ready_.back();
      ready_.pop_back();
      if (moment % 2 != 0) {
        state_[moment / 2] |= kEnded;
        ++ended_;
      }
      trace_.store()->tick();
      successors(moment, [&](std::uint32_t next) { come(next); });
    }
  }
  /// One of the moments that have to be before this one has been.
  void come(std::uint32_t moment) {
    const std::uint32_t operation = moment / 2;
    if (moment % 2 == 0) {
      if (--waiting_[operation] == 0) ready_.push_back(moment);
    } else if (trace_.operations[operation].kind != OperationKind::recv || partner_[operation] == kNoPartner ||
               (state_[operation] & kCame) != 0) {
      ready_.push_back(moment);
    } else {
      state_[operation] |= kCame;
    }
  }

  const GoalTrace& trace_;
  const LargeArray<std::uint32_t>& partner_;
  const Successors& dependencies_;
  LargeArray<std::uint32_t> waiting_;
  LargeArray<std::uint8_t> state_;
  std::vector<std::uint32_t> ready_;
  std::size_t ended_ = 0;
};

/// The moments of a circle, each after the one that follows it in the list. Precondition: some moment is blocked.
std::vector<std::uint32_t> find_circle(const Walk& walk, const std::shared_ptr<ArrayStore>& store) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  LargeArray<std::uint32_t> waits_for(store, walk.moments(), kNone);  // a blocked moment that has to come before
  std::uint32_t current = kNone;
  for (std::uint32_t moment = 0; moment < walk.moments(); ++moment) {
    store->tick();
    if (!walk.is_blocked(moment)) continue;
    if (current == kNone) current = moment;
    walk.successors(moment, [&](std::uint32_t next) {
      if (waits_for[next] == kNone) waits_for[next] = moment;
    });
  }
  // Every blocked moment waits for a blocked one, so the walk comes to a circle.
  std::vector<bool> seen(walk.moments(), false);
  while (!seen[current]) {
    seen[current] = true;
    current = waits_for[current];
    store->tick();
  }
  std::vector<std::uint32_t> circle;
  for (std::uint32_t moment = current; circle.empty() || moment != current; moment = waits_for[moment])
    circle.push_back(moment);
  return circle;
}

}  // namespace

void check_order(const GoalTrace& trace, const LargeArray<std::uint32_t>& partner, const Successors& dependencies) {
  const Walk walk(trace, partner, dependencies);
  if (walk.is_complete()) return;

  std::vector<std::uint32_t> operations;  // start and end of one operation are named once
  for (const std::uint32_t moment : find_circle(walk, trace.store())) {
    if (operations.empty() || operations.back() != moment / 2) operations.push_back(moment / 2);
  }
  if (operations.size() > 1 && operations.front() == operations.back()) operations.pop_back();
  std::rotate(operations.begin(), std::min_element(operations.begin(), operations.end()), operations.end());
  std::string circle;
  for (const std::uint32_t operation : operations) circle += trace.describe(operation) + " waits for ";
  throw InputError(trace.position(operations.front()),
                   "dependency cycle: " + circle + trace.describe(operations.front()));
}

}  // namespace trenza::testbench
