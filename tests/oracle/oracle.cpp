// The machine of oracle.h. It is a source file of its own because the compiler needs long for it.
#include "tests/oracle/oracle.h"

namespace oracle {

Simulator::Simulator(const Config& configuration)
    : config(detail::checked(configuration)),
      routing(config),
      lfsr(detail::lfsr_sequence()),
      P(network().ports()),
      V(config.message_classes * (config.escape_vcs + config.adaptive)),
      numbering(config, P, V),
      inputs(numbering.inputs()) {
  detail::refuse(inputs > 64, "a router can have at most 64 inputs");
  detail::refuse(!config.port_link_delay.empty() && config.port_link_delay.size() != at(P),
                 "port_link_delay needs an entry for each port");
  detail::check_strides(config, nodes(), P);
  for (int node = 0; node < nodes(); ++node) {
    Router router(detail::VcAllocation(config, P, V, node), detail::SwitchAllocation(config, P, V, node));
    router.inputs.resize(at(inputs));
    router.outputs.resize(at(P + config.ejectors));
    for (int p = 0; p < P; ++p)
      for (int v = 0; v < V; ++v) router.outputs[at(p)].credits.push_back(full_credits(v));
    routers.push_back(router);
  }
}

std::uint64_t Simulator::offer(int source, int destination, int flits, std::uint64_t tag, int message_class) {
  detail::refuse(source < 0 || source >= nodes() || destination < 0 || destination >= nodes(), "no such node");
  detail::refuse(flits < 1 || flits > config.max_packet_flits, "packet length out of range");
  detail::refuse(message_class < 0 || message_class >= config.message_classes, "no such message class");
  Router& router = routers[at(source)];
  auto packet = std::make_shared<Packet>();
  packet->source = source;
  packet->destination = destination;
  packet->number = router.offered++;
  packet->flits = flits;
  packet->created = cycle;
  packet->tag = tag;
  packet->message_class = message_class;
  packet->header = routing.first_header(config.seed, source, destination, packet->number);
  router.inputs[at(injector_for(router, *packet))].packets.push_back(packet);
  return packet->number;
}

void Simulator::step() {
  deliveries.clear();
  for (auto* records : {&ask_records, &grant_records, &bid_records, &reservation_records}) records->clear();
  // All decisions are taken in the state before the cycle, then they are applied, then flits cross (section 5).
  std::vector<Grant> grants;
  for (int node = 0; node < nodes(); ++node) decide(node, grants);
  for (Router& router : routers)
    for (const Pick& pick : router.reserving) reserve(router, pick);
  for (const Grant& grant : grants) apply(grant);
  for (Router& router : routers) {
    router.vcs.update(router.given);
    router.crossbar.update(router.granted);
  }
  for (int node = 0; node < nodes(); ++node)
    for (int o = 0; o < P + config.ejectors; ++o) cross(node, o);
  ++cycle;
  arrive();
}

bool Simulator::idle() const {
  for (const Router& router : routers) {
    for (const Input& input : router.inputs)
      if (!input.flits.empty() || !input.packets.empty() || input.crossing) return false;
    for (const Output& output : router.outputs)
      if (output.packet || !output.link.empty() || !output.returning.empty()) return false;
  }
  for (const Router& router : routers)
    for (int p = 0; p < P; ++p)
      for (int v = 0; v < V; ++v)
        detail::require(router.outputs[at(p)].credits[at(v)] == full_credits(v), "credits were lost");
  return true;
}

void Simulator::jump(std::uint64_t to) {
  detail::refuse(!idle(), "only an idle fabric can jump");
  detail::refuse(to < cycle, "a jump cannot go back");
  cycle = to;
}

std::size_t Simulator::draw(int router, int purpose, int index, std::size_t n) const {
  const std::uint64_t phase =
      detail::hash({config.seed, word(purpose), word(router), word(index)}) % detail::lfsr_period;
  return lfsr[(16 * (cycle % detail::lfsr_period) + phase) % detail::lfsr_period] % n;
}

int Simulator::injector_for(const Router& router, const Packet& packet) const {
  const int count = config.injectors, first = numbering.injector_input(packet.message_class, 0);
  switch (config.injection) {
    case Injection::direction: {
      const std::vector<int> c = routing.productive_ports(packet.source, packet.destination, packet.header);
      if (c.empty()) return first + static_cast<int>(packet.number % word(count));  // to its own node
      return first + c[packet.number % c.size()] % count;
    }
    case Injection::round_robin:
      return first + static_cast<int>(packet.number % word(count));
    case Injection::shortest: {
      int best = first;
      for (int i = first; i < first + count; ++i)
        if (router.inputs[at(i)].packets.size() < router.inputs[at(best)].packets.size()) best = i;
      return best;
    }
  }
  throw std::invalid_argument("oracle: unknown injection");
}

Simulator::GrantRecord Simulator::record_of(int node, const Pick& p, bool speculative) const {
  return {node, p.input, p.output, p.output < P ? p.vc : -1, p.packet->source, p.packet->number, speculative};
}

Simulator::Picks Simulator::first_step(int node, const detail::Asks& asks, const detail::Draw& draws) {
  Router& router = routers[at(node)];
  Picks bids = asks.bids();
  Picks elsewhere;
  router.reserving.clear();
  for (const Pick& bid : bids) (bid.output == detail::absent ? router.reserving : elsewhere).push_back(bid);
  router.given = router.vcs.allocate(detail::requests_of(elsewhere), draws);
  for (const Pick& got : detail::those_of(elsewhere, router.given)) router.reserving.push_back(got);
  for (const Pick& p : bids) bid_records.push_back(record_of(node, p, false));
  for (const Pick& p : router.reserving) reservation_records.push_back(record_of(node, p, false));
  return bids;
}

void Simulator::decide(int node, std::vector<Grant>& grants) {
  Router& router = routers[at(node)];
  const detail::Draw draws = [&](int purpose, int index, std::size_t n) { return draw(node, purpose, index, n); };
  const detail::Asks asks(config, routing, numbering, node, router, cycle, draws);
  detail::Asks::Wanted wanted;
  if (config.pipeline == Pipeline::joint)
    wanted.certain = asks.joint();
  else
    wanted = asks.second_step(first_step(node, asks, draws));
  for (const Pick& p : wanted.certain) ask_records.push_back(record_of(node, p, false));
  for (const Pick& p : wanted.speculative) ask_records.push_back(record_of(node, p, true));

  router.granted = router.crossbar.allocate(
      {detail::requests_of(wanted.certain), detail::requests_of(wanted.speculative)}, draws, cycle);
  detail::Requests& gambled = router.granted.speculative;
  const std::size_t left = gambled.size();
  gambled = detail::those(
      gambled, [&](const detail::Request& pair) { return detail::of_input(router.reserving, pair.input) != nullptr; });
  wasted_count += left - gambled.size();
  for (const Pick& p : detail::those_of(wanted.certain, router.granted.certain)) grants.push_back({node, p, false});
  for (const Pick& p : detail::those_of(wanted.speculative, gambled)) grants.push_back({node, p, true});
}

void Simulator::reserve(Router& router, const Pick& pick) {
  detail::require(!pick.packet->reservation, "a packet reserves twice");
  pick.packet->reservation = detail::Reservation{cycle, pick.output, pick.vc};
  if (pick.output != detail::absent) take_credits(router, pick);
}

void Simulator::take_credits(Router& router, const Pick& pick) const {
  int& credits = router.outputs[at(pick.output)].credits[at(pick.vc)];
  credits -= numbering.is_escape_vc(pick.vc) ? 1 : pick.packet->flits;
  detail::require(credits >= 0, "credit underflow");
}

void Simulator::apply(const Grant& grant) {
  Router& router = routers[at(grant.node)];
  const Pick& pick = grant.pick;
  Packet& packet = *pick.packet;
  Input& input = router.inputs[at(pick.input)];
  Output& output = router.outputs[at(pick.output)];
  detail::require(!input.crossing && !output.packet, "a grant of something that is taken");

  input.crossing = true;
  output.packet = pick.packet;
  output.input = pick.input;
  output.vc = pick.vc;
  output.next_flit = 0;
  if (!packet.has_entered) {
    packet.has_entered = true;
    packet.entered = cycle;
  }
  grant_records.push_back(record_of(grant.node, pick, grant.speculative));
  if (config.pipeline != Pipeline::joint) {
    detail::require(packet.reservation.has_value(), "a grant without a reservation");
    const bool is_kept = pick.output >= P
                             ? packet.reservation->port == detail::absent
                             : packet.reservation->port == pick.output && packet.reservation->vc == pick.vc;
    detail::require(is_kept, "a grant of something else than what is reserved");
    packet.reservation.reset();
  }
  if (pick.output < P) {
    ++network_grant_count;
    if (numbering.is_escape_vc(pick.vc)) ++escape_grant_count;
    if (config.pipeline == Pipeline::joint) take_credits(router, pick);
    routing.hop(packet.header, grant.node, packet.destination, pick.output, numbering.is_escape_vc(pick.vc));
    ++packet.hops;
  }
}

void Simulator::cross(int node, int o) {
  Router& router = routers[at(node)];
  Output& output = router.outputs[at(o)];
  if (!output.packet) return;
  const PacketPtr packet = output.packet;
  Input& input = router.inputs[at(output.input)];
  const int index = output.next_flit++;
  const bool is_tail = index == packet->flits - 1;
  detail::require(input.crossing, "an output is taken by an input that does not cross");

  if (numbering.is_network_input(output.input)) {
    detail::require(!input.flits.empty(), "a flit is missing when it should cross");
    const Flit flit = input.flits.front();
    detail::require(flit.packet == packet && flit.index == index, "another flit is where a flit should cross");
    input.flits.pop_front();
    const int port = numbering.port_of(output.input), vc = numbering.vc_of(output.input);
    if (!numbering.is_escape_vc(vc) || is_tail) {
      const detail::Network::End from = network().upstream(node, port);
      Output& feeding = routers[at(from.node)].outputs[at(from.port)];
      feeding.returning.push_back(CreditOnLink{vc, cycle + word(config.credit_delay)});
    }
  } else {
    detail::require(!input.packets.empty() && input.packets.front() == packet,
                    "another packet is where a packet should cross");
    if (is_tail) input.packets.pop_front();
  }

  if (o < P) {
    output.link.push_back(FlitOnLink{Flit{packet, index, 0}, output.vc, cycle + word(link_delay(o)) + 1});
    ++flit_hop_count;
    ++channel_flit_count[at(node * P + o)];
  } else if (is_tail) {
    eject(node, *packet);
  }

  if (is_tail) {
    output.packet = nullptr;
    input.crossing = false;
  }
}

void Simulator::eject(int node, const Packet& packet) {
  detail::require(packet.destination == node, "a packet is ejected elsewhere");
  deliveries.push_back(Delivery{packet.source, packet.destination, packet.number, packet.flits, packet.hops,
                                packet.created, packet.entered, cycle, packet.tag, packet.message_class});
  ++delivered_count;
  digest_sum += detail::hash({word(packet.source), word(packet.destination), packet.number, word(packet.flits),
                              packet.created, packet.entered, cycle});
}

void Simulator::arrive() {
  for (int node = 0; node < nodes(); ++node)
    for (int p = 0; p < P; ++p) {
      Output& output = routers[at(node)].outputs[at(p)];
      while (!output.link.empty() && output.link.front().due <= cycle) {
        FlitOnLink moving = output.link.front();
        output.link.pop_front();
        detail::require(moving.due == cycle, "a flit was late");
        moving.flit.arrived = cycle;
        const int input = network().input_port(node, p) * V + moving.vc;
        store(routers[at(network().neighbour(node, p))].inputs[at(input)], moving.flit, moving.vc);
      }
      while (!output.returning.empty() && output.returning.front().due <= cycle) {
        const CreditOnLink credit = output.returning.front();
        output.returning.pop_front();
        detail::require(credit.due == cycle, "a credit was late");
        ++output.credits[at(credit.vc)];
        detail::require(output.credits[at(credit.vc)] <= full_credits(credit.vc), "credit overflow");
      }
    }
}

void Simulator::store(Input& input, const Flit& flit, int vc) const {
  if (flit.index == 0)
    detail::require(!input.last.packet || input.last.index == input.last.packet->flits - 1,
                    "a head arrives inside another packet");
  else
    detail::require(input.last.packet == flit.packet && input.last.index + 1 == flit.index, "flits out of order");
  input.last = flit;
  input.flits.push_back(flit);
  detail::require(input.flits.size() <= at(config.buffer_packets) * at(config.max_packet_flits), "buffer overflow");
  if (numbering.is_escape_vc(vc)) {
    int slots = input.crossing && input.flits.front().index != 0 ? 1 : 0;  // of the packet whose head has left
    for (const Flit& stored : input.flits)
      if (stored.index == 0) ++slots;
    detail::require(slots <= config.buffer_packets, "slot overflow");
  }
}

}  // namespace oracle
