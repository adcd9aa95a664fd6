// The state of the flit-level machine (section 3 of the page): packets, flits, VCs, routers, and what is under way.
#ifndef ORACLE_FLIT_STATE_H
#define ORACLE_FLIT_STATE_H

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "flit_allocator.h"
#include "flit_routing.h"

namespace oracle {
namespace flit {

using Cycle = std::uint64_t;

struct Packet {
  int source = 0, destination = 0;
  std::uint64_t number = 0;
  int flits = 0, hops = 0, message_class = 0;
  Cycle created = 0, entered = 0;
  std::uint64_t tag = 0;
  Header header;  // seen from where the head is

  Age age() const { return Age{created, source, number}; }
};
using PacketPtr = std::shared_ptr<Packet>;

struct Flit {
  PacketPtr packet;
  int index = 0;
  bool is_head() const { return index == 0; }
  bool is_tail() const { return index == packet->flits - 1; }
};

enum class VcState { idle, routing, waiting, active };

struct InputVc {
  std::deque<Flit> flits;
  VcState state = VcState::idle;
  Cycle routing_since = 0;  // a
  int lane = -1;            // active: the output VC that it holds
  Cycle switch_from = 0;    // active: the first cycle in which it may use the switch
  Flit last;                // that arrived (order check)
};

struct OutputVc {
  int holder = -1;  // input VC
  int credits = 0;
};

struct Router {
  std::vector<InputVc> inputs;
  std::vector<OutputVc> outputs;
  AllocatorUnit vc_allocator, certain, speculative;
};

// Section 7.
struct Source {
  struct LocalVc {
    int credits = 0;
    PacketPtr in_progress;
    int next_flit = 0;
  };
  std::vector<std::deque<PacketPtr>> queues;  // of each class
  std::vector<LocalVc> vcs;
  std::vector<int> last_taken;  // of each class: u
  int next_class = 0;           // one_at_a_time: the class that begins
  int pointer = 0;              // side_by_side
  std::uint64_t offered = 0;
};

// What arrives in a cycle to come. A credit of the local port goes to the source.
struct FlitArrival {
  int node, input;
  Flit flit;
};
struct CreditArrival {
  int node, lane;  // output VC, or VC of the source
  bool at_source;
};
struct Ejection {
  int output;
  PacketPtr packet;
};

template <typename What>
class UnderWay {
 public:
  void add(Cycle due, const What& what) { by_cycle[due].push_back(what); }
  bool empty() const { return by_cycle.empty(); }
  std::vector<What> due(Cycle now) {
    require(by_cycle.empty() || by_cycle.begin()->first >= now, "something was late");
    const auto found = by_cycle.find(now);
    if (found == by_cycle.end()) return {};
    std::vector<What> result = found->second;
    by_cycle.erase(found);
    return result;
  }

 private:
  std::map<Cycle, std::vector<What>> by_cycle;
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_STATE_H
