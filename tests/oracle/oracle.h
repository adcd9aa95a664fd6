// An independent flit-by-flit simulator of the fabric, written from docs/microarchitecture.md alone. It shares no code
// with the product, so that it can judge it: the same offers must give the same deliveries, cycle by cycle.
//
// Clarity comes before speed. Every flit is an object that sits in a buffer or on a link, every credit travels as an
// object of its own, and every router is looked at in every cycle. Section numbers in comments are those of that page.
// The page's sections 1 and 3 are in oracle_network.h (wiring), oracle_routing.h (what a packet may ask for) and
// oracle_config.h (configuration, draws), sections 6 and 7 are in oracle_asks.h, section 8 is in oracle_allocation.h
// and what it includes, and the allocations of section 17 are in oracle_pipeline.h; this file is the machine.
//
// A broken invariant (buffer overflow, credits out of range, flits out of order, a flit that is not there when it has
// to cross) throws std::logic_error. What the page does not allow throws std::invalid_argument.
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "oracle_asks.h"
#include "oracle_config.h"
#include "oracle_network.h"
#include "oracle_pipeline.h"
#include "oracle_request.h"
#include "oracle_routing.h"
#include "oracle_rows.h"
#include "oracle_state.h"

namespace oracle {

class Simulator {
 public:
  explicit Simulator(const Config& configuration);

  int nodes() const { return network().nodes(); }
  std::uint64_t now() const { return cycle; }

  std::uint64_t offer(int source, int destination, int flits, std::uint64_t tag = 0, int message_class = 0);

  void step();

  const std::vector<Delivery>& delivered() const { return deliveries; }

  bool idle() const;

  void jump(std::uint64_t to);

  std::uint64_t digest() const { return digest_sum; }
  std::uint64_t flit_hops() const { return flit_hop_count; }  // flits that crossed to a network output
  std::uint64_t delivered_packets() const { return delivered_count; }
  std::uint64_t network_grants() const { return network_grant_count; }
  std::uint64_t escape_grants() const { return escape_grant_count; }
  // Flits that crossed to the channel of output port p of a node, by node * P + p.
  const std::vector<std::uint64_t>& channel_flits() const { return channel_flit_count; }

  // A grant of the last step, or what an input asked for; vc is -1 for an ejection port.
  struct GrantRecord {
    int router = 0, input = 0, output = 0, vc = 0;
    int source = 0;
    std::uint64_t number = 0;
    bool speculative = false;
  };
  const std::vector<GrantRecord>& granted() const { return grant_records; }
  const std::vector<GrantRecord>& asked() const { return ask_records; }
  // What was bid for and what was reserved in the last step (section 17); output and vc are -1 at the destination.
  const std::vector<GrantRecord>& bids() const { return bid_records; }
  const std::vector<GrantRecord>& reserved() const { return reservation_records; }
  std::uint64_t wasted_pairs() const { return wasted_count; }

 private:
  using CreditOnLink = detail::CreditOnLink;
  using Flit = detail::Flit;
  using FlitOnLink = detail::FlitOnLink;
  using Input = detail::Input;
  using Output = detail::Output;
  using Packet = detail::Packet;
  using PacketPtr = detail::PacketPtr;
  using Pick = detail::Pick;
  using Picks = detail::Picks;
  using Router = detail::Router;

  struct Grant {
    int node;
    Pick pick;
    bool speculative;
  };

  const detail::Network& network() const { return routing.network; }

  static std::size_t at(int i) { return detail::at(i); }
  static std::uint64_t word(int i) { return detail::word(i); }

  int link_delay(int port) const {
    return config.port_link_delay.empty() ? config.link_delay : config.port_link_delay[at(port)];
  }

  int full_credits(int vc) const {
    return numbering.is_escape_vc(vc) ? config.buffer_packets : config.buffer_packets * config.max_packet_flits;
  }

  // Section 3.
  std::size_t draw(int router, int purpose, int index, std::size_t n) const;

  // Section 4.2: the input of the injector of a packet.
  int injector_for(const Router& router, const Packet& packet) const;

  GrantRecord record_of(int node, const Pick& p, bool speculative) const;

  // Section 17, the first step. Returns all that was picked; what is reserved is in `reserving`.
  Picks first_step(int node, const detail::Asks& asks, const detail::Draw& draws);

  // Sections 5.2, 5.3 and 17.
  void decide(int node, std::vector<Grant>& grants);

  void reserve(Router& router, const Pick& pick);

  // Section 10.
  void take_credits(Router& router, const Pick& pick) const;

  // Section 5.4.
  void apply(const Grant& grant);

  // One flit of the packet that has output o crosses the crossbar (sections 5, 9, 10, 11).
  void cross(int node, int o);

  // Sections 11 and 12. Outputs cross in ascending order of (node, port): deliveries come in the contract's order.
  void eject(int node, const Packet& packet);

  // Flits and credits that arrive in cycle now() become part of the state before its decisions (section 5.1).
  void arrive();

  void store(Input& input, const Flit& flit, int vc) const;

  const Config config;
  const detail::Routing routing;
  const std::vector<std::uint16_t> lfsr;
  const int P, V;
  const detail::Numbering numbering;
  const int inputs;  // of a router
  std::uint64_t cycle = 0;
  std::vector<Router> routers;
  std::vector<Delivery> deliveries;
  std::vector<GrantRecord> ask_records, grant_records, bid_records, reservation_records;
  std::vector<std::uint64_t> channel_flit_count = std::vector<std::uint64_t>(at(nodes() * P), 0);
  std::uint64_t digest_sum = 0, flit_hop_count = 0, delivered_count = 0, network_grant_count = 0,
                escape_grant_count = 0, wasted_count = 0;
};

}  // namespace oracle

#endif  // ORACLE_ORACLE_H
