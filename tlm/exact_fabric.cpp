#include "tlm/exact_fabric.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "microarch/index.h"
#include "microarch/ledger.h"
#include "microarch/two_step_allocation.h"
#include "tlm/exact/engine.h"
#include "tlm/exact/grant_history.h"
#include "tlm/exact/machine_export.h"
#include "tlm/exact/observation.h"

namespace trenza::tlm {

namespace {

using microarch::Delivery;
using microarch::InvariantViolation;
using topologies::NodeId;

class PacketFabric final : public ExactFabric {
 public:
  PacketFabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : ledger_(topology, parameters), engine_(topology, parameters) {}

  const topologies::Topology& topology() const override { return engine_.topology(); }
  const microarch::FabricParameters& parameters() const override { return engine_.parameters(); }
  Cycle now() const override { return engine_.now(); }
  const std::vector<Delivery>& delivered() const override { return ledger_.delivered(); }
  Cycle next_activity() const override { return engine_.next_activity(); }

  int queued(NodeId node, int message_class) const override {
    const auto router = engine_.routers()[static_cast<std::size_t>(node)];
    const int first = engine_.shape().network_inputs() + message_class * parameters().injectors;
    int waiting = 0;
    for (int input = first; input < first + parameters().injectors; ++input)
      engine_.for_each_waiting(router, input, [&](PacketIndex) { ++waiting; });
    return waiting;
  }

  std::uint64_t router_bytes() const override { return engine_.routers().bytes(); }
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) { state(*this, archive); }

  void remember_grants() override {
    if (history_) return;
    history_.emplace(memory_of_grants(parameters()), now(), idle());
    watch_grants();
  }

  Cycle machine_state_from() const override { return history_ ? history_->complete_from() : kNever; }

  microarch::MachineState machine_state() const override {
    if (now() < machine_state_from() || !offered_.empty()) {
      throw InvariantViolation(fmt::format("the state of registers in cycle {} is not known", now()));
    }
    microarch::MachineState state = microarch::empty_machine(topology(), parameters());
    export_registers(engine_, *history_, state);
    ledger_.write(state);
    state.counters = counters();
    return state;
  }

  void fill(const microarch::MachineState& state) {
    engine_.fill(state);
    ledger_.fill(state);
  }

  void yield_routers(const std::vector<NodeId>& nodes, ForeignRouters& foreign) override {
    if (now() != 0 || ledger_.totals().packets_offered != 0)
      throw InvariantViolation("routers are yielded in cycle 0 only");
    foreign_ = &foreign;
    is_foreign_.assign(static_cast<std::size_t>(topology().graph().nodes()), 0);
    for (const NodeId node : nodes) {
      is_foreign_[static_cast<std::size_t>(node)] = 1;
      engine_.give_up(static_cast<std::uint32_t>(node));
    }
    watch_grants();
  }

  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override {
    PacketRecord record;
    record.number = ledger_.offer(source, destination, flits, message_class, now());
    record.source = source;
    record.destination = destination;
    record.tag = tag;
    record.created = now();
    record.message_class = message_class;
    offered_.push_back({source, engine_.inject(record, flits)});
    return record.number;
  }

  void advance(Cycle limit) override {
    ledger_.begin(now(), limit);
    ejected_.clear();
    identify_offers();
    while (wait_observer_ && engine_.packets().size() > 0 && now() + 1 < limit && ejected_.empty()) {
      tell_waits();
      advance_engine(now() + 1);
    }
    if (ejected_.empty()) {
      if (wait_observer_ && engine_.packets().size() > 0) tell_waits();
      advance_engine(limit);
    }
    for (const Ejection& ejection : ejected_) {
      const TravellingPacket& packet = engine_.packets()[ejection.packet];
      Delivery delivery = engine_.packets().delivery(ejection.packet);
      delivery.ejected = now() - 1;
      ledger_.deliver(delivery, static_cast<NodeId>(ejection.place / kMaxEjectors), packet.flits);
      if (foreign_ != nullptr) foreign_->delivered(packet.identity, delivery);
      engine_.packets().remove(ejection.packet);
    }
  }

  bool idle() const override { return engine_.packets().size() == 0 && ledger_.is_quiet(now()); }
  microarch::Counters counters() const override { return count(engine_, ledger_.totals()); }

  std::vector<std::string> audit() const override {
    std::vector<std::string> faults = find_faults(engine_);
    for (const std::string& fault : ledger_.audit(engine_.packets().size())) faults.push_back(fault);
    return faults;
  }

  microarch::WaitSnapshot waiting() const override { return find_waiting(engine_); }
  std::vector<microarch::StandingHead> standing() const override { return standing_heads(engine_); }

  void observe_hops(const microarch::HopObserver& observer) override {
    hop_observer_ = observer;
    watch_grants();
  }

  void count_stalls(microarch::StallDetail detail) override { engine_.count_stalls(detail); }
  microarch::StallTable stalls() const override { return engine_.stalls(); }
  void observe_waits(const microarch::WaitObserver& observer) override { wait_observer_ = observer; }

 private:
  struct Offered {
    NodeId source;
    PacketIndex packet;
  };

  void identify_offers() {
    microarch::Ledger::sort_by_age(offered_);
    for (const Offered& offered : offered_) {
      const microarch::PacketId identity = ledger_.identify();
      engine_.set_identity(offered.packet, identity);
      if (foreign_ != nullptr)
        foreign_->offered(identity, engine_.packets().delivery(offered.packet),
                          engine_.packets()[offered.packet].header);
    }
    offered_.clear();
  }

  /// The engine tells of grants only if somebody wants to know.
  void watch_grants() {
    if (!history_ && !hop_observer_ && foreign_ == nullptr) {
      engine_.observe_grants({});
      return;
    }
    engine_.observe_grants([this](const Grant& grant) {
      const TravellingPacket& packet = engine_.packets()[grant.packet];
      const auto router = static_cast<NodeId>(grant.router);
      const Passage passage{router,          grant.input,  grant.output, grant.vc,
                            packet.identity, packet.flits, packet.hops,  packet.header};
      if (history_) history_->note(now(), passage);
      if (hop_observer_) tell_hop(grant);
      if (foreign_ != nullptr && is_foreign_[grant.router] == 0) foreign_->passes(now(), passage);
    });
  }

  /// Up to `limit`, or to the first cycle with ejections.
  void advance_engine(Cycle limit) {
    if (foreign_ == nullptr) {
      engine_.advance(limit, ejected_);
    } else {
      advance_with_foreign(limit);
    }
  }

  /// With foreign routers: cycle by cycle while they are awake.
  void advance_with_foreign(Cycle limit) {
    while (now() < limit && ejected_.empty()) {
      if (!foreign_->awake()) {
        const Cycle next = std::min(engine_.next_activity(), limit);
        if (next > now()) {
          engine_.advance(next, ejected_);
          continue;
        }
      }
      engine_.step([this] { apply(foreign_->decide(now())); }, ejected_);
    }
  }

  void apply(const ForeignDecisions& decisions) {
    if (parameters().two_steps()) note_steps(decisions);
    const auto refuse = [this](const ForeignDecision& decision, const char* what, const std::string& fault) {
      throw InvariantViolation(fmt::format("r_{} {} packet {} of input {} output {} VC {} in cycle {}: {}",
                                           topology().node_name(decision.router), what, decision.packet, decision.input,
                                           decision.output, decision.vc, now(), fault));
    };
    for (const ForeignDecision& made : decisions.reservations) {
      const std::string fault =
          engine_.reserve_for(static_cast<std::uint32_t>(made.router), made.input, made.output, made.vc, made.packet);
      if (!fault.empty()) refuse(made, "reserves for", fault);
    }
    for (const ForeignDecision& grant : decisions.grants) {
      const std::string fault = engine_.grant_for(static_cast<std::uint32_t>(grant.router), grant.input, grant.output,
                                                  grant.vc, grant.packet);
      if (!fault.empty()) refuse(grant, "grants", fault);
    }
  }

  /// Tells the engine what each router that makes reservations decides.
  void note_steps(const ForeignDecisions& decisions) {
    auto reservation = decisions.reservations.begin();
    auto grant = decisions.grants.begin();
    const auto last_reservation = decisions.reservations.end();
    const auto last_grant = decisions.grants.end();
    while (reservation != last_reservation || grant != last_grant) {
      const NodeId router = std::min(reservation == last_reservation ? grant->router : reservation->router,
                                     grant == last_grant ? reservation->router : grant->router);
      microarch::StepDecisions of_router;
      for (; reservation != last_reservation && reservation->router == router; ++reservation) {
        const microarch::RequestMask input = microarch::RequestMask{1} << reservation->input;
        of_router.reserved.made |= input;
        if (reservation->output < 0) {
          of_router.reserved.at_destination |= input;
        } else {
          of_router.reserved.lanes[microarch::index(reservation->input)] = {reservation->output, reservation->vc};
        }
      }
      for (; grant != last_grant && grant->router == router; ++grant)
        of_router.certain.add(grant->input, grant->output, grant->vc);
      engine_.decide_for(static_cast<std::uint32_t>(router), of_router);
    }
  }

  void tell_hop(const Grant& grant) const {
    const PacketRecord& record = engine_.packets().record(grant.packet);
    const int vc = grant.output < engine_.shape().ports ? grant.vc : -1;
    hop_observer_(
        {now(), static_cast<NodeId>(grant.router), grant.input, grant.output, vc, record.source, record.number});
  }

  void tell_waits() const {
    wait_observer_(now(), [this](NodeId router) { return waiting_heads(engine_, router); });
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [ledger, engine, offered, ejected, hop_observer, wait_observer, history, foreign, is_foreign] = self;
    archive.mark("fabric");
    archive(offered, ledger);
    if constexpr (std::is_const_v<Self>) {
      engine.save(archive);
    } else {
      engine.load(archive);
      ejected.clear();  // only in use during advance()
    }
  }

  microarch::Ledger ledger_;
  Engine engine_;
  std::vector<Offered> offered_;  // in cycle now()
  std::vector<Ejection> ejected_;
  microarch::HopObserver hop_observer_;
  microarch::WaitObserver wait_observer_;
  std::optional<GrantHistory> history_;
  ForeignRouters* foreign_ = nullptr;
  std::vector<std::uint8_t> is_foreign_;  // by router, if there is one
};

}  // namespace

std::unique_ptr<ExactFabric> make_exact_fabric(const topologies::Topology& topology,
                                               const microarch::FabricParameters& parameters) {
  return std::make_unique<PacketFabric>(topology, parameters);
}

std::unique_ptr<ExactFabric> restore_exact_fabric(const topologies::Topology& topology,
                                                  const microarch::FabricParameters& parameters,
                                                  microarch::ArchiveReader& archive) {
  auto fabric = std::make_unique<PacketFabric>(topology, parameters);
  fabric->load(archive);
  return fabric;
}

std::unique_ptr<ExactFabric> make_exact_fabric(const topologies::Topology& topology,
                                               const microarch::FabricParameters& parameters,
                                               const microarch::MachineState& state) {
  microarch::require_sound(state, topology, parameters);
  auto fabric = std::make_unique<PacketFabric>(topology, parameters);
  fabric->fill(state);
  return fabric;
}

}  // namespace trenza::tlm
