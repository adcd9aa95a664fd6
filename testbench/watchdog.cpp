#include "testbench/watchdog.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::testbench {

using microarch::WaitingHead;
using microarch::WaitSnapshot;
using microarch::WaitTarget;

namespace {

/// Numbers of inputs and output VCs as in microarch::WaitSnapshot.
class Places {
 public:
  Places(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : graph_(topology.graph()),
        ports_(graph_.ports()),
        vcs_(parameters.vcs()),
        inputs_(parameters.inputs(ports_)),
        outputs_(ports_ + parameters.ejectors) {}

  bool is_ejection(const WaitTarget& target) const { return target.output >= ports_; }
  std::uint64_t input(topologies::NodeId router, int input) const { return number(router, inputs_, input); }
  std::uint64_t output_vc(topologies::NodeId router, const WaitTarget& target) const {
    return number(router, outputs_ * vcs_, target.output * vcs_ + target.vc);
  }
  /// The input whose buffer `target` of `router` fills. Precondition: not an ejection port.
  std::uint64_t downstream(topologies::NodeId router, const WaitTarget& target) const {
    const topologies::Channel& channel = graph_.out(router, target.output);
    return input(channel.to, channel.in_port * vcs_ + target.vc);
  }

 private:
  static std::uint64_t number(topologies::NodeId router, int width, int index) {
    return static_cast<std::uint64_t>(router) * static_cast<std::uint64_t>(width) + static_cast<std::uint64_t>(index);
  }

  const topologies::Graph& graph_;
  int ports_, vcs_, inputs_, outputs_;
};

/// Index of the head at each input that can never progress.
std::unordered_map<std::uint64_t, std::size_t> stuck_heads(const WaitSnapshot& snapshot, const Places& places) {
  const std::unordered_set<std::uint64_t> credits(snapshot.credits_in_flight.begin(), snapshot.credits_in_flight.end());
  std::unordered_set<std::uint64_t> progressing(snapshot.moving_inputs.begin(), snapshot.moving_inputs.end());
  const auto can_progress = [&](const WaitingHead& head) {
    return std::any_of(head.targets.begin(), head.targets.end(), [&](const WaitTarget& target) {
      return places.is_ejection(target) || target.available >= target.needed ||
             credits.count(places.output_vc(head.router, target)) != 0 ||
             progressing.count(places.downstream(head.router, target)) != 0;
    });
  };
  std::vector<std::size_t> waiting(snapshot.heads.size());
  for (std::size_t k = 0; k < waiting.size(); ++k) waiting[k] = k;
  for (std::size_t before = waiting.size() + 1; waiting.size() < before;) {
    before = waiting.size();
    std::vector<std::size_t> still;
    for (const std::size_t k : waiting) {
      const WaitingHead& head = snapshot.heads[k];
      if (can_progress(head)) {
        progressing.insert(places.input(head.router, head.input));
      } else {
        still.push_back(k);
      }
    }
    waiting = std::move(still);
  }
  std::unordered_map<std::uint64_t, std::size_t> stuck;
  for (const std::size_t k : waiting) stuck[places.input(snapshot.heads[k].router, snapshot.heads[k].input)] = k;
  return stuck;
}

std::string describe(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                     const WaitLink& link, const std::string& holder) {
  const WaitingHead& head = link.head;
  const WaitTarget& target = link.target;
  std::string line = fmt::format("{} holds packet {}:{} ({} flits, to r_{})",
                                 input_name(topology, parameters, head.router, head.input), head.source, head.number,
                                 head.flits, topology.node_name(head.destination));
  if (!head.text.empty()) line += " [" + head.text + "]";
  if (target.output < 0) return line + ", which has nowhere to go";
  if (parameters.by_flits()) {  // for the VC itself, or for room in it
    return line + fmt::format(", waits for {}.{}, held by {}", topology.port_name(target.output),
                              microarch::vc_name(parameters, target.vc), holder);
  }
  const bool is_escape = parameters.is_escape(target.vc);
  const int capacity = is_escape ? parameters.buffer_packets : parameters.buffer_flits();
  line +=
      fmt::format(", waits for {}.{}: {} of {} {}{}", topology.port_name(target.output),
                  microarch::vc_name(parameters, target.vc), target.available, capacity, is_escape ? "slots" : "flits",
                  target.needed > 1 ? fmt::format(" ({} needed)", target.needed) : "");
  return line + ", held by " + holder;
}

/// Walks from head `current`, which is stuck, to a head that it waits for, until one comes up again.
Deadlock walk_from(std::size_t current, const std::unordered_map<std::uint64_t, std::size_t>& stuck,
                   const WaitSnapshot& snapshot, const Places& places, const topologies::Topology& topology,
                   const microarch::FabricParameters& parameters) {
  std::vector<WaitLink> walk;
  std::unordered_map<std::size_t, std::size_t> step_of;  // head -> its place in the walk
  Deadlock deadlock;
  deadlock.stuck_heads = stuck.size();
  for (;;) {
    const auto seen = step_of.find(current);
    if (seen != step_of.end()) {
      deadlock.cycle.assign(walk.begin() + static_cast<std::ptrdiff_t>(seen->second), walk.end());
      break;
    }
    step_of[current] = walk.size();
    const WaitingHead& head = snapshot.heads[current];
    const auto held = std::find_if(head.targets.begin(), head.targets.end(), [&](const WaitTarget& target) {
      return stuck.count(places.downstream(head.router, target)) != 0;
    });
    if (held == head.targets.end()) {  // nobody holds what it needs: the buffer is too small
      walk.push_back(WaitLink{head, head.targets.empty() ? WaitTarget{} : head.targets.front()});
      deadlock.cycle = walk;
      deadlock.closed = false;
      break;
    }
    walk.push_back(WaitLink{head, *held});
    current = stuck.at(places.downstream(head.router, *held));
  }
  for (std::size_t k = 0; k < deadlock.cycle.size(); ++k) {
    const bool is_last = k + 1 == deadlock.cycle.size();
    const WaitingHead& next = deadlock.cycle[(k + 1) % deadlock.cycle.size()].head;
    const std::string holder = is_last && !deadlock.closed ? "nobody (the buffer is too small)"
                                                           : input_name(topology, parameters, next.router, next.input);
    deadlock.report += (k == 0 ? "" : "\n") + describe(topology, parameters, deadlock.cycle[k], holder);
  }
  return deadlock;
}

}  // namespace

std::optional<Deadlock> find_deadlock(const WaitSnapshot& snapshot, const topologies::Topology& topology,
                                      const microarch::FabricParameters& parameters) {
  const Places places(topology, parameters);
  const auto stuck = stuck_heads(snapshot, places);
  if (stuck.empty()) return std::nullopt;
  std::size_t first = snapshot.heads.size();  // in the order of the snapshot
  for (const auto& [place, index] : stuck) first = std::min(first, index);
  return walk_from(first, stuck, snapshot, places, topology, parameters);
}

std::optional<Deadlock> find_deadlock_of(const WaitSnapshot& snapshot, const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters, microarch::NodeId router,
                                         int input) {
  const Places places(topology, parameters);
  const auto stuck = stuck_heads(snapshot, places);
  const auto head = stuck.find(places.input(router, input));
  if (head == stuck.end()) return std::nullopt;
  return walk_from(head->second, stuck, snapshot, places, topology, parameters);
}

Watchdog::Watchdog(const topologies::Topology& topology, const microarch::FabricParameters& parameters, Cycle period)
    : topology_(topology), parameters_(parameters), period_(period), next_check_(period > 0 ? period : ~Cycle{0}) {}

void Watchdog::check_empty(Cycle now) {
  standing_.clear();
  if (period_ > 0) next_check_ = now + period_;
}

std::optional<Deadlock> Watchdog::check(const std::vector<microarch::StandingHead>& heads,
                                        const std::function<WaitSnapshot()>& snapshot, Cycle now) {
  next_check_ = now + period_;
  const auto inputs = static_cast<std::uint64_t>(parameters_.inputs(topology_.graph().ports()));
  const auto network_inputs = static_cast<std::uint64_t>(topology_.graph().ports() * parameters_.vcs());
  std::vector<Standing> standing;
  standing.reserve(heads.size());
  for (const microarch::StandingHead& head : heads)
    standing.push_back({static_cast<std::uint64_t>(head.router) * inputs + static_cast<std::uint64_t>(head.input),
                        head.source, head.number, now});
  const auto by_place = [](const Standing& a, const Standing& b) { return a.place < b.place; };
  std::sort(standing.begin(), standing.end(), by_place);

  const Standing* oldest_inside = nullptr;
  bool is_any_old = false;
  auto before = standing_.begin();
  for (Standing& head : standing) {
    before = std::lower_bound(before, standing_.end(), head, by_place);
    if (before == standing_.end() || before->place != head.place || before->source != head.source ||
        before->number != head.number)
      continue;
    head.since = before->since;
    if (now - head.since < period_) continue;
    is_any_old = true;
    if (head.place % inputs < network_inputs && (oldest_inside == nullptr || head.since < oldest_inside->since))
      oldest_inside = &head;
  }

  std::optional<Deadlock> deadlock;
  if (is_any_old) deadlock = find_deadlock(snapshot(), topology_, parameters_);
  if (!deadlock && starvation_.empty() && oldest_inside != nullptr &&
      now - oldest_inside->since >= kStarvationPeriods * period_) {
    const auto router = static_cast<microarch::NodeId>(oldest_inside->place / inputs);
    starvation_ = fmt::format(
        "starvation: packet {}:{} has not moved from {} since cycle {} at the latest (seen in cycle {}); others move",
        oldest_inside->source, oldest_inside->number,
        input_name(topology_, parameters_, router, static_cast<int>(oldest_inside->place % inputs)),
        oldest_inside->since, now);
  }
  standing_ = std::move(standing);
  return deadlock;
}

}  // namespace trenza::testbench
