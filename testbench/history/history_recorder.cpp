#include "testbench/history/history_recorder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "microarch/flow_control/flow_control.h"

namespace trenza::testbench {

using microarch::FlowControl;
using microarch::Hop;
using microarch::WaitTarget;

namespace {

bool is_grantable(const WaitTarget& target) { return target.output_free && target.available >= target.needed; }

/// The entry that goes on in `cycle`; it ends after that then. A new one if there is none.
template <class Entry, class Same>
Entry& prolonged(std::vector<Entry>& entries, Cycle cycle, const Same& same) {
  const auto found = std::find_if(entries.rbegin(), entries.rend(),
                                  [&](const Entry& entry) { return entry.range.until >= cycle && same(entry); });
  if (found != entries.rend()) {
    found->range.until = cycle + 1;
    return *found;
  }
  entries.emplace_back().range = {cycle, cycle + 1};
  return entries.back();
}

}  // namespace

HistoryRecorder::HistoryRecorder(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                                 std::set<PacketName> wanted)
    : topology_(topology),
      parameters_(parameters),
      shape_(microarch::Allocation(parameters, topology.graph().ports()).shape()),
      network_inputs_(shape_.network_inputs()),
      wanted_(std::move(wanted)),
      places_(topology, parameters),
      created_(static_cast<std::size_t>(topology.graph().nodes()), 0) {}

/// Adds a packet to those that a history names, once.
void HistoryRecorder::name(std::vector<PacketName>& names, const PacketName& packet) {
  if (std::find(names.begin(), names.end(), packet) != names.end()) return;
  names.push_back(packet);
  named_.insert(packet);
}

/// Prolongs the last stretch of a stage by a cycle, or begins a new one.
void HistoryRecorder::add_cycle(Stage& stage, PacketCycle kind, Cycle cycle, const std::vector<PacketName>& packets) {
  if (stage.waits.empty() || stage.waits.back().kind != kind) stage.waits.push_back({kind, {cycle, cycle}, {}});
  Stretch& stretch = stage.waits.back();
  stretch.range.until = cycle + 1;
  for (const PacketName& packet : packets) name(stretch.packets, packet);
}

void HistoryRecorder::offered(const PacketFacts& packet) {
  const int input = places_.offered(packet);
  ++created_[static_cast<std::size_t>(packet.name.source)];
  if (wanted_.count(packet.name) == 0) return;
  inside_.insert(packet.name);
  named_.insert(packet.name);
  PacketHistory& history = histories_[packet.name];
  history.packet = packet;
  Stage stage;
  stage.router = packet.name.source;
  stage.input = input;
  stage.arrived = packet.created;
  history.stages.push_back(std::move(stage));
}

void HistoryRecorder::granted(const Hop& hop) {
  places_.granted(hop);
  const PacketName packet{hop.source, hop.number};
  if (inside_.count(packet) == 0) return;
  PacketHistory& history = histories_.at(packet);
  Stage& stage = history.stages.back();
  stage.grant = hop;
  note_pipeline(stage, hop.cycle);
  if (hop.output >= topology_.graph().ports()) return;
  Stage next;
  std::tie(next.router, next.input) = places_.downstream(hop.router, hop.output, hop.vc);
  next.arrived = hop.cycle + static_cast<Cycle>(parameters_.link_delay_of(hop.output)) + 1;
  history.stages.push_back(std::move(next));
}

void HistoryRecorder::waits(Cycle cycle, const microarch::HeadsAt& heads_at) {
  settle();
  revise_bids(heads_at);
  cycle_ = cycle;
  std::map<NodeId, std::vector<microarch::WaitingHead>> heads;  // by router
  for (const PacketName& packet : inside_) {
    PacketHistory& history = histories_.at(packet);
    Stage& stage = history.stages.back();
    if (stage.grant || cycle + 1 < stage.arrived + static_cast<Cycle>(parameters_.router_delay)) continue;
    note_pipeline(stage, cycle);
    const auto known = heads.find(stage.router);
    const auto& there = known != heads.end() ? known->second : heads[stage.router] = heads_at(stage.router);
    const auto mine = std::find_if(there.begin(), there.end(), [&](const microarch::WaitingHead& head) {
      return PacketName{head.source, head.number} == packet;
    });
    if (mine == there.end()) {
      note_queued(history, stage, cycle);
      continue;
    }
    asking_.push_back({packet, history.stages.size() - 1, *mine});
    if (stage.candidates.empty()) {
      for (const WaitTarget& target : mine->targets)
        stage.candidates.push_back({target.output, target.output < topology_.graph().ports() ? target.vc : -1});
    }
  }
}

/// The cycles until it may ask for the first time, `until` at the latest.
void HistoryRecorder::note_pipeline(Stage& stage, Cycle until) const {
  const Cycle ready = stage.arrived + static_cast<Cycle>(parameters_.router_delay) - 1;
  const Cycle end = std::min(ready, until);
  if (stage.waits.empty() && stage.arrived < end)
    stage.waits.push_back({PacketCycle::pipeline, {stage.arrived, end}, {}});
}

void HistoryRecorder::note_queued(const PacketHistory& history, Stage& stage, Cycle cycle) {
  const auto first = places_.first_in_input(stage.router, stage.input, cycle);
  std::vector<PacketName> ahead;
  if (first && *first != history.packet.name) ahead.push_back(*first);
  add_cycle(stage, PacketCycle::queued, cycle, ahead);
}

/// Judges what asked, now that the grants of that cycle are known.
void HistoryRecorder::settle() {
  for (const Asking& asking : asking_) judge(asking);
  asking_.clear();
}

void HistoryRecorder::judge(const Asking& asking) {
  Stage& stage = histories_.at(asking.packet).stages[asking.stage];
  if (stage.grant) return;  // in this cycle
  std::vector<PacketName> others;
  const PacketCycle kind = kind_of(asking, stage, others);
  add_cycle(stage, kind, cycle_, others);
  if (kind == PacketCycle::lost_vc) bids_.push_back(asking);
  if (kind != PacketCycle::pipeline) note_lacks(asking, stage);
}

/// What came of the bids of the last cycle for an output VC.
void HistoryRecorder::revise_bids(const microarch::HeadsAt& heads_at) {
  for (const Asking& asking : bids_) revise_bid(asking, heads_at(asking.head.router));
  bids_.clear();
}

/// A packet that has made a reservation waits for its second step; else the VC went to somebody else.
void HistoryRecorder::revise_bid(const Asking& asking, const std::vector<microarch::WaitingHead>& heads) {
  Stage& stage = histories_.at(asking.packet).stages[asking.stage];
  const auto made = [&](const microarch::WaitingHead& head) {
    return head.router == asking.head.router &&
           head.second_step == cycle_ + static_cast<Cycle>(parameters_.step_depth());
  };
  for (const microarch::WaitingHead& head : heads) {
    if (!made(head) || PacketName{head.source, head.number} != asking.packet) continue;
    Stretch& last = stage.waits.back();
    if (--last.range.until == last.range.from) stage.waits.pop_back();
    return add_cycle(stage, PacketCycle::pipeline, cycle_, {});
  }
  for (const WaitTarget& target : asking.head.targets) {
    if (target.available < target.needed) continue;
    const auto has_it = [&](const microarch::WaitingHead& head) {
      return made(head) && head.router != head.destination && head.targets.front().output == target.output &&
             head.targets.front().vc == target.vc;
    };
    const auto winner = std::find_if(heads.begin(), heads.end(), has_it);
    if (winner == heads.end()) continue;
    const PacketName packet{winner->source, winner->number};
    named_.insert(packet);
    stage.losses.push_back({cycle_, target.output, target.vc, packet});
  }
}

PacketCycle HistoryRecorder::kind_of(const Asking& asking, Stage& stage, std::vector<PacketName>& others) {
  const std::vector<WaitTarget>& targets = asking.head.targets;
  const auto any = [&](auto holds) { return std::any_of(targets.begin(), targets.end(), holds); };
  const bool holds = asking.head.second_step.has_value();
  const bool arrived = asking.head.router == asking.head.destination;
  if (parameters_.two_steps() && (holds ? cycle_ < *asking.head.second_step : arrived)) return PacketCycle::pipeline;
  if (const auto sibling = sibling_crossing(asking.head.router, asking.head.input)) {
    others.push_back(*sibling);
    return PacketCycle::input_busy;
  }
  const bool bids = parameters_.two_steps() && !holds;
  if (!bids && note_losses(asking, stage)) return PacketCycle::lost;
  if (arrived) return PacketCycle::eject_busy;
  if (any([](const WaitTarget& target) { return target.available >= target.needed; }))
    return bids ? PacketCycle::lost_vc : holds ? PacketCycle::reserved : PacketCycle::link_busy;
  const auto held_back = [&](const WaitTarget& target) {
    return parameters_.is_escape(target.vc) && FlowControl::holds_back(target.available, target.needed);
  };
  return any(held_back) ? PacketCycle::bubble : PacketCycle::no_credit;
}

/// The inputs that share a crossbar input with `input`, itself included; none if it has one of its own.
microarch::RequestMask HistoryRecorder::siblings_of(int input) const {
  return shape_.shares_rows() && !is_injector(input) ? shape_.inputs_of(shape_.row_of(input)) : 0;
}

/// The packet of another VC of the same crossbar input that crosses.
std::optional<PacketName> HistoryRecorder::sibling_crossing(NodeId router, int input) const {
  for (microarch::RequestMask others = siblings_of(input); others != 0; others &= others - 1) {
    if (const auto crossing = places_.crossing_input(router, microarch::lowest_bit(others), cycle_))
      return crossing->packet;
  }
  return std::nullopt;
}

/// Whether it could have been granted something; if so, who was granted that instead.
bool HistoryRecorder::note_losses(const Asking& asking, Stage& stage) {
  std::vector<Loss> losses;
  bool any_winner = false;
  for (const WaitTarget& target : asking.head.targets) {
    if (!is_grantable(target)) continue;
    const auto same_output = [&](const Loss& loss) { return loss.output == target.output; };
    if (std::any_of(losses.begin(), losses.end(), same_output)) continue;  // another VC
    const auto winner = places_.granted_output(asking.head.router, target.output, cycle_);
    any_winner |= winner.has_value();
    losses.push_back({cycle_, target.output, -1, winner});
  }
  if (losses.empty()) return false;
  for (microarch::RequestMask others = siblings_of(asking.head.input); others != 0; others &= others - 1) {
    if (const auto sibling = places_.granted_input(asking.head.router, microarch::lowest_bit(others), cycle_)) {
      named_.insert(*sibling);
      stage.losses.push_back({cycle_, -1, -1, sibling});
      return true;
    }
  }
  for (const Loss& loss : losses) {
    if (!loss.winner && any_winner) continue;
    if (loss.winner) named_.insert(*loss.winner);
    stage.losses.push_back(loss);
    if (!any_winner) break;
  }
  return true;
}

void HistoryRecorder::note_lacks(const Asking& asking, Stage& stage) {
  const bool bids = parameters_.two_steps() && !asking.head.second_step;  // whether outputs are free plays no part then
  for (const WaitTarget& target : asking.head.targets) {
    if (!target.output_free && !bids) note_busy(stage, target.output);
    if (target.available < target.needed) note_room(stage, target);
  }
}

void HistoryRecorder::note_busy(Stage& stage, int output) {
  const auto crossing = places_.crossing_output(stage.router, output, cycle_);
  const auto packet = crossing ? std::optional(crossing->packet) : std::nullopt;
  BusyOutput& busy = prolonged(stage.busy, cycle_, [&](const BusyOutput& before) {
    return before.output == output && before.crossing == packet;
  });
  busy.output = output;
  busy.crossing = packet;
  if (packet) named_.insert(*packet);
}

void HistoryRecorder::note_room(Stage& stage, const WaitTarget& target) {
  const bool escape = parameters_.is_escape(target.vc);
  const bool bubble = escape && FlowControl::holds_back(target.available, target.needed);
  NoRoom& room = prolonged(stage.no_room, cycle_, [&](const NoRoom& before) {
    return before.output == target.output && before.vc == target.vc && before.bubble == bubble &&
           before.needed == target.needed;
  });
  if (room.vc < 0) room.least = room.greatest = target.available;
  room.output = target.output;
  room.vc = target.vc;
  room.escape = escape;
  room.bubble = bubble;
  room.needed = target.needed;
  room.least = std::min(room.least, target.available);
  room.greatest = std::max(room.greatest, target.available);
  const auto [router, input] = places_.downstream(stage.router, target.output, target.vc);
  for (const PacketName& stored : places_.in_input(router, input, cycle_)) name(room.stored, stored);
}

void HistoryRecorder::delivered(const microarch::Delivery& delivery) {
  settle();  // while all that it names is inside
  const PacketName packet{delivery.source, delivery.number};
  if (inside_.erase(packet) != 0) {
    ++delivered_;
    PacketHistory& history = histories_.at(packet);
    history.delivery = delivery;
    history.seen_until = delivery.ejected + 1;
  }
  if (named_.erase(packet) != 0) {
    Journey& journey = journeys_[packet] = places_.journey(packet);
    journey.ejected = delivery.ejected;
  }
  places_.delivered(packet);
}

void HistoryRecorder::finish(Cycle now, const std::vector<microarch::WaitingHead>& heads) {
  settle();
  for (const Asking& asking : bids_) revise_bid(asking, heads);
  bids_.clear();
  for (const PacketName& packet : named_) journeys_[packet] = places_.journey(packet);
  for (const PacketName& packet : inside_) {
    PacketHistory& history = histories_.at(packet);
    history.seen_until = now;
    if (!history.stages.back().grant) note_pipeline(history.stages.back(), now);
  }
}

}  // namespace trenza::testbench
