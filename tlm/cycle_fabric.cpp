#include "tlm/cycle_fabric.h"

#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "microarch/index.h"
#include "microarch/ledger.h"
#include "tlm/cycle/worm_engine.h"

namespace trenza::tlm {

namespace {

using microarch::Delivery;
using topologies::NodeId;

class CycleFabric final : public TlmFabric {
 public:
  CycleFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : ledger_(topology, parameters), engine_(make_worm_engine(topology, parameters)) {}

  const topologies::Topology& topology() const override { return engine_->topology(); }
  const microarch::FabricParameters& parameters() const override { return engine_->parameters(); }
  Cycle now() const override { return engine_->now(); }
  const std::vector<Delivery>& delivered() const override { return ledger_.delivered(); }
  Cycle next_activity() const override { return engine_->next_activity(); }
  std::uint64_t router_bytes() const override { return engine_->router_bytes(); }

  int queued(NodeId node, int message_class) const override {
    const auto at = static_cast<std::uint32_t>(node);
    int waiting = static_cast<int>(engine_->sources().queued(at, message_class));
    const int vcs = engine_->shape().class_vcs;
    for (int vc = message_class * vcs; vc < (message_class + 1) * vcs; ++vc) {
      const PacketIndex packet = engine_->sources().in_progress(at, vc);
      if (packet != kNoPacket && engine_->sources().flits_left(at, vc) == engine_->packets()[packet].flits) ++waiting;
    }
    return waiting;
  }

  void yield_routers(const std::vector<NodeId>& nodes, ForeignRouters& foreign) override {
    if (now() != 0 || ledger_.totals().packets_offered != 0)
      throw microarch::InvariantViolation("routers are yielded in cycle 0 only");
    foreign_ = &foreign;
    engine_->yield_routers(nodes, foreign);
  }

  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override {
    PacketRecord record;
    record.number = ledger_.offer(source, destination, flits, message_class, now());
    record.source = source;
    record.destination = destination;
    record.tag = tag;
    record.created = now();
    record.message_class = message_class;
    offered_.push_back({source, engine_->inject(record, flits)});
    return record.number;
  }

  void advance(Cycle limit) override {
    ledger_.begin(now(), limit);
    ejected_.clear();
    identify_offers();
    while (wait_observer_ && engine_->packets().size() > 0 && now() + 1 < limit && ejected_.empty()) {
      tell_waits();
      engine_->advance(now() + 1, ejected_);
    }
    if (ejected_.empty()) {
      if (wait_observer_ && engine_->packets().size() > 0) tell_waits();
      engine_->advance(limit, ejected_);
    }
    for (const WormEjection& ejection : ejected_) {
      Delivery delivery = engine_->packets().delivery(ejection.packet);
      delivery.ejected = now() - 1;
      ledger_.deliver(delivery, static_cast<NodeId>(ejection.place / kMaxWormEjectors), delivery.flits);
      if (foreign_ != nullptr) foreign_->delivered(engine_->packets()[ejection.packet].identity, delivery);
      engine_->packets().remove(ejection.packet);
    }
  }

  bool idle() const override {
    return engine_->packets().size() == 0 && engine_->next_activity() == kNever && offered_.empty();
  }

  microarch::Counters counters() const override {
    microarch::Counters counters = ledger_.totals();
    counters.channel_flits = engine_->channel_flits();
    for (const std::uint64_t flits : counters.channel_flits) counters.flit_hops += flits;
    counters.network_grants = engine_->network_grants();
    counters.escape_grants = engine_->escape_grants();
    return counters;
  }

  std::vector<std::string> audit() const override {
    std::vector<std::string> faults = engine_->audit();
    for (const std::string& fault : ledger_.audit(engine_->packets().size())) faults.push_back(fault);
    return faults;
  }

  microarch::WaitSnapshot waiting() const override { return engine_->waiting(); }
  void observe_waits(const microarch::WaitObserver& observer) override { wait_observer_ = observer; }
  void observe_flits(const microarch::FlitObserver& observer) override { engine_->observe_flits(observer); }

  void observe_hops(const microarch::HopObserver& observer) override { engine_->observe_heads(crossings(observer)); }
  void observe_tails(const microarch::HopObserver& observer) override { engine_->observe_tails(crossings(observer)); }
  void observe_inputs(const microarch::InputObserver& observer) override { engine_->observe_inputs(observer); }
  void count_stalls(microarch::StallDetail detail) override { engine_->count_stalls(detail); }
  microarch::StallTable stalls() const override { return engine_->stalls(); }

  void save(microarch::ArchiveWriter& archive) const override {
    archive.mark("fabric of flits");
    archive(offered_, ledger_);
    engine_->save(archive);
  }
  void load(microarch::ArchiveReader& archive) {
    archive.mark("fabric of flits");
    archive(offered_, ledger_);
    engine_->load(archive);
  }

 private:
  struct Offered {
    NodeId source;
    PacketIndex packet;
  };

  void identify_offers() {
    microarch::Ledger::sort_by_age(offered_);
    for (const Offered& offered : offered_) {
      TravellingPacket& packet = engine_->packets()[offered.packet];
      packet.identity = ledger_.identify();
      if (foreign_ != nullptr)
        foreign_->offered(packet.identity, engine_->packets().delivery(offered.packet), packet.header);
    }
    offered_.clear();
  }

  /// Tells `observer` of what crosses; empty if it is.
  std::function<void(const WormCrossing&)> crossings(const microarch::HopObserver& observer) const {
    if (!observer) return {};
    return [this, observer](const WormCrossing& crossing) {
      const PacketRecord& record = engine_->packets().record(crossing.packet);
      observer({now(), static_cast<NodeId>(crossing.router), crossing.input, crossing.output, crossing.vc,
                record.source, record.number});
    };
  }

  void tell_waits() const {
    wait_observer_(now(), [this](NodeId router) { return engine_->heads_at(router); });
  }

  microarch::Ledger ledger_;
  std::unique_ptr<WormEngine> engine_;
  std::vector<Offered> offered_;  // in cycle now()
  std::vector<WormEjection> ejected_;
  microarch::WaitObserver wait_observer_;
  ForeignRouters* foreign_ = nullptr;
};

}  // namespace

std::unique_ptr<TlmFabric> make_cycle_fabric(const topologies::Topology& topology,
                                             const microarch::FabricParameters& parameters) {
  return std::make_unique<CycleFabric>(topology, parameters);
}

std::unique_ptr<TlmFabric> restore_cycle_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                microarch::ArchiveReader& archive) {
  auto fabric = std::make_unique<CycleFabric>(topology, parameters);
  fabric->load(archive);
  return fabric;
}

}  // namespace trenza::tlm
