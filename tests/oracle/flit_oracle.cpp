// The machine of flit_oracle.h: routers and links. Its sources are in flit_source.cpp.
#include "tests/oracle/flit_oracle.h"

#include <algorithm>
#include <set>

namespace oracle {
namespace flit {

namespace {

AllocatorPolicy switch_policy(const Config& c) {
  return {c.allocator, c.iterations, c.wavefront_priority, c.arbiter, c.max_packet_flits};
}

AllocatorPolicy vc_policy(const Config& c) {
  return {c.vc_allocator, c.vc_iterations, c.vc_wavefront_priority, c.arbiter, c.max_packet_flits};
}

// What stride, inverse_weighted and deficit charge in both allocators (sections 5 and 6).
constexpr int kCharge = 1;

}  // namespace

Simulator::Simulator(const Config& configuration)
    : config(checked(configuration)),
      routing(config),
      lfsr(detail::lfsr_sequence()),
      P(network().ports()),
      V(config.vcs()),
      E(config.ejectors) {
  detail::refuse(!config.port_link_delay.empty() && config.port_link_delay.size() != at(P),
                 "port_link_delay needs an entry for each port");
  check_strides(config, nodes(), P);
  for (int node = 0; node < nodes(); ++node) {
    routers.push_back(new_router(node));
    Source source;
    source.queues.resize(at(config.message_classes));
    source.vcs.resize(at(V));
    for (Source::LocalVc& vc : source.vcs) vc.credits = config.buffer_flits;
    source.last_taken.assign(at(config.message_classes), config.virtual_channels - 1);
    sources.push_back(source);
  }
}

Router Simulator::new_router(int number) const {
  const AllocatorShape of_switch{P + 1, V, rows_of_port(config), P + E, true, 1, 2, 4, 5};
  const AllocatorShape of_vcs{P + 1, V, V, (P + E) * V, false, 8, 9, 10, 11};
  const auto no_strides = [](int) { return std::vector<int>(); };
  const AllocatorUnit crossbar(switch_policy(config), of_switch, switch_strides(number));
  Router router{{}, {}, AllocatorUnit(vc_policy(config), of_vcs, no_strides), crossbar, crossbar};
  router.inputs.resize(at((P + 1) * V));
  router.outputs.resize(at((P + E) * V));
  for (OutputVc& output : router.outputs) output.credits = config.buffer_flits;
  return router;
}

// Sections 2 and 5, and section 8 of page one.
AllocatorUnit::StridesOf Simulator::switch_strides(int number) const {
  return [this, number](int output) {
    std::vector<int> strides(at((P + 1) * V), 1);
    for (int i = 0; i < (P + 1) * V; ++i) {
      const std::vector<int>& given = port_of(i) < P ? config.port_strides : config.injector_strides;
      if (config.arbiter == Arbiter::stride && !given.empty())
        strides[at(i)] = given[at(port_of(i) < P ? port_of(i) : i % V)];
      if (config.arbiter == Arbiter::inverse_weighted && !config.stride_table.empty())
        strides[at(i)] = config.stride_table[at((number * (P + 1) + std::min(output, P)) * (P + 1) + port_of(i))];
    }
    return strides;
  };
}

int Simulator::hop_cycles(int port) const {
  return 1 + (config.port_link_delay.empty() ? config.link_delay : config.port_link_delay[at(port)]);
}

std::size_t Simulator::draw(int router, int purpose, int index, std::size_t n) const {
  const std::uint64_t phase =
      detail::hash({config.seed, word(purpose), word(router), word(index)}) % detail::lfsr_period;
  return lfsr[(16 * (cycle % detail::lfsr_period) + phase) % detail::lfsr_period] % n;
}

// The steps of section 4. The routers do not see each other within a cycle: what one sends arrives in a later one.
void Simulator::step() {
  deliveries.clear();
  allocation_events.clear();
  crossing_events.clear();
  arrive();
  for (int node = 0; node < nodes(); ++node) send(node);
  for (int node = 0; node < nodes(); ++node) decide(node);
  ++cycle;
}

void Simulator::arrive() {
  for (const FlitArrival& a : flits_under_way.due(cycle)) store(routers[at(a.node)].inputs[at(a.input)], a.flit);
  for (const CreditArrival& a : credits_under_way.due(cycle)) {
    int& credits =
        a.at_source ? sources[at(a.node)].vcs[at(a.lane)].credits : routers[at(a.node)].outputs[at(a.lane)].credits;
    require(++credits <= config.buffer_flits, "credit overflow");
  }
  std::vector<Ejection> ejections = ejections_under_way.due(cycle);
  std::sort(ejections.begin(), ejections.end(), [](const Ejection& a, const Ejection& b) {
    return std::make_pair(a.packet->destination, a.output) < std::make_pair(b.packet->destination, b.output);
  });
  for (const Ejection& ejection : ejections) eject(ejection);
}

void Simulator::eject(const Ejection& ejection) {
  const Packet& p = *ejection.packet;
  deliveries.push_back(Delivery{p.source, p.destination, p.number, p.flits, p.hops, p.created, p.entered, cycle, p.tag,
                                p.message_class});
  ++delivered_count;
  digest_sum +=
      detail::hash({word(p.source), word(p.destination), p.number, word(p.flits), p.created, p.entered, cycle});
}

void Simulator::store(InputVc& input, const Flit& flit) const {
  if (flit.is_head())
    require(!input.last.packet || input.last.is_tail(), "a head arrives inside another packet");
  else
    require(input.last.packet == flit.packet && input.last.index + 1 == flit.index, "flits out of order");
  input.last = flit;
  input.flits.push_back(flit);
  require(input.flits.size() <= at(config.buffer_flits), "buffer overflow");
}

void Simulator::decide(int node) {
  Router& router = routers[at(node)];
  const Draw draws = [this, node](int purpose, int index, std::size_t n) { return draw(node, purpose, index, n); };
  route(router);

  // VC allocation.
  std::vector<std::vector<int>> requested(router.inputs.size());
  Asks asks;
  for (int i = 0; i < (P + 1) * V; ++i) {
    requested[at(i)] = requests_of(node, i, draws);
    for (int lane : requested[at(i)]) {
      const Packet& packet = *router.inputs[at(i)].flits.front().packet;
      asks.push_back({i, lane, packet.age(), kCharge});
    }
  }
  const Matches given = router.vc_allocator.match(asks, draws, cycle);
  router.vc_allocator.update(given);
  for (const Match& m : given) allocate(node, m.ask.input, m.ask.column);

  // Switch allocation. With `joint` the allocations of this cycle count; else they may use the switch later only.
  const Asks certain = certain_asks(router);
  const Matches granted = router.certain.match(certain, draws, cycle);
  Matches moved;
  if (config.pipeline == Pipeline::speculative)
    for (const Match& m : router.speculative.match(speculative_asks(router, requested), draws, cycle)) {
      if (is_dropped(router, m.ask, certain, granted)) continue;
      const InputVc& input = router.inputs[at(m.ask.input)];
      if (input.state == VcState::active && output_of(input.lane) == m.ask.column && has_credit(router, input.lane))
        moved.push_back(m);
      else
        ++lost_count;
    }
  router.certain.update(granted);
  router.speculative.update(moved);

  for (const Match& m : granted) cross(node, m.ask.input, false);
  for (const Match& m : moved) cross(node, m.ask.input, true);
}

// Section 4, step 3.
void Simulator::route(Router& router) const {
  for (InputVc& input : router.inputs) {
    if (input.state == VcState::idle && !input.flits.empty()) {
      require(input.flits.front().is_head(), "the front flit of an idle input VC is no head");
      input.state = VcState::routing;
      input.routing_since = cycle;
    }
    if (input.state == VcState::routing && input.routing_since + word(config.routing_delay) <= cycle)
      input.state = VcState::waiting;
  }
}

// Section 4, step 4: the output VCs that an input VC requests, ascending.
std::vector<int> Simulator::requests_of(int node, int input, const Draw& draws) const {
  const Router& router = routers[at(node)];
  const InputVc& vc = router.inputs[at(input)];
  if (vc.state != VcState::waiting) return {};
  const Packet& packet = *vc.flits.front().packet;
  for (const Tier& tier :
       routing.tiers(node, port_of(input), input % V, packet.destination, packet.message_class, packet.header)) {
    std::vector<int> free;
    for (int lane : tier)
      if (is_free(node, input, lane, packet)) free.push_back(lane);
    require(std::is_sorted(free.begin(), free.end()), "candidates are not in ascending order");
    if (free.empty()) continue;
    if (config.vc_requests == Requests::all) return free;
    return {free[draws(7, input, free.size())]};
  }
  return {};
}

// Section 4, step 4, and section 8.3.
bool Simulator::is_free(int node, int input, int lane, const Packet& packet) const {
  const OutputVc& output = routers[at(node)].outputs[at(lane)];
  if (output.holder >= 0) return false;
  if (routing.bubble_ring(node, lane) != detail::absent) {
    const bool continues = routing.continues(node, port_of(input), input % V, lane);
    return output.credits >= (continues ? 1 : packet.flits + config.bubble_flits);
  }
  return is_ejection(output_of(lane)) || config.reallocation == Reallocation::tail ||
         output.credits == config.buffer_flits;
}

bool Simulator::has_credit(const Router& router, int lane) const {
  return is_ejection(output_of(lane)) || router.outputs[at(lane)].credits > 0;
}

// Section 5.
Asks Simulator::certain_asks(const Router& router) const {
  Asks asks;
  for (int i = 0; i < (P + 1) * V; ++i) {
    const InputVc& input = router.inputs[at(i)];
    if (input.state != VcState::active || input.switch_from > cycle || input.flits.empty()) continue;
    if (has_credit(router, input.lane))
      asks.push_back({i, output_of(input.lane), input.flits.front().packet->age(), kCharge});
  }
  return asks;
}

Asks Simulator::speculative_asks(const Router& router, const std::vector<std::vector<int>>& requested) const {
  Asks asks;
  for (int i = 0; i < (P + 1) * V; ++i) {
    std::set<int> outputs;
    for (int lane : requested[at(i)])
      if (has_credit(router, lane)) outputs.insert(output_of(lane));
    for (int o : outputs) {
      asks.push_back({i, o, router.inputs[at(i)].flits.front().packet->age(), kCharge});
      if (config.allocator == Allocator::input_first) break;
    }
  }
  return asks;
}

bool Simulator::is_dropped(const Router& router, const Ask& pair, const Asks& asked, const Matches& granted) const {
  const auto stands_in_the_way = [&](const Ask& certain) {
    return certain.column == pair.column || router.certain.row(certain.input) == router.certain.row(pair.input);
  };
  if (config.mask == Mask::requests) return std::any_of(asked.begin(), asked.end(), stands_in_the_way);
  return std::any_of(granted.begin(), granted.end(), [&](const Match& m) { return stands_in_the_way(m.ask); });
}

// Section 4, step 6.
void Simulator::allocate(int node, int input, int lane) {
  Router& router = routers[at(node)];
  InputVc& vc = router.inputs[at(input)];
  OutputVc& output = router.outputs[at(lane)];
  require(vc.state == VcState::waiting && output.holder < 0, "an allocation of something that is not free");
  const Packet& packet = *vc.flits.front().packet;
  vc.state = VcState::active;
  vc.lane = lane;
  vc.switch_from = cycle + word(cycles_to_switch(config));
  output.holder = input;
  allocation_events.push_back({node, input, output_of(lane), lane % V, packet.source, packet.number, 0, false});
}

void Simulator::cross(int node, int input, bool speculative) {
  Router& router = routers[at(node)];
  InputVc& vc = router.inputs[at(input)];
  require(vc.state == VcState::active && !vc.flits.empty(), "a grant to an input VC that has nothing to send");
  const Flit flit = vc.flits.front();
  vc.flits.pop_front();
  Packet& packet = *flit.packet;
  const int lane = vc.lane, o = output_of(lane), w = lane % V;
  OutputVc& output = router.outputs[at(lane)];
  require(output.holder == input, "an output VC is used by another than its holder");
  require(is_ejection(o) == (packet.destination == node), "a packet is ejected elsewhere, or passes its destination");
  crossing_events.push_back({node, input, o, w, packet.source, packet.number, flit.index, speculative});

  if (is_ejection(o)) {
    if (flit.is_tail()) ejections_under_way.add(cycle + word(config.ejection_delay), {o, flit.packet});
  } else {
    require(--output.credits >= 0, "credit underflow");
    ++flit_hop_count;
    if (flit.is_head()) {
      ++packet.hops;
      routing.hop(packet.header, node, packet.destination, o, w);
    }
    const int next_input = network().input_port(node, o) * V + w;
    flits_under_way.add(cycle + word(hop_cycles(o)), {network().neighbour(node, o), next_input, flit});
  }

  const int port = port_of(input);
  if (port < P) {
    const detail::Network::End from = network().upstream(node, port);
    credits_under_way.add(cycle + word(config.credit_delay), {from.node, from.port * V + input % V, false});
  } else {
    credits_under_way.add(cycle + word(config.injection_credit_delay), {node, input % V, true});
  }

  if (flit.is_tail()) {
    output.holder = -1;
    vc.state = VcState::idle;
    vc.lane = -1;
  }
}

bool Simulator::idle() const {
  for (const Source& source : sources) {
    for (const auto& queue : source.queues)
      if (!queue.empty()) return false;
    for (const Source::LocalVc& vc : source.vcs)
      if (vc.in_progress) return false;
  }
  for (const Router& router : routers)
    for (const InputVc& input : router.inputs)
      if (!input.flits.empty()) return false;
  if (!flits_under_way.empty() || !credits_under_way.empty() || !ejections_under_way.empty()) return false;

  for (const Source& source : sources)
    for (const Source::LocalVc& vc : source.vcs) require(vc.credits == config.buffer_flits, "credits were lost");
  for (const Router& router : routers) {
    for (const InputVc& input : router.inputs) require(input.state == VcState::idle, "an empty input VC is not idle");
    for (const OutputVc& output : router.outputs)
      require(output.holder < 0 && output.credits == config.buffer_flits, "an output VC is not free");
  }
  return true;
}

void Simulator::jump(Cycle to) {
  detail::refuse(!idle(), "only an idle fabric can jump");
  detail::refuse(to < cycle, "a jump cannot go back");
  cycle = to;
}

}  // namespace flit
}  // namespace oracle
