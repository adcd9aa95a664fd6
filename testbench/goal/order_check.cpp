#include "testbench/goal/order_check.h"

#include <algorithm>
#include <string>

#include "testbench/experiment.h"

namespace trenza::testbench {

namespace {

/// The moments of a trace: 2k is the start of operation k, 2k + 1 its end. An edge leads from a moment to one that
/// cannot be before it.
class Moments {
 public:
  Moments(const GoalTrace& trace, const std::vector<MatchedMessage>& messages)
      : offsets_(2 * trace.operations.size() + 1, 0) {
    const auto visit = [&](const auto& edge) {
      for (std::uint32_t k = 0; k < trace.operations.size(); ++k) edge(2 * k, 2 * k + 1);
      for (const GoalDependency& dependency : trace.dependencies)
        edge(2 * dependency.on + (dependency.on_start ? 0 : 1), 2 * dependency.operation);
      for (const MatchedMessage& message : messages) edge(2 * message.send + 1, 2 * message.recv + 1);
    };
    visit([&](std::uint32_t from, std::uint32_t) { ++offsets_[from + 1]; });
    for (std::size_t k = 1; k < offsets_.size(); ++k) offsets_[k] += offsets_[k - 1];
    targets_.resize(offsets_.back());
    std::vector<std::size_t> fill(offsets_.begin(), offsets_.end() - 1);
    visit([&](std::uint32_t from, std::uint32_t to) { targets_[fill[from]++] = to; });
  }

  std::size_t count() const { return offsets_.size() - 1; }
  template <class Visit>
  void successors(std::uint32_t moment, const Visit& visit) const {
    for (std::size_t k = offsets_[moment]; k < offsets_[moment + 1]; ++k) visit(targets_[k]);
  }

  /// Moments that lie on a circle or come after one have blockers[moment] > 0; all others have 0.
  std::vector<std::uint32_t> blockers() const {
    std::vector<std::uint32_t> blockers(count(), 0);
    for (const std::uint32_t target : targets_) ++blockers[target];
    std::vector<std::uint32_t> ready;
    for (std::uint32_t moment = 0; moment < count(); ++moment) {
      if (blockers[moment] == 0) ready.push_back(moment);
    }
    while (!ready.empty()) {
      const std::uint32_t moment = ready.back();
      ready.pop_back();
      successors(moment, [&](std::uint32_t next) {
        if (--blockers[next] == 0) ready.push_back(next);
      });
    }
    return blockers;
  }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> targets_;
};

/// The moments of a circle, each after the one that follows it in the list. Precondition: some moment is blocked.
std::vector<std::uint32_t> find_circle(const Moments& moments, const std::vector<std::uint32_t>& blockers) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> waits_for(moments.count(), kNone);  // a blocked moment that has to come before
  std::uint32_t current = kNone;
  for (std::uint32_t moment = 0; moment < moments.count(); ++moment) {
    if (blockers[moment] == 0) continue;
    if (current == kNone) current = moment;
    moments.successors(moment, [&](std::uint32_t next) {
      if (waits_for[next] == kNone) waits_for[next] = moment;
    });
  }
  // Every blocked moment waits for a blocked one, so the walk comes to a circle.
  std::vector<bool> seen(moments.count(), false);
  while (!seen[current]) {
    seen[current] = true;
    current = waits_for[current];
  }
  std::vector<std::uint32_t> circle;
  for (std::uint32_t moment = current; circle.empty() || moment != current; moment = waits_for[moment])
    circle.push_back(moment);
  return circle;
}

}  // namespace

void check_order(const GoalTrace& trace, const std::vector<MatchedMessage>& messages) {
  const Moments moments(trace, messages);
  const std::vector<std::uint32_t> blockers = moments.blockers();
  if (std::all_of(blockers.begin(), blockers.end(), [](std::uint32_t count) { return count == 0; })) return;

  std::vector<std::uint32_t> operations;  // start and end of one operation are named once
  for (const std::uint32_t moment : find_circle(moments, blockers)) {
    if (operations.empty() || operations.back() != moment / 2) operations.push_back(moment / 2);
  }
  if (operations.size() > 1 && operations.front() == operations.back()) operations.pop_back();
  std::rotate(operations.begin(), std::min_element(operations.begin(), operations.end()), operations.end());
  std::string circle;
  for (const std::uint32_t operation : operations) circle += trace.describe(operation) + " waits for ";
  throw InputError(trace.position(operations.front()) + "dependency cycle: " + circle +
                   trace.describe(operations.front()));
}

}  // namespace trenza::testbench
