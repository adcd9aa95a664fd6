#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"

#include <optional>
#include <utility>

#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/fabric/pin_books.h"
#include "rtl_models/wormhole/fabric/worm_change_notes.h"
#include "rtl_models/wormhole/fabric/worm_noc.h"
#include "rtl_models/wormhole/fabric/worm_snapshot.h"
#include "rtl_models/wormhole/fabric/worm_stall_watch.h"

namespace trenza::rtl_models {

namespace {

using microarch::Cycle;
using microarch::Delivery;
using topologies::NodeId;

class WormPinFabric final : public PinBooks {
 public:
  WormPinFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                const WormBlockFactory& blocks)
      : PinBooks(topology, parameters),
        blocked_(blocks.blocked()),
        noc_(*new WormNoc("noc", topology, parameters_, *this, blocks)),
        notes_(noc_, packets_, topology_, parameters_) {
    noc_.reset.write(true);
    run_cycles(kResetCycles);
    noc_.reset.write(false);
  }

  std::uint64_t period_picoseconds() const override { return WormNoc::kPeriodPicoseconds; }

  void advance(Cycle limit) override;
  bool idle() const override { return inside() == 0 && !noc_.is_awake(); }
  microarch::Counters counters() const override;
  std::vector<std::string> audit() const override;
  microarch::WaitSnapshot waiting() const override { return WormSnapshot(noc_, packets_, topology_).take(); }
  std::string blocked() const override { return blocked_ ? *blocked_ : std::string(); }
  const std::vector<Probe>& probes() const override { return notes_.probes(); }
  void observe(std::function<void(Cycle)> observer, Cycle first) override;
  const std::vector<std::uint8_t>& changed_groups() const override { return notes_.changed(); }
  void observe_hops(const microarch::HopObserver& observer) override;
  void observe_tails(const microarch::HopObserver& observer) override;
  void observe_inputs(const microarch::InputObserver& observer) override;
  void count_stalls(microarch::StallDetail detail) override;
  microarch::StallTable stalls() const override { return stalls_ ? stalls_->table(now_) : microarch::StallTable(); }
  void observe_waits(const microarch::WaitObserver& observer) override { wait_observer_ = observer; }
  void observe_flits(const microarch::FlitObserver& observer) override {
    flit_observer_ = observer;
    observe_middle();
  }

 private:
  void hand_over(PacketId id, const Delivery& packet, HeaderWord header) override {
    noc_.router(packet.source).terminal().offer(packet.message_class, {id, packet.flits, header});
  }
  static void run_cycles(int cycles) {
    run_kernel({static_cast<double>(cycles) * WormNoc::kPeriodPicoseconds, sc_core::SC_PS});
  }
  void observe_middle();
  void note_crossings(Cycle cycle) const;
  void tell_inputs(Cycle cycle);
  void show(Cycle cycle);
  microarch::WormShape shape() const { return microarch::WormShape::of(parameters_, topology_.graph().ports()); }

  std::shared_ptr<const std::string> blocked_;
  microarch::FlitObserver flit_observer_;
  std::function<void(Cycle)> observer_;
  Cycle first_observed_ = 0;
  microarch::HopObserver hop_observer_;
  microarch::HopObserver tail_observer_;
  microarch::InputObserver input_observer_;
  std::optional<WormStallCount> stalls_;
  std::optional<WormStallReader> reader_;  // for the observer of inputs
  microarch::WaitObserver wait_observer_;
  // Never deleted: the kernel's registries make taking a hierarchy apart quadratic in its size (minutes for thousands
  // of routers), a process elaborates only once, and its end frees all. Reachable from the kernel, so it is no leak.
  WormNoc& noc_;
  WormChangeNotes notes_;
};

void WormPinFabric::advance(Cycle limit) {
  begin(limit);
  while (now_ < limit && ledger_.delivered().empty()) {
    if (idle()) {
      if (observer_ && now_ <= first_observed_ && first_observed_ < limit) {
        noc_.jump(first_observed_);
        WormNoc::settle();
        show(first_observed_);
      }
      now_ = limit;
      noc_.jump(limit);
      break;
    }
    if (wait_observer_ && packets_.size() > 0) {
      const WormSnapshot snapshot(noc_, packets_, topology_);
      wait_observer_(now_, [&](NodeId router) { return snapshot.heads_at(router); });
    }
    run_cycles(1);
    ++now_;
    if (blocked_ && !blocked_->empty()) break;
  }
  sort_deliveries();
}

microarch::Counters WormPinFabric::counters() const {
  microarch::Counters counters = ledger_.totals();
  const auto& graph = topology_.graph();
  const bool counts_escapes = microarch::has_adaptive_vcs(topology_.routing(), parameters_);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const WormGrantAccount& grants = noc_.router(node).grants();
    counters.network_grants += grants.network_grants();
    if (counts_escapes) counters.escape_grants += grants.escape_grants();
    for (int port = 0; port < graph.ports(); ++port) {
      counters.channel_flits.push_back(grants.flits(port));
      counters.flit_hops += grants.flits(port);
    }
  }
  return counters;
}

std::vector<std::string> WormPinFabric::audit() const {
  std::vector<std::string> faults = audit_worms(noc_, topology_, parameters_);
  for (const std::string& fault : ledger_.audit(inside())) faults.push_back(fault);
  return faults;
}

void WormPinFabric::observe(std::function<void(Cycle)> observer, Cycle first) {
  observer_ = std::move(observer);
  first_observed_ = first;
  notes_.begin();
  observe_middle();
}

void WormPinFabric::observe_hops(const microarch::HopObserver& observer) {
  hop_observer_ = observer;
  observe_middle();
}

void WormPinFabric::observe_tails(const microarch::HopObserver& observer) {
  tail_observer_ = observer;
  observe_middle();
}

void WormPinFabric::observe_inputs(const microarch::InputObserver& observer) {
  input_observer_ = observer;
  reader_.emplace(parameters_, shape());
  observe_middle();
}

void WormPinFabric::count_stalls(microarch::StallDetail detail) {
  stalls_.emplace(noc_, topology_, parameters_, detail, now_);
  observe_middle();
}

/// Makes the wiring call, in the middle of a cycle, those who want to look then.
void WormPinFabric::observe_middle() {
  if (!observer_ && !hop_observer_ && !tail_observer_ && !flit_observer_ && !input_observer_.tell && !stalls_) {
    noc_.observe({});
    return;
  }
  noc_.observe([this](Cycle cycle) {
    if (stalls_) stalls_->note();
    if (input_observer_.tell) tell_inputs(cycle);
    if (hop_observer_ || tail_observer_ || flit_observer_) note_crossings(cycle);
    if (observer_) show(cycle);
  });
}

void WormPinFabric::show(Cycle cycle) {
  notes_.note();
  observer_(cycle);
}

void WormPinFabric::tell_inputs(Cycle cycle) {
  if (packets_.size() == 0) return;
  for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
    if (!input_observer_.wants(node)) continue;
    reader_->read(noc_.router(node));
    input_observer_.tell(cycle, node, reader_->cycles(noc_.router(node), packets_));
  }
}

/// The flits that cross in this cycle.
void WormPinFabric::note_crossings(Cycle cycle) const {
  for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
    const WormRouterPorts& router = noc_.router(node);
    if (router.awake_blocks() == 0) continue;
    for (int output = 0; output < router.shape().outputs(); ++output) {
      const SelectWord selected = router.select[static_cast<std::size_t>(output)].read();
      if (selected == 0) continue;
      const int input = WormSelect::input(selected);
      const int vc = output < router.shape().ports ? WormSelect::vc(selected) : -1;
      if (flit_observer_) flit_observer_({cycle, node, input, output, vc});
      const FlitWord flit = router.flit[static_cast<std::size_t>(input)].read();
      const bool is_head = hop_observer_ && microarch::is_head(flit);
      const bool is_tail = tail_observer_ && microarch::is_tail(flit);
      if (!is_head && !is_tail) continue;
      const Delivery& packet = packets_.at(microarch::packet_of(flit));
      const microarch::Hop hop{cycle, node, input, output, vc, packet.source, packet.number};
      if (is_head) hop_observer_(hop);
      if (is_tail) tail_observer_(hop);
    }
  }
}

}  // namespace

std::unique_ptr<PinFabric> make_worm_pin_fabric(const topologies::Topology& topology,
                                                const microarch::FabricParameters& parameters,
                                                const WormBlockFactory& blocks) {
  return std::make_unique<WormPinFabric>(topology, parameters, blocks);
}

}  // namespace trenza::rtl_models
