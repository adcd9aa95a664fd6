// An independent simulator of the flit-level machine (`router.switching: wormhole`), written from
// docs/microarchitecture-flit.md ("the page") and docs/microarchitecture.md ("page one") alone. It shares no code with
// the product, so that it can judge it: the same offers must give the same deliveries, cycle by cycle.
//
// Clarity comes before speed: in every cycle every router and every input VC is looked at. A broken invariant throws
// std::logic_error; what the page does not allow throws std::invalid_argument (what section 8.4
// refuses, flit_dependencies.h finds).
#ifndef ORACLE_FLIT_ORACLE_H
#define ORACLE_FLIT_ORACLE_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "flit_allocator.h"
#include "flit_config.h"
#include "flit_routing.h"
#include "flit_state.h"

namespace oracle {
namespace flit {

class Simulator {
 public:
  explicit Simulator(const Config& configuration);

  int nodes() const { return network().nodes(); }
  int ports() const { return P; }  // of the network, of each router; absent ones included
  Cycle now() const { return cycle; }

  // A packet of the present cycle. Returns its number at its source.
  std::uint64_t offer(int source, int destination, int flits, std::uint64_t tag = 0, int message_class = 0);

  // Simulates the present cycle, and goes to the next one.
  void step();

  // What was ejected in the cycle that was simulated last, in the order of section 9.
  const std::vector<Delivery>& delivered() const { return deliveries; }

  // Nothing is queued, buffered or under way, and all credits are home (section 9).
  bool idle() const;
  void jump(Cycle to);  // of an idle fabric

  std::uint64_t digest() const { return digest_sum; }
  std::uint64_t delivered_packets() const { return delivered_count; }
  std::uint64_t flit_hops() const { return flit_hop_count; }
  std::uint64_t lost_speculations() const { return lost_count; }

  // What happened in the cycle that was simulated last, router by router: an input VC was allocated an output VC, or a
  // flit crossed a switch.
  struct Event {
    int router, input, output, vc;
    int source;
    std::uint64_t number;
    int flit;  // index; 0 for an allocation
    bool speculative;
  };
  const std::vector<Event>& allocations() const { return allocation_events; }
  const std::vector<Event>& crossings() const { return crossing_events; }

 private:
  const detail::Network& network() const { return routing.network(); }
  int port_of(int input) const { return input / V; }
  int output_of(int lane) const { return lane / V; }
  bool is_ejection(int output) const { return output >= P; }
  int hop_cycles(int port) const;  // H
  std::size_t draw(int router, int purpose, int index, std::size_t n) const;
  Router new_router(int number) const;
  AllocatorUnit::StridesOf switch_strides(int number) const;

  void arrive();
  void eject(const Ejection& ejection);
  void store(InputVc& input, const Flit& flit) const;

  void send(int node);  // section 7
  int usable_vc(const Source& source, int message_class) const;
  void take(Source& source, int vc, int message_class) const;
  void send_flit(int node, int vc);

  void decide(int node);  // sections 4 to 6
  void route(Router& router) const;
  std::vector<int> requests_of(int node, int input, const Draw& draws) const;
  Asks certain_asks(const Router& router) const;
  Asks speculative_asks(const Router& router, const std::vector<std::vector<int>>& requested) const;
  bool is_free(int node, int input, int lane, const Packet& packet) const;
  bool has_credit(const Router& router, int lane) const;
  bool is_dropped(const Router& router, const Ask& pair, const Asks& asked, const Matches& granted) const;
  void allocate(int node, int input, int lane);
  void cross(int node, int input, bool speculative);

  const Config config;
  const FlitRouting routing;
  const std::vector<std::uint16_t> lfsr;
  const int P, V, E;
  Cycle cycle = 0;
  std::vector<Router> routers;
  std::vector<Source> sources;
  UnderWay<FlitArrival> flits_under_way;
  UnderWay<CreditArrival> credits_under_way;
  UnderWay<Ejection> ejections_under_way;
  std::vector<Delivery> deliveries;
  std::vector<Event> allocation_events, crossing_events;
  std::uint64_t digest_sum = 0, delivered_count = 0, flit_hop_count = 0, lost_count = 0;
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_ORACLE_H
