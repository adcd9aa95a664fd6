#include "rtl_models/pin_fabric.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "microarch/hash.h"
#include "microarch/ledger.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/fabric/change_notes.h"
#include "rtl_models/fabric/noc.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/fabric/registers.h"
#include "rtl_models/fabric/snapshot.h"
#include "rtl_models/fabric/stall_watch.h"

namespace trenza::rtl_models {

namespace {

using microarch::Delivery;
using microarch::InvariantViolation;
using topologies::NodeId;

class SystemCFabric : public PinFabric, public TerminalObserver {
 public:
  SystemCFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                const BlockFactory& blocks)
      : topology_(topology),
        parameters_(parameters),
        ledger_(topology, parameters),
        can_fill_(blocks.can_fill()),
        blocked_(blocks.blocked()),
        noc_(*new Noc("noc", topology, parameters, *this, blocks)),
        notes_(noc_, packets_, topology, parameters_) {
    noc_.reset.write(true);
    run_cycles(kResetCycles);
    noc_.reset.write(false);
  }

  const topologies::Topology& topology() const override { return topology_; }
  const microarch::FabricParameters& parameters() const override { return parameters_; }
  microarch::Cycle now() const override { return now_; }
  const std::vector<Delivery>& delivered() const override { return ledger_.delivered(); }
  std::uint64_t period_picoseconds() const override { return Noc::kPeriodPicoseconds; }

  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override;
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
  const microarch::Delivery* packet(microarch::PacketId id) const override {
    return packets_.contains(id) ? &packets_.at(id) : nullptr;
  }
  microarch::MachineState machine_state() const override;
  void fill(const microarch::MachineState& state) override;

  void entered(PacketId packet, microarch::Cycle cycle) override { packets_.at(packet).entered = cycle; }
  void ejected(NodeId node, int ejector, PacketId packet, int flits, int hops, microarch::Cycle cycle) override;

 private:
  void hand_over_offers();
  void run_cycles(int cycles);
  void sort_deliveries();
  void note_hops(microarch::Cycle cycle) const;
  void observe_middle();
  void show(microarch::Cycle cycle);

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  microarch::Ledger ledger_;
  bool can_fill_;
  std::shared_ptr<const std::string> blocked_;
  PacketTable packets_;
  std::vector<Delivery> offers_;  // of cycle now_
  std::vector<int> delivered_ejector_;
  std::uint64_t network_grants_before_ = 0;  // in the machine that this one continues
  std::uint64_t escape_grants_before_ = 0;
  microarch::Cycle now_ = 0;
  std::function<void(microarch::Cycle)> observer_;
  microarch::Cycle first_observed_ = 0;
  microarch::HopObserver hop_observer_;
  std::optional<StallCount> stalls_;
  microarch::WaitObserver wait_observer_;
  // Never deleted: the kernel's registries make taking a hierarchy apart quadratic in its size (minutes for thousands of
  // routers), a process elaborates only once, and its end frees all. Reachable from the kernel, so it is no leak.
  Noc& noc_;
  ChangeNotes notes_;
};

std::uint64_t SystemCFabric::offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) {
  Delivery packet;
  packet.source = source;
  packet.destination = destination;
  packet.number = ledger_.offer(source, destination, flits, message_class, now_);
  packet.flits = flits;
  packet.created = now_;
  packet.tag = tag;
  packet.message_class = message_class;
  offers_.push_back(packet);
  return packet.number;
}

void SystemCFabric::hand_over_offers() {
  if (offers_.empty()) return;
  microarch::Ledger::sort_by_age(offers_);
  for (const Delivery& offer : offers_) {
    const std::uint64_t draw =
        microarch::hash(parameters_.seed, microarch::DrawPurpose::record, offer.source, offer.number);
    const HeaderWord header = topology_.routing().initial(offer.source, offer.destination, draw);
    const PacketId id = ledger_.identify();
    packets_.add(id, offer);
    noc_.router(offer.source).terminal().offer(id, offer.flits, header, offer.number, now_, offer.message_class);
  }
  offers_.clear();
}

void SystemCFabric::run_cycles(int cycles) {
  run_kernel({static_cast<double>(cycles) * Noc::kPeriodPicoseconds, sc_core::SC_PS});
}

void SystemCFabric::advance(microarch::Cycle limit) {
  ledger_.begin(now_, limit);
  delivered_ejector_.clear();
  hand_over_offers();
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

bool SystemCFabric::idle() const { return packets_.size() == 0 && offers_.empty() && ledger_.is_quiet(now_); }

void SystemCFabric::ejected(NodeId node, int ejector, PacketId id, int flits, int hops, microarch::Cycle cycle) {
  if (!packets_.contains(id)) {
    throw InvariantViolation(fmt::format("packet {} leaves at node {} in cycle {} but is not inside", id, node, cycle));
  }
  Delivery packet = packets_.at(id);
  packet.hops = hops;
  packet.ejected = cycle;
  ledger_.deliver(packet, node, flits);
  packets_.remove(id);
  delivered_ejector_.push_back(ejector);
}

void SystemCFabric::sort_deliveries() {
  std::vector<Delivery>& delivered = ledger_.delivered();
  if (delivered.size() < 2) return;
  std::vector<std::size_t> order(delivered.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(delivered[a].destination, delivered_ejector_[a]) <
           std::make_pair(delivered[b].destination, delivered_ejector_[b]);
  });
  std::vector<Delivery> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(delivered[i]);
  delivered = std::move(sorted);
}

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
  for (const std::string& fault : ledger_.audit(packets_.size() + offers_.size())) faults.push_back(fault);
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
  return std::make_unique<SystemCFabric>(topology, parameters, blocks);
}

}  // namespace trenza::rtl_models
