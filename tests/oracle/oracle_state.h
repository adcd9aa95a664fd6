// The state of the fabric: packets, what is in buffers and on links, and routers.
#ifndef ORACLE_ORACLE_STATE_H
#define ORACLE_ORACLE_STATE_H

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "oracle_pipeline.h"
#include "oracle_request.h"
#include "oracle_routing.h"

namespace oracle {
namespace detail {

struct Reservation {  // section 17
  std::uint64_t made;
  int port, vc;  // `absent` at the destination
};
struct Packet {
  int source = 0, destination = 0;
  std::uint64_t number = 0;
  int flits = 0;
  int hops = 0;
  std::uint64_t created = 0, entered = 0;
  std::uint64_t tag = 0;
  int message_class = 0;
  bool has_entered = false;
  Header header;  // seen from where the head is
  std::optional<Reservation> reservation;
};
using PacketPtr = std::shared_ptr<Packet>;

struct Flit {
  PacketPtr packet;
  int index = 0;              // 0 = head, packet->flits - 1 = tail
  std::uint64_t arrived = 0;  // at the buffer that holds it
};
struct FlitOnLink {
  Flit flit;
  int vc;
  std::uint64_t due;
};
struct CreditOnLink {
  int vc;
  std::uint64_t due;
};

struct Input {
  std::deque<Flit> flits;         // network input VC
  std::deque<PacketPtr> packets;  // injector; the first one may be crossing
  bool crossing = false;          // the front packet is granted and its tail has not crossed yet
  Flit last;                      // network input VC: the flit that arrived last (order check)
};
struct Output {
  PacketPtr packet;  // that crosses to this output; null: the output is free
  int input = 0;     // where it comes from
  int vc = 0;        // where it goes to
  int next_flit = 0;
  std::vector<int> credits;            // of each VC; slots for escape VCs, flits for the others; none for ejection
  std::deque<FlitOnLink> link;         // towards the neighbour
  std::deque<CreditOnLink> returning;  // from the neighbour
};
struct Pick {
  int input;
  int output;  // `absent`: a bid at the destination
  int vc;
  PacketPtr packet;
};
using Picks = std::vector<Pick>;

inline const Pick* of_input(const Picks& picks, int i) {
  for (const Pick& p : picks)
    if (p.input == i) return &p;
  return nullptr;
}

// The picks that are among these requests.
inline Picks those_of(const Picks& picks, const Requests& requests) {
  Picks result;
  for (const Request& r : requests)
    for (const Pick& p : picks)
      if (p.input == r.input && p.output == r.output) result.push_back(p);
  return result;
}

inline Requests requests_of(const Picks& picks) {
  Requests requests;
  requests.reserve(picks.size());
  for (const Pick& p : picks) {
    const Age age{p.packet->created, p.packet->source, p.packet->number};
    requests.push_back({p.input, p.output, p.vc, age, p.packet->flits});
  }
  return requests;
}
struct Router {
  Router(const VcAllocation& first, const SwitchAllocation& second) : vcs(first), crossbar(second) {}

  std::vector<Input> inputs;
  std::vector<Output> outputs;
  VcAllocation vcs;
  SwitchAllocation crossbar;
  // Of this cycle:
  Picks reserving;
  Requests given;
  SwitchAllocation::Pairs granted;
  std::uint64_t offered = 0;
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_STATE_H
