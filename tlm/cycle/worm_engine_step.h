// A cycle of the flit-level machine: the members of WormEngineOf that do the work.
#pragma once

#include <fmt/core.h>

#include <algorithm>

#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

/// What the allocators see of a router.
template <class Mask>
class WormEngineOf<Mask>::RouterView {
 public:
  RouterView(const WormEngineOf& engine, std::uint32_t router) : engine_(engine), router_(router) {}

  const Mask& requests(int input) const { return engine_.requests_[microarch::index(input)]; }
  int output_of(int input) const {
    return static_cast<int>(engine_.port_of(engine_.memory_.inputs(router_)[microarch::index(input)].output_vc));
  }
  /// The outputs at which an output VC that it requests has a credit.
  microarch::OutputMask speculative_outputs(int input) const {
    microarch::OutputMask set = 0;
    for (Mask rest = requests(input); rest != 0; drop_lowest(rest)) {
      if (has_credit(lowest(rest))) set |= microarch::OutputMask{1} << engine_.port_of(lowest(rest));
    }
    return set;
  }
  bool moves(int input, int output) const {
    for (const auto& pair : engine_.vcs_) {
      if (static_cast<int>(pair.input) != input) continue;
      return static_cast<int>(engine_.port_of(pair.output)) == output && has_credit(pair.output);
    }
    return false;
  }
  bool older(int a, int b) const { return engine_.packets_.older(packet(a), packet(b)); }
  Cycle cycle() const { return engine_.now_; }
  std::uint16_t draw(microarch::DrawPurpose purpose, int index) const {
    return engine_.draws_.draw(router_, purpose, index);
  }

 private:
  bool has_credit(std::uint32_t output_vc) const {
    return output_vc >= engine_.network_inputs() || engine_.memory_.outputs(router_)[output_vc].credits > 0;
  }
  PacketIndex packet(int input) const {
    return packet_of(engine_.memory_.front(router_, static_cast<std::uint32_t>(input)));
  }

  const WormEngineOf& engine_;
  std::uint32_t router_;
};

template <class Mask>
void WormEngineOf<Mask>::arrive(std::uint32_t router, std::uint32_t input, QueuedFlit flit) {
  const std::size_t place = memory_.place(router, input);
  WormInput<Mask>& vc = memory_.input(place);
  const PacketIndex packet = packet_of(flit);
  if (vc.open != kNoPacket && vc.open != packet) violation(router, "input", input, "worms mix");
  if (vc.flits == depth_) violation(router, "input", input, "a flit without a credit: the buffer is full");
  vc.open = is_tail(flit) ? kNoPacket : packet;
  memory_.push(vc, place, flit);
  Sets& sets = memory_.sets(router);
  const Mask at = bit(input);
  sets.occupied |= at;
  if ((sets.active & at) == 0 && vc.flits == 1) sets.heads |= at;
  active_.add(router);
}

template <class Mask>
void WormEngineOf<Mask>::credit(std::uint32_t router, std::uint32_t output_vc) {
  WormOutput& output = memory_.outputs(router)[output_vc];
  if (output.credits == depth_) violation(router, "output", output_vc, "a credit came twice");
  ++output.credits;
  Sets& sets = memory_.sets(router);
  if (output.holder != kNoInput) {
    sets.credited |= bit(output.holder);
    active_.add(router);
  } else if (waits_for_credits(router, output_vc)) {
    if (output.credits != depth_) return;
    sets.free |= bit(output_vc);
    sets.hopeless = 0;
    active_.add(router);
  } else if (!availability_.empty()) {
    sets.hopeless = 0;
    active_.add(router);
  }
}

/// Whether an output VC without holder is free only when all its credits are home.
template <class Mask>
bool WormEngineOf<Mask>::waits_for_credits(std::uint32_t router, std::uint32_t output_vc) const {
  return atomic_ && (availability_.empty() || !availability_[router].depends(static_cast<int>(output_vc)));
}

/// Of the output VCs `free` those that are free for the head of an input VC.
template <class Mask>
Mask WormEngineOf<Mask>::free_for(std::uint32_t router, std::uint32_t input, Mask free) const {
  if (availability_.empty()) return free;
  const microarch::VcAvailability& availability = availability_[router];
  const WormInput<Mask>& vc = memory_.inputs(router)[input];
  const int flits = packets_[packet_of(memory_.front(router, input))].flits;
  for (Mask rest = free & (vc.tiers[0] | vc.tiers[1]) & availability.template ring_vcs<Mask>(); rest != 0;
       drop_lowest(rest)) {
    const auto output_vc = static_cast<int>(lowest(rest));
    const int needed = availability.credits_needed(static_cast<int>(input), output_vc, flits);
    if (memory_.outputs(router)[output_vc].credits < needed) free &= ~bit(lowest(rest));
  }
  return free;
}

template <class Mask>
void WormEngineOf<Mask>::violation(std::uint32_t router, const char* place, std::uint32_t vc, const char* what) const {
  const auto port = static_cast<int>(port_of(vc));
  throw microarch::InvariantViolation(fmt::format("r_{} {} port {} vc{} in cycle {}: {}",
                                                  topology_.node_name(static_cast<topologies::NodeId>(router)), place,
                                                  port, static_cast<int>(vc) - port * shape_.vcs, now_, what));
}

template <class Mask>
template <class Visit>
void WormEngineOf<Mask>::for_each_line(const Visit& visit) {
  for (auto& line : flits_) visit(line);
  visit(credits_);
  visit(source_credits_);
  visit(routes_);
  visit(starts_);
  visit(ejections_);
}

template <class Mask>
void WormEngineOf<Mask>::take_events() {
  for (auto& line : flits_)
    line.take(now_, [this](const FlitArrival& event) { arrive(event.router, event.input, event.flit); });
  credits_.take(now_, [this](const VcEvent& event) { credit(event.router, event.vc); });
  source_credits_.take(now_, [this](const VcEvent& event) { sources_.credit(event.router, event.vc); });
  routes_.take(now_, [this](const VcEvent& event) {
    route(event.router, event.vc);
    active_.add(event.router);
  });
  starts_.take(now_, [this](const VcEvent& event) {
    memory_.sets(event.router).active |= bit(event.vc);
    active_.add(event.router);
  });
}

/// The head at the front gets what it may ask for.
template <class Mask>
void WormEngineOf<Mask>::route(std::uint32_t router, std::uint32_t input) {
  WormInput<Mask>& vc = memory_.inputs(router)[input];
  const auto port = static_cast<int>(port_of(input));
  const int port_vc = static_cast<int>(input) - port * shape_.vcs;
  const int message_class = shape_.class_of(port_vc);
  const topologies::HeaderWord header = packets_[packet_of(memory_.front(router, input))].header;
  memory_.sets(router).waiting |= bit(input);
  if (topologies::destination_of(header) == static_cast<topologies::NodeId>(router)) {
    vc.tiers = {ejection_[microarch::index(message_class)], Mask(0)};
    return;
  }
  const topologies::ArrivalLane lane = port < shape_.ports
                                           ? topologies::ArrivalLane{port, port_vc - message_class * shape_.class_vcs}
                                           : topologies::ArrivalLane{};
  const topologies::RouteChoice choice = routing_.choices(static_cast<topologies::NodeId>(router), header, lane);
  for (std::size_t tier = 0; tier < microarch::kWormTiers; ++tier)
    vc.tiers[tier] = shape_.candidates<Mask>(choice.tiers[tier], message_class);
}

template <class Mask>
void WormEngineOf<Mask>::start_heads(std::uint32_t router, Sets& sets) {
  for (Mask rest = sets.heads; rest != 0; drop_lowest(rest)) {
    const std::uint32_t input = lowest(rest);
    if (routing_delay_ == 0) {
      route(router, input);
    } else {
      routes_.add({router, input});
    }
  }
  sets.heads = 0;
}

/// The waiting heads bid for output VCs.
template <class Mask>
void WormEngineOf<Mask>::bid(std::uint32_t router, Sets& sets) {
  for (Mask rest = sets.bidding(); rest != 0; drop_lowest(rest)) {
    const std::uint32_t input = lowest(rest);
    const Mask wanted = microarch::vc_requests(
        parameters_.wormhole.vc_requests, memory_.inputs(router)[input].tiers.data(),
        free_for(router, input, sets.free),
        [&] { return draws_.draw(router, microarch::DrawPurpose::vc_request, static_cast<int>(input)); });
    if (wanted == 0) {
      sets.hopeless |= bit(input);
      continue;
    }
    requests_[input] = wanted;
    bidders_ |= bit(input);
  }
}

template <class Mask>
void WormEngineOf<Mask>::allocate_vc(std::uint32_t router, Sets& sets, std::uint32_t input, std::uint32_t output_vc) {
  WormOutput& output = memory_.outputs(router)[output_vc];
  output.holder = static_cast<std::uint16_t>(input);
  memory_.inputs(router)[input].output_vc = static_cast<std::uint16_t>(output_vc);
  const Mask at = bit(input);
  sets.free &= ~bit(output_vc);
  sets.waiting &= ~at;
  sets.fresh |= at;
  if (output_vc >= network_inputs() || output.credits > 0) {
    sets.credited |= at;
  } else {
    sets.credited &= ~at;
  }
  if (joint_) {
    sets.active |= at;
  } else if (step_delay_ == 1) {
    sets.later |= at;
  } else {
    starts_.add({router, input});
  }
}

template <class Mask>
void WormEngineOf<Mask>::release(std::uint32_t router, Sets& sets, WormOutput& output, std::uint32_t output_vc) {
  output.holder = kNoInput;
  if (output_vc < network_inputs() && output.credits != depth_ && waits_for_credits(router, output_vc)) return;
  sets.free |= bit(output_vc);
  sets.hopeless = 0;
  active_.add(router);
}

/// The front flit of an input VC crosses to an output.
template <class Mask>
void WormEngineOf<Mask>::cross(std::uint32_t router, Sets& sets, std::uint32_t input, std::uint32_t output) {
  const std::size_t place = memory_.place(router, input);
  WormInput<Mask>& vc = memory_.input(place);
  const std::uint32_t output_vc = vc.output_vc;
  WormOutput& lane = memory_.outputs(router)[output_vc];
  const QueuedFlit flit = memory_.pop(vc, place);
  const PacketIndex packet = packet_of(flit);
  const Mask at = bit(input);
  const auto port = static_cast<int>(port_of(input));
  if (port < shape_.ports) {
    const FarPort& before = wiring_.upstream(router, port);
    const std::uint32_t port_vc = input - static_cast<std::uint32_t>(port * shape_.vcs);
    credits_.add({before.router, before.first_vc + port_vc});
  } else {
    source_credits_.add({router, input - network_inputs()});
  }
  const bool to_network = output < static_cast<std::uint32_t>(shape_.ports);
  const std::uint32_t output_port_vc = output_vc - output * static_cast<std::uint32_t>(shape_.vcs);
  const bool is_head = (sets.fresh & at) != 0;
  if (is_head) {
    sets.fresh &= ~at;
    if (to_network) {
      const bool escape = (vc.tiers[topologies::RouteChoice::kEscape] & bit(output_vc)) != 0;
      TravellingPacket& travelling = packets_[packet];
      travelling.header = routing_.advance(static_cast<topologies::NodeId>(router), travelling.header,
                                           static_cast<topologies::PortId>(output), escape);
      ++travelling.hops;
      ++network_grants_;
      escape_grants_ += static_cast<std::uint64_t>(escape && counts_escapes_);
    }
  }
  if (to_network) {
    const FarPort& far = wiring_.downstream(router, static_cast<int>(output));
    flits_[far.line].add({far.router, far.first_vc + output_port_vc, flit});
    ++channel_flits_[router * static_cast<std::size_t>(shape_.ports) + output];
    if (--lane.credits == 0) sets.credited &= ~at;
  } else if (is_tail(flit)) {
    ejections_.add({packet, router * kMaxWormEjectors + output - static_cast<std::uint32_t>(shape_.ports)});
  }
  if (tells_crossings_)
    tell_crossing({router, packet, static_cast<int>(input), static_cast<int>(output),
                   to_network ? static_cast<int>(output_port_vc) : -1},
                  is_head, is_tail(flit));
  if (vc.flits == 0) sets.occupied &= ~at;
  if (!is_tail(flit)) return;
  sets.active &= ~at;
  sets.later &= ~at;
  if (vc.flits != 0) sets.heads |= at;
  release(router, sets, lane, output_vc);
}

/// A cycle of a router.
template <class Mask>
void WormEngineOf<Mask>::step(std::uint32_t router) {
  Sets& sets = memory_.sets(router);
  if (sets.heads != 0) start_heads(router, sets);
  bidders_ = 0;
  vcs_.clear();
  if (sets.bidding() != 0) {
    bid(router, sets);
    if (bidders_ != 0) vc_allocation_.compute(bidders_, memory_.allocators(router), RouterView(*this, router), vcs_);
  }
  Mask asking = sets.asking();
  const bool speculates = speculative_ && bidders_ != 0;
  std::uint8_t* const state = memory_.allocators(router);
  std::uint8_t* const switch_state = state + vc_allocation_.state_bytes();
  for (const auto& pair : vcs_) allocate_vc(router, sets, pair.input, pair.output);
  if (vcs_.size() != 0) vc_allocation_.commit(state, vcs_);
  if (joint_) asking = sets.asking();
  if (asking != 0 || speculates) {
    const RouterView view(*this, router);
    switch_allocation_.compute(asking, switch_state, view, certain_);
    if (speculates) {
      switch_allocation_.speculate(bidders_, asking, certain_, switch_state, view, speculation_);
    } else {
      speculation_.clear();
    }
    switch_allocation_.commit(switch_state, static_cast<int>(router), certain_, speculation_);
    if (looks_) look(router, true);
    for (const Matching* const grants : {&certain_, &speculation_}) {
      for (const auto& pair : *grants) cross(router, sets, pair.input, pair.output);
    }
  } else if (looks_) {
    look(router, false);
  }
  sets.active |= sets.later;
  sets.later = 0;
  if (sets.heads == 0 && sets.bidding() == 0 && sets.asking() == 0) {
    active_.drop(router);
    if (looks_) look_at_rest(router);
  }
}

template <class Mask>
void WormEngineOf<Mask>::simulate(std::vector<WormEjection>& ejected) {
  draws_.set_cycle(now_);
  take_events();
  for_each_line([this](auto& line) { line.begin(now_); });
  if (sources_.active()) {
    sources_.step(packets_, [this](std::uint32_t node, std::uint32_t vc, PacketIndex packet, bool head, bool tail) {
      if (head) packets_.record(packet).entered = now_;
      const std::uint32_t input = network_inputs() + vc;
      if (flits_[0].delay() == 0) {
        arrive(node, input, queued_flit(packet, tail));
      } else {
        flits_[0].add({node, input, queued_flit(packet, tail)});
      }
    });
  }
  if (on_inputs_.tell) wake_observed();
  if (yielded_ != nullptr) active_.set_apart(yielded_->routers, yielded_->active);
  active_.for_each([this](std::uint32_t router) { step(router); });
  if (yielded_ != nullptr) step_yielded();
  for_each_line([this](auto& line) { line.end(now_); });
  ejections_.take(now_, [&](const WormEjection& ejection) { ejected.push_back(ejection); });
  if (ejected.size() > 1)
    std::sort(ejected.begin(), ejected.end(),
              [](const WormEjection& a, const WormEjection& b) { return a.place < b.place; });
  ++now_;
}

}  // namespace trenza::tlm
