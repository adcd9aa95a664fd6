// The flit-level machine (docs/microarchitecture-flit.md), cycle by cycle over flat arrays.
//
// Routers see each other a cycle later at the earliest, so each is done with its cycle before the next is looked at.
// Only routers on the list of the active ones are looked at: those in which a head needs a route, an input VC waits for
// an output VC that may be free, or a flit could cross. Everything else waits for an event: a flit, a credit, the end
// of a delay. Cycles without active routers, sources and events are skipped.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "microarch/archive.h"
#include "microarch/draws.h"
#include "microarch/fabric.h"
#include "microarch/wormhole/worm_shape.h"
#include "tlm/common/delay_line.h"
#include "tlm/common/packet_store.h"
#include "tlm/cycle/active_set.h"
#include "tlm/cycle/worm_events.h"
#include "tlm/cycle/worm_sources.h"
#include "tlm/cycle/worm_stall_account.h"
#include "tlm/cycle/worm_wiring.h"
#include "tlm/foreign_routers.h"
#include "topologies/topology.h"

namespace trenza::tlm {

/// A head, or a tail, crosses a router in cycle now().
struct WormCrossing {
  std::uint32_t router = 0;
  PacketIndex packet = kNoPacket;
  int input = 0;
  int output = 0;
  int vc = 0;
};

/// What the fabric needs of an engine, whatever the width of its masks.
class WormEngine {
 public:
  virtual ~WormEngine() = default;

  Cycle now() const { return now_; }
  PacketStore& packets() { return packets_; }
  const PacketStore& packets() const { return packets_; }
  const WormSources& sources() const { return sources_; }
  const microarch::WormShape& shape() const { return shape_; }
  const topologies::Topology& topology() const { return topology_; }
  const microarch::FabricParameters& parameters() const { return parameters_; }

  /// A new packet of cycle now().
  PacketIndex inject(const PacketRecord& record, int flits);

  /// Simulates until now() == limit or the end of the first cycle with ejections, which `ejected` then holds in order.
  virtual void advance(Cycle limit, std::vector<WormEjection>& ejected) = 0;
  /// The first cycle from now() on in which something may happen; ~0 if nothing will.
  virtual Cycle next_activity() const = 0;

  void observe_heads(std::function<void(const WormCrossing&)> observer);
  void observe_tails(std::function<void(const WormCrossing&)> observer);
  void observe_flits(const microarch::FlitObserver& observer);
  /// As microarch::Fabric. Precondition of count_stalls(): the fabric is empty.
  void observe_inputs(const microarch::InputObserver& observer);
  void count_stalls(microarch::StallDetail detail);
  microarch::StallTable stalls() const { return stalls_ ? stalls_->table(now_) : microarch::StallTable(); }

  /// As TlmFabric::yield_routers, before anything has happened.
  void yield_routers(const std::vector<topologies::NodeId>& nodes, ForeignRouters& foreign);

  std::uint64_t network_grants() const { return network_grants_; }
  std::uint64_t escape_grants() const { return escape_grants_; }
  const std::vector<std::uint64_t>& channel_flits() const { return channel_flits_; }

  virtual std::uint64_t router_bytes() const = 0;
  virtual std::vector<std::string> audit() const = 0;
  virtual microarch::WaitSnapshot waiting() const = 0;
  virtual std::vector<microarch::WaitingHead> heads_at(topologies::NodeId router) const = 0;
  virtual void save(microarch::ArchiveWriter& archive) const = 0;
  virtual void load(microarch::ArchiveReader& archive) = 0;

 protected:
  WormEngine(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

  /// The routers for which others decide.
  struct Yielded {
    Yielded(ForeignRouters& deciding, std::size_t count) : foreign(deciding), routers(count), active(count) {}
    ForeignRouters& foreign;
    ActiveSet routers;
    ActiveSet active;  // in the present cycle
  };

  /// A flit crosses a router.
  void tell_crossing(const WormCrossing& crossing, bool is_head, bool is_tail) const;

  const topologies::Topology& topology_;
  const topologies::RoutingRelation& routing_;
  microarch::FabricParameters parameters_;
  microarch::WormShape shape_;
  Cycle now_ = 0;
  PacketStore packets_;
  WormSources sources_;
  std::function<void(const WormCrossing&)> on_head_;
  std::function<void(const WormCrossing&)> on_tail_;
  microarch::FlitObserver on_flit_;
  std::unique_ptr<Yielded> yielded_;  // null: none
  bool tells_crossings_ = false;      // to one of these four
  microarch::InputObserver on_inputs_;
  std::unique_ptr<WormStallAccount> stalls_;  // null: nothing is counted
  bool looks_ = false;                        // for one of these two
  std::uint64_t network_grants_ = 0;
  std::uint64_t escape_grants_ = 0;
  std::vector<std::uint64_t> channel_flits_;  // by channel
};

/// The engine for routers of this shape.
std::unique_ptr<WormEngine> make_worm_engine(const topologies::Topology& topology,
                                             const microarch::FabricParameters& parameters);

}  // namespace trenza::tlm
