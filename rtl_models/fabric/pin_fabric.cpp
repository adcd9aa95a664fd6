#include "rtl_models/pin_fabric.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <typeinfo>
#include <utility>

#include "microarch/hash.h"
#include "microarch/ledger.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/fabric/change_notes.h"
#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/pin_books.h"
#include "rtl_models/fabric/registers.h"
#include "rtl_models/fabric/snapshot.h"
#include "rtl_models/fabric/stall_watch.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"

namespace trenza::rtl_models {

namespace {

using microarch::Delivery;
using microarch::InvariantViolation;
using topologies::NodeId;

class SystemCFabric : public PinBooks {
 public:
  SystemCFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                const BlockFactory& blocks)
      : PinBooks(topology, parameters),
        can_fill_(blocks.can_fill()),
        blocked_(blocks.blocked()),
        noc_(*new Noc("noc", topology, parameters, *this, blocks)),
        notes_(noc_, packets_, topology, parameters_) {
    noc_.reset.write(true);
    run_cycles(kResetCycles);
    noc_.reset.write(false);
  }

  std::uint64_t period_picoseconds() const override { return Noc::kPeriodPicoseconds; }

  void advance(microarch::Cycle limit) override;
  bool idle() const override;
  microarch::Counters counters() const override;
  std::vector<std::string> audit() const override;
  microarch::WaitSnapshot waiting() const override { return take_snapshot(noc_, packets_, topology_, parameters_); }
  std::string blocked() const override { return blocked_ ? *blocked_ : std::string(); }
  const std::vector<Probe>& probes() const override { return notes_.probes(); }
  void observe(std::function<void(microarch::Cycle)> observer, microarch::Cycle first) override;
  const std::vector<std::uint8_t>& changed_groups() const override { return notes_.changed(); }
  void observe_hops(const microarch::HopObserver& observer) override;
  void count_stalls(microarch::StallDetail detail) override;
  microarch::StallTable stalls() const override {
    return stalls_ ? stalls_->table(noc_, now_) : microarch::StallTable();
  }
  void observe_waits(const microarch::WaitObserver& observer) override;
  microarch::MachineState machine_state() const override;
  void fill(const microarch::MachineState& state) override;

 private:
  void hand_over(PacketId id, const Delivery& packet, HeaderWord header) override {
    noc_.router(packet.source).terminal().offer(id, packet.flits, header, packet.number, now_, packet.message_class);
  }
  void run_cycles(int cycles);
  void note_hops(microarch::Cycle cycle) const;
  void observe_middle();
  void show(microarch::Cycle cycle);

  bool can_fill_;
  std::shared_ptr<const std::string> blocked_;
  std::uint64_t network_grants_before_ = 0;  // in the machine that this one continues
  std::uint64_t escape_grants_before_ = 0;
  std::function<void(microarch::Cycle)> observer_;
  microarch::Cycle first_observed_ = 0;
  microarch::HopObserver hop_observer_;
  std::optional<StallCount> stalls_;
  microarch::WaitObserver wait_observer_;
  // Never deleted: the kernel's registries make taking a hierarchy apart quadratic in its size (minutes for thousands
  // of routers), a process elaborates only once, and its end frees all. Reachable from the kernel, so it is no leak.
  Noc& noc_;
  ChangeNotes notes_;
};

void SystemCFabric::run_cycles(int cycles) {
  run_kernel({static_cast<double>(cycles) * Noc::kPeriodPicoseconds, sc_core::SC_PS});
}

void SystemCFabric::advance(microarch::Cycle limit) {
  begin(limit);
  while (now_ < limit && ledger_.delivered().empty()) {
    if (idle()) {
      if (observer_ && now_ <= first_observed_ && first_observed_ < limit) {
        noc_.jump(first_observed_);
        Noc::settle();
        show(first_observed_);
      }
      now_ = limit;
      noc_.jump(limit);
      break;
    }
    run_cycles(1);
    ++now_;
    if (blocked_ && !blocked_->empty()) break;
  }
  sort_deliveries();
}

bool SystemCFabric::idle() const { return inside() == 0 && ledger_.is_quiet(now_); }

microarch::Counters SystemCFabric::counters() const {
  microarch::Counters counters = ledger_.totals();
  counters.network_grants = network_grants_before_;
  counters.escape_grants = escape_grants_before_;
  const auto& graph = topology_.graph();
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    counters.channel_flits.push_back(graph.has(c) ? noc_.link(c).flits() : 0);
    counters.flit_hops += counters.channel_flits.back();
  }
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    counters.network_grants += noc_.router(node).grants().network_grants();
    counters.escape_grants += noc_.router(node).grants().escape_grants();
  }
  return counters;
}

std::vector<std::string> SystemCFabric::audit() const {
  std::vector<std::string> faults = audit_credits(noc_, topology_, parameters_);
  for (const std::string& fault : ledger_.audit(inside())) faults.push_back(fault);
  return faults;
}

void SystemCFabric::observe(std::function<void(microarch::Cycle)> observer, microarch::Cycle first) {
  observer_ = std::move(observer);
  first_observed_ = first;
  if (observer_) notes_.begin();
  observe_middle();
}

void SystemCFabric::observe_hops(const microarch::HopObserver& observer) {
  hop_observer_ = observer;
  observe_middle();
}

void SystemCFabric::count_stalls(microarch::StallDetail detail) {
  stalls_.emplace(topology_, parameters_, detail, now_);
  observe_middle();
}

void SystemCFabric::observe_waits(const microarch::WaitObserver& observer) {
  wait_observer_ = observer;
  observe_middle();
}

/// Makes the wiring call, in the middle of a cycle, those who want to look then.
void SystemCFabric::observe_middle() {
  if (!observer_ && !hop_observer_ && !stalls_ && !wait_observer_) {
    noc_.observe({});
    return;
  }
  noc_.observe([this](microarch::Cycle cycle) {
    if (wait_observer_)
      wait_observer_(cycle, [this](NodeId router) { return waiting_heads(noc_, packets_, topology_, router); });
    if (hop_observer_) note_hops(cycle);
    if (stalls_) stalls_->note(noc_);
    if (observer_) show(cycle);
  });
}

void SystemCFabric::show(microarch::Cycle cycle) {
  notes_.note();
  observer_(cycle);
}

/// A head that crosses was granted in this cycle.
void SystemCFabric::note_hops(microarch::Cycle cycle) const {
  const int ports = topology_.graph().ports();
  const int outputs = ports + parameters_.ejectors;
  for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
    const RouterPorts& router = noc_.router(node);
    if (router.awake_blocks() == 0) continue;
    for (int output = 0; output < outputs; ++output) {
      const SelectWord selected = router.select[static_cast<std::size_t>(output)].read();
      if (selected == 0) continue;
      const int input = select_input(selected);
      const FlitWord flit = router.flit[static_cast<std::size_t>(input)].read();
      if (!microarch::is_head(flit)) continue;
      const Delivery& packet = packets_.at(microarch::packet_of(flit));
      hop_observer_(
          {cycle, node, input, output, output < ports ? select_vc(selected) : -1, packet.source, packet.number});
    }
  }
}

microarch::MachineState SystemCFabric::machine_state() const {
  if (!offers_.empty()) throw InvariantViolation(fmt::format("a state of cycle {} after an offer", now_));
  microarch::MachineState state = microarch::empty_machine(topology_, parameters_);
  state.cycle = now_;
  packets_.for_each([&](PacketId id, const Delivery& delivery) { state.packets.push_back({id, delivery}); });
  ledger_.write(state);
  state.counters = counters();
  read_registers(noc_, topology_, parameters_, state);
  return state;
}

void SystemCFabric::fill(const microarch::MachineState& state) {
  if (now_ != 0 || ledger_.totals().packets_offered != 0) {
    throw InvariantViolation(fmt::format("a fabric in cycle {} cannot take over a state", now_));
  }
  if (!can_fill_) {
    throw InvariantViolation("a fabric with blocks that are not SystemC models, of which the registers cannot be set");
  }
  microarch::require_sound(state, topology_, parameters_);
  now_ = state.cycle;
  ledger_.fill(state);
  packets_.fill(state.packets, state.next_id);
  network_grants_before_ = state.counters.network_grants;  // the links count the flits on
  escape_grants_before_ = state.counters.escape_grants;
  write_registers(state, topology_, parameters_, noc_);
  noc_.jump(now_);
  Noc::settle();
}

}  // namespace

microarch::MachineState PinFabric::machine_state() const {
  throw InvariantViolation("a view of which the registers are not known");
}

void PinFabric::fill(const microarch::MachineState& /*state*/) {
  throw InvariantViolation("a view of which the registers cannot be set");
}

std::unique_ptr<PinFabric> make_pin_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters) {
  return make_pin_fabric(topology, parameters, BlockFactory());
}

std::unique_ptr<PinFabric> make_pin_fabric(const topologies::Topology& topology,
                                           const microarch::FabricParameters& parameters, const BlockFactory& blocks) {
  if (parameters.by_flits()) {
    if (typeid(blocks) != typeid(BlockFactory))
      throw InvariantViolation("replacements of blocks in a flit-level machine");
    return make_worm_pin_fabric(topology, parameters);
  }
  return std::make_unique<SystemCFabric>(topology, parameters, blocks);
}

}  // namespace trenza::rtl_models
