#include "testbench/history/worm_history_recorder.h"

#include <algorithm>
#include <utility>

#include "microarch/wormhole/worm_switch_allocation.h"

namespace trenza::testbench {

using microarch::Hop;
using microarch::InputCycle;
using microarch::StallReason;

namespace {

PacketName packet_of(const InputCycle& input) { return {input.source, input.number}; }

PacketCycle kind_of(StallReason reason) {
  switch (reason) {
    case StallReason::moving:
      return PacketCycle::crossing;
    case StallReason::eject_busy:
      return PacketCycle::eject_busy;
    case StallReason::no_vc:
      return PacketCycle::no_vc;
    case StallReason::lost_vc:
      return PacketCycle::lost_vc;
    case StallReason::starved:
      return PacketCycle::starved;
    case StallReason::no_credit:
      return PacketCycle::no_credit;
    case StallReason::lost_speculation:
      return PacketCycle::lost_speculation;
    case StallReason::lost_input:
    case StallReason::lost_output:
    case StallReason::lost_match:
      return PacketCycle::lost;
    default:
      return PacketCycle::pipeline;
  }
}

/// Prolongs the last stretch by a cycle, or begins a new one.
Stretch& add_cycle(std::vector<Stretch>& stretches, PacketCycle kind, Cycle cycle) {
  if (stretches.empty() || stretches.back().kind != kind) stretches.push_back({kind, {cycle, cycle}, {}});
  stretches.back().range.until = cycle + 1;
  return stretches.back();
}

bool is_in(microarch::OutputMask outputs, int output) { return output >= 0 && (outputs >> output & 1U) != 0; }

}  // namespace

WormHistoryRecorder::WormHistoryRecorder(const topologies::Topology& topology,
                                         const microarch::FabricParameters& parameters, std::set<PacketName> wanted)
    : topology_(topology),
      parameters_(parameters),
      shape_(microarch::switch_allocation_spec(parameters, topology.graph().ports()).shape),
      network_inputs_(topology.graph().ports() * parameters.vcs()),
      wanted_(std::move(wanted)),
      created_(static_cast<std::size_t>(topology.graph().nodes()), 0) {}

/// Adds a packet to those that a history names, once.
void WormHistoryRecorder::name(std::vector<PacketName>& names, const PacketName& packet) {
  if (std::find(names.begin(), names.end(), packet) != names.end()) return;
  names.push_back(packet);
  named_.insert(packet);
}

void WormHistoryRecorder::offered(const PacketFacts& packet) {
  ++created_[static_cast<std::size_t>(packet.name.source)];
  ways_[packet.name].packet = packet;
  if (wanted_.count(packet.name) == 0) return;
  inside_.insert(packet.name);
  named_.insert(packet.name);
  PacketHistory& history = histories_[packet.name];
  history.packet = packet;
  Stage stage;
  stage.router = packet.name.source;
  stage.arrived = packet.created;
  history.stages.push_back(std::move(stage));
}

void WormHistoryRecorder::granted(const Hop& hop) {
  const PacketName packet{hop.source, hop.number};
  ways_.at(packet).hops.push_back(hop);
  if (inside_.count(packet) == 0) return;
  PacketHistory& history = histories_.at(packet);
  history.stages.back().grant = hop;
  if (hop.output >= topology_.graph().ports()) return;
  const topologies::Channel& channel = topology_.graph().out(hop.router, hop.output);
  Stage next;
  next.router = channel.to;
  next.input = channel.in_port * parameters_.vcs() + hop.vc;
  next.arrived = hop.cycle + static_cast<Cycle>(parameters_.link_delay_of(hop.output)) + 1;
  history.stages.push_back(std::move(next));
}

void WormHistoryRecorder::tail_crossed(const Hop& hop) {
  const PacketName packet{hop.source, hop.number};
  ways_.at(packet).tails.push_back(hop.cycle);
  if (inside_.count(packet) == 0) return;
  for (Stage& stage : histories_.at(packet).stages) {
    if (stage.tail || stage.router != hop.router || stage.input != hop.input) continue;
    stage.tail = hop.cycle;
    return;
  }
}

bool WormHistoryRecorder::wants_inputs(NodeId router) const {
  return std::any_of(inside_.begin(), inside_.end(), [&](const PacketName& packet) {
    const Stage& last = histories_.at(packet).stages.back();
    return last.router == router && !last.tail;
  });
}

void WormHistoryRecorder::inputs_do(Cycle cycle, NodeId router, const Inputs& inputs) {
  for (const PacketName& packet : inside_) {
    PacketHistory& history = histories_.at(packet);
    const Stage& last = history.stages.back();
    if (last.router == router && last.arrived <= cycle && !last.tail) look_at(history, cycle, inputs);
  }
}

/// A cycle of a packet at the router where its head is, or where its flits leave.
void WormHistoryRecorder::look_at(PacketHistory& history, Cycle cycle, const Inputs& inputs) {
  Stage& stage = history.stages.back();
  const auto mine = std::find_if(inputs.begin(), inputs.end(), [&](const InputCycle& input) {
    const bool here = stage.input < 0 ? is_local(input.input) : input.input == stage.input;
    return here && packet_of(input) == history.packet.name;
  });
  if (mine == inputs.end()) return wait_behind(history, stage, cycle, inputs);
  if (stage.grant) {
    if (cycle == stage.grant->cycle) return;
    add_cycle(stage.drain, kind_of(mine->reason), cycle);
    if (kind_of(mine->reason) == PacketCycle::lost) note_loss(stage, *mine, cycle, inputs);
    return;
  }
  if (stage.input < 0) come_forward(history, stage, *mine, cycle);
  if (mine->output >= 0 && !stage.lane) {
    stage.lane = Candidate{mine->output, mine->output < topology_.graph().ports() ? mine->vc : -1};
    stage.allocated = cycle;
  }
  if (mine->reason != StallReason::moving) note_wait(stage, *mine, cycle, inputs);
}

/// At the source it was in no input VC, or behind another packet, up to now: puts the injection delay where it was.
void WormHistoryRecorder::come_forward(const PacketHistory& history, Stage& stage, const InputCycle& mine,
                                       Cycle cycle) const {
  stage.input = mine.input;
  const Cycle sent = std::max(mine.entered, history.packet.created);
  const Cycle arrived = std::min(cycle, sent + static_cast<Cycle>(parameters_.wormhole.injection_delay));
  if (arrived <= sent) return;
  const std::vector<Stretch> queued = std::move(stage.waits);
  stage.waits.clear();
  const std::vector<PacketName> packets = queued.empty() ? std::vector<PacketName>() : queued.front().packets;
  if (history.packet.created < sent)
    stage.waits.push_back({PacketCycle::queued, {history.packet.created, sent}, packets});
  stage.waits.push_back({PacketCycle::link, {sent, arrived}, {}});
  if (arrived < cycle) stage.waits.push_back({PacketCycle::queued, {arrived, cycle}, packets});
}

/// At the source: behind packets of its class at the fronts of local input VCs; later: behind that of its input VC.
void WormHistoryRecorder::wait_behind(const PacketHistory& history, Stage& stage, Cycle cycle, const Inputs& inputs) {
  if (stage.grant) return;
  Stretch& stretch = add_cycle(stage.waits, PacketCycle::queued, cycle);
  for (const InputCycle& input : inputs) {
    const bool ahead = stage.input >= 0 ? input.input == stage.input
                                        : is_local(input.input) &&
                                              parameters_.class_of_input(topology_.graph().ports(), input.input) ==
                                                  history.packet.message_class;
    if (ahead && packet_of(input) != history.packet.name) name(stretch.packets, packet_of(input));
  }
}

void WormHistoryRecorder::note_wait(Stage& stage, const InputCycle& mine, Cycle cycle, const Inputs& inputs) {
  Stretch& stretch = add_cycle(stage.waits, kind_of(mine.reason), cycle);
  if (mine.wanted != 0 && stage.candidates.empty()) {
    for (int output = 0; output < topology_.graph().ports() + parameters_.ejectors; ++output) {
      if (is_in(mine.wanted, output)) stage.candidates.push_back({output, -1});
    }
  }
  if (mine.reason == StallReason::no_vc || mine.reason == StallReason::eject_busy) {
    for (const InputCycle& other : inputs) {
      if (is_in(mine.wanted, other.output)) name(stretch.packets, packet_of(other));
    }
  } else {
    note_loss(stage, mine, cycle, inputs);
  }
}

/// Who got in this cycle what the packet asked for.
void WormHistoryRecorder::note_loss(Stage& stage, const InputCycle& mine, Cycle cycle, const Inputs& inputs) {
  const auto add = [&](int output, int vc, const InputCycle* winner) {
    stage.losses.push_back({cycle, output, vc, std::nullopt});
    if (winner == nullptr) return;
    stage.losses.back().winner = packet_of(*winner);
    named_.insert(packet_of(*winner));
  };
  const auto find = [&](const auto& holds) {
    const auto found = std::find_if(inputs.begin(), inputs.end(), holds);
    return found == inputs.end() ? nullptr : &*found;
  };
  const auto crosses_there = [&](const InputCycle& input) {
    return input.reason == StallReason::moving && input.output == mine.output;
  };
  const auto crosses_row = [&](const InputCycle& input) {
    return input.reason == StallReason::moving && shape_.row_of(input.input) == shape_.row_of(mine.input);
  };
  switch (mine.reason) {
    case StallReason::lost_vc: {
      const InputCycle* const winner =
          find([&](const InputCycle& input) { return input.allocated && is_in(mine.wanted, input.output); });
      if (winner != nullptr) add(winner->output, winner->output < topology_.graph().ports() ? winner->vc : -1, winner);
      return;
    }
    case StallReason::lost_input:
      return add(-1, -1, find(crosses_row));
    case StallReason::lost_speculation:
      if (find(crosses_there) == nullptr && find(crosses_row) != nullptr) return add(-1, -1, find(crosses_row));
      return add(mine.output, -1, find(crosses_there));
    case StallReason::lost_output:
    case StallReason::lost_match:
      return add(mine.output, -1, find(crosses_there));
    default:
      return;
  }
}

void WormHistoryRecorder::delivered(const microarch::Delivery& delivery) {
  const PacketName packet{delivery.source, delivery.number};
  if (inside_.erase(packet) != 0) {
    ++delivered_;
    PacketHistory& history = histories_.at(packet);
    history.delivery = delivery;
    history.seen_until = delivery.ejected + 1;
  }
  const auto way = ways_.find(packet);
  if (named_.erase(packet) != 0) {
    Journey& journey = journeys_[packet] = way->second;
    journey.ejected = delivery.ejected;
  }
  ways_.erase(way);
}

void WormHistoryRecorder::finish(Cycle now, const std::vector<microarch::WaitingHead>& /*heads*/) {
  for (const PacketName& packet : named_) journeys_[packet] = ways_.at(packet);
  for (const PacketName& packet : inside_) histories_.at(packet).seen_until = now;
}

}  // namespace trenza::testbench
