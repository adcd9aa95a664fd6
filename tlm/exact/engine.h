// The machine of docs/microarchitecture.md, packet by packet.
//
// Under virtual cut-through a granted packet moves without gaps, so all that follows from a grant is known at once:
// when input and output are free again, when the head can ask at the next router, when each credit comes back. A router
// is therefore looked at only in cycles in which one of its waiting packets may have become grantable:
//  - `eligible` of an input is the first such cycle as far as it is known;
//  - a packet that waits for credits that are not under way yet leaves its input in `interest` of the output VC; the
//    grant downstream that sends credits there sets `eligible` then.
// Looking at a router too early changes nothing, so both may be early, never late.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "microarch/allocation.h"
#include "microarch/archive.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/machine_state.h"
#include "microarch/selection.h"
#include "tlm/common/packet_store.h"
#include "tlm/common/time_wheel.h"
#include "tlm/exact/calendar.h"
#include "tlm/exact/hot.h"
#include "tlm/exact/router_memory.h"
#include "tlm/exact/stall_account.h"
#include "tlm/exact/step_stalls.h"
#include "tlm/exact/two_steps.h"
#include "topologies/record_steps.h"
#include "topologies/topology.h"

namespace trenza::tlm {

/// A packet that leaves the network in the cycle of its entry in the wheel.
struct Ejection {
  PacketIndex packet = kNoPacket;
  std::uint32_t place = 0;  ///< destination * kMaxEjectors + ejection port: deliveries of a cycle are in this order
};
inline constexpr std::uint32_t kMaxEjectors = 8;

/// The epoch moves when ticks get beyond this.
inline constexpr Tick kLastTick = Tick{1} << 30;

/// A packet starts to cross a router in cycle now().
struct Grant {
  std::uint32_t router = 0;
  PacketIndex packet = kNoPacket;
  int input = 0;
  int output = 0;
  int vc = 0;  ///< means something at network outputs only
};

class Engine {
 public:
  Engine(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

  Cycle now() const { return now_; }

  /// A new packet of cycle now().
  PacketIndex inject(const PacketRecord& record, int flits) { return (this->*code_.inject)(record, flits); }
  /// Sets its place in the order of age among all packets. Must be called before the cycle is simulated.
  void set_identity(PacketIndex packet, microarch::PacketId identity) { packets_[packet].identity = identity; }

  /// Simulates until now() == limit or the end of the first cycle with ejections, which `ejected` then holds in order.
  void advance(Cycle limit, std::vector<Ejection>& ejected) { (this->*code_.advance)(limit, ejected); }

  Cycle next_activity() const {
    const Cycle soonest = std::min(looks_.next(now_), ejections_.next(now_));
    return parameters_.credit_delay > 1 ? std::min(soonest, late_credits_.next(now_)) : soonest;
  }

  /// Gives up a router: from now on the engine never looks at it, and somebody else decides for it.
  void give_up(std::uint32_t router) {
    given_up_.resize(routers_.routers());
    given_up_[router] = 1;
  }
  /// Simulates the one cycle now(). `decide()` is called after the grants of this engine's routers; it may call
  /// decide_for(), reserve_for() and grant_for().
  void step(const std::function<void()>& decide, std::vector<Ejection>& ejected);
  /// All decisions of a router that was given up, in the present cycle, for those who count why packets wait. What they
  /// change is done by reserve_for() and grant_for(), which come after it.
  void decide_for(std::uint32_t router, const microarch::StepDecisions& decisions) {
    if (step_stalls_) step_stalls_->decide(router, decisions);
  }
  /// A reservation of such a router (`output` -1: at its destination), and a grant, in this order. Return why it cannot
  /// be; empty if it was done.
  std::string reserve_for(std::uint32_t router, int input, int output, int vc, microarch::PacketId packet);
  std::string grant_for(std::uint32_t router, int input, int output, int vc, microarch::PacketId packet);

  /// From now on `observer` is told of every grant; an empty one ends this.
  void observe_grants(std::function<void(const Grant&)> observer) {
    on_grant_ = std::move(observer);
    compile_for_shape();
  }
  /// From now on counts why packets do not move.
  void count_stalls(microarch::StallDetail detail);
  /// The counts of all cycles before now(); of detail `off` if it does not count.
  microarch::StallTable stalls() const;
  /// The state between two cycles; an engine that loads it must have been built for the same topology and parameters.
  void save(microarch::ArchiveWriter& archive) const;
  void load(microarch::ArchiveReader& archive);

  /// Takes over the state of registers. The engine must be new.
  void fill(const microarch::MachineState& state);

  PacketStore& packets() { return packets_; }
  const PacketStore& packets() const { return packets_; }
  const RouterMemory& routers() const { return routers_; }
  /// A copy of the state of a router's arbiters.
  std::vector<std::uint8_t> arbiters(std::uint32_t router) const {
    return {arbiters_of(router), arbiters_of(router) + arbiter_bytes_};
  }
  const RouterShape& shape() const { return shape_; }
  /// Null: packets make no reservations.
  const TwoSteps* two_steps() const { return two_steps_.get(); }
  const topologies::Topology& topology() const { return topology_; }
  const microarch::FabricParameters& parameters() const { return parameters_; }

  Tick tick() const { return static_cast<Tick>(now_ - epoch_); }
  bool is_network_input(int input) const { return input < shape_.network_inputs(); }
  /// Credits that the front of `input` needs in VC `vc` of `port`; `escape` says whether that is an escape VC.
  template <class Shape, class Escape>
  int credits_needed(const BlockView<Shape>& router, int input, int port, int vc, Escape escape) const {
    return escape ? slots_needed(router, input, port, vc - first_vc_in(router, input))
                  : static_cast<int>(router.input()[input].front.flits);
  }
  /// Slots that the front of `input` needs in escape VC `escape_vc` (of its class) of `port`.
  template <class Shape>
  int slots_needed(const BlockView<Shape>& router, int input, int port, int escape_vc) const {
    const std::uint32_t ring = router.continues()[port * router.shape().escape_vcs + escape_vc];
    const InputPlace place = places_[static_cast<std::size_t>(input)];
    const bool continues =
        ring == ~std::uint32_t{0} || (place.port >= 0 && place.class_vc == escape_vc && (ring >> place.port & 1U) != 0);
    return microarch::FlowControl::slots_needed(continues, parameters_.bubble);
  }
  /// VC of the first escape VC of the class of an input's packets.
  int first_vc(int input) const { return places_[static_cast<std::size_t>(input)].first_vc; }
  const microarch::SelectionShape& selection() const { return selection_; }

  /// Calls visit(PacketIndex) for the packets that wait in an input, front to back.
  template <class Shape, class Visit>
  void for_each_waiting(const BlockView<Shape>& block, int input, const Visit& visit) const {
    if ((block.occupied() & input_bit(input)) == 0) return;
    for (PacketIndex k = block.input()[input].queue.head; k != kNoPacket; k = packets_[k].next) visit(k);
  }

  std::uint64_t network_grants() const { return network_grants_; }
  std::uint64_t escape_grants() const { return escape_grants_; }

  /// Calls visit(first cycle, router, output VC, length) for credits on their way but not in Credits yet (C > 1).
  template <class Visit>
  void for_each_late_credit(const Visit& visit) const {
    late_credits_.for_each(now_, [&](Cycle cycle, const CreditReturn& credit) {
      visit(cycle, credit.router, static_cast<int>(credit.output_vc), static_cast<int>(credit.length));
    });
  }

  /// Calls visit(cycle of the tail, Ejection) for packets that are leaving.
  template <class Visit>
  void for_each_ejection(const Visit& visit) const {
    ejections_.for_each(now_, visit);
  }

 private:
  using Block = RouterMemory::Block;
  friend class StallAccount;
  friend class StepStalls;

  struct CreditReturn {
    std::uint32_t router = 0;
    std::uint16_t output_vc = 0;
    std::uint16_t length = 0;
  };
  /// Constants of an input, the same in all routers.
  struct InputPlace {
    std::int8_t port = -1;  ///< -1: injector
    std::int8_t vc = 0;
    std::int8_t first_vc = 0;
    std::int8_t class_vc = 0;  ///< vc - first_vc
  };

  bool is_escape(int vc) const { return (escape_vc_mask_ >> vc & 1U) != 0; }
  template <class Shape>
  TRENZA_HOT bool is_escape(const BlockView<Shape>& block, int vc) const {
    return block.shape().class_vcs == block.shape().vcs ? vc < block.shape().escape_vcs : is_escape(vc);
  }
  std::string fault_of_front(const Block& block, int input, microarch::PacketId packet) const;
  std::string fault_of_lane(const Block& block, int input, int output, int vc) const;
  void wire();
  void wire_ring_masks(Block router, topologies::NodeId node);

  // The code on which the cost of a hop depends. It is compiled once for every shape of shapes.h and once for all
  // others (AnyShape).
  using Advance = void (Engine::*)(Cycle, std::vector<Ejection>&);
  using Inject = PacketIndex (Engine::*)(const PacketRecord&, int);
  /// Chooses the code of this engine's shape and of who observes it.
  void compile_for_shape();
  /// Whether the code for the default policies can be taken (WithDefaults of shapes.h).
  bool has_defaults() const;
  struct Code {
    Advance advance;
    Inject inject;
  };
  /// That of this engine's shape.
  template <std::size_t Index = 0>
  Code code_of_shape() const;
  /// That of a shape, with the default policies or any (WithDefaults), while somebody observes or nobody (Observed).
  /// Each shape of shapes.h is compiled in a file of its own, since it takes the compiler long.
  template <class Shape>
  static Code code_for(bool defaults, bool observed);
  template <class Shape>
  static Code code_as();
  template <class Shape>
  PacketIndex inject_as(const PacketRecord& record, int flits);
  template <class Shape>
  void advance_as(Cycle limit, std::vector<Ejection>& ejected);

  /// first_vc(input), which is 0 where all have one class.
  template <class Shape>
  int first_vc_in(const BlockView<Shape>& block, int input) const {
    return block.shape().class_vcs == block.shape().vcs ? 0 : first_vc(input);
  }

  /// The selection with the numbers of a router's shape: constants where the shape is one.
  template <class Shape>
  TRENZA_HOT microarch::SelectionShape selection_of(const BlockView<Shape>& block) const {
    const RouterShape& shape = block.shape();
    microarch::SelectionShape selection;
    if constexpr (!BlockView<Shape>::kDefaults) selection = selection_;
    selection.ports = shape.ports;
    selection.class_vcs = shape.class_vcs;
    selection.ejectors = shape.ejectors;
    selection.escape_vcs = shape.escape_vcs;
    return selection;
  }
  /// Crossbar inputs of a port, and whether VCs share them.
  template <class Shape>
  TRENZA_HOT int port_rows(const BlockView<Shape>& block) const {
    return BlockView<Shape>::kDefaults ? block.shape().vcs : port_rows_;
  }
  template <class Shape>
  TRENZA_HOT bool shares_rows(const BlockView<Shape>& block) const {
    return port_rows(block) != block.shape().vcs;
  }
  /// The first cycle in which the crossbar input of a network input is free, by the grants until now.
  template <class Shape>
  Tick row_free(const BlockView<Shape>& block, int input) const {
    const int vc = places_[static_cast<std::size_t>(input)].vc;
    Tick free = 0;
    for (int other = vc % port_rows_; other < block.shape().vcs; other += port_rows_)
      free = later_of(free, block.input()[input - vc + other].free);
    return free;
  }

  // engine_routers.h
  /// The router is to be looked at in `tick`, or sooner. Every entry of `eligible` but kNeverTick has its look.
  void wake(std::uint32_t router, Tick tick) { looks_.add(epoch_ + tick_, epoch_ + tick, router); }
  /// The state of a router's arbiters.
  std::uint8_t* arbiters_of(std::uint32_t router) { return arbiters_.data() + router * arbiter_bytes_; }
  const std::uint8_t* arbiters_of(std::uint32_t router) const { return arbiters_.data() + router * arbiter_bytes_; }
  template <class Shape>
  void look_at(std::uint32_t router);
  template <class Shape>
  topologies::RouteChoice choices_of(const BlockView<Shape>& block, std::uint32_t router, int input,
                                     topologies::HeaderWord header) const;
  template <class Shape>
  void look_at_one(const BlockView<Shape>& block, std::uint32_t router, int input, microarch::OutputMask free);
  template <class Shape>
  void look_at_many(const BlockView<Shape>& block, std::uint32_t router, InputMask due, microarch::OutputMask free);
  template <class Shape>
  InputMask requesting(const BlockView<Shape>& block, InputMask due) const;
  template <class Shape>
  std::uint16_t selection_draw(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  microarch::Pick pick(const BlockView<Shape>& block, int input, microarch::OutputMask free) const;
  /// flits(input): of the packet at the front of an input.
  template <class Shape>
  static auto flits_of(const BlockView<Shape>& block) {
    return [&block](int input) { return static_cast<int>(block.input()[input].front.flits); };
  }
  template <class Shape>
  auto surplus_of(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  void put_off(const BlockView<Shape>& block, std::uint32_t router, int input);
  template <class Shape>
  InputMask freed_resorts(const BlockView<Shape>& block) const;
  template <class Shape>
  void put_off_all(const BlockView<Shape>& block, std::uint32_t router, InputMask inputs);
  template <class Shape>
  class AllocatorView;
  template <class Shape>
  class Granter;
  template <class Shape>
  static microarch::Asked asked_alone(const BlockView<Shape>& block, int input);
  template <class Shape>
  void grant(const BlockView<Shape>& block, std::uint32_t router, int input, int output, int vc,
             const microarch::Asked& asked);
  template <class Shape>
  void send(const BlockView<Shape>& block, std::uint32_t router, PacketIndex index, int port, int vc);
  template <class Shape>
  void push(std::uint32_t router, const BlockView<Shape>& block, int input, PacketIndex index);
  /// push() for callers that are not time-critical.
  void enqueue(std::uint32_t router, int input, PacketIndex index);
  template <class Shape>
  void bring_to_front(const BlockView<Shape>& block, std::uint32_t router, int input, PacketIndex index, Tick from);

  /// Calls tell(account) if why packets do not move is counted.
  template <class Shape, class Tell>
  TRENZA_HOT void tell_stalls(const BlockView<Shape>& /*block*/, const Tell& tell) const {
    if constexpr (BlockView<Shape>::kObserved) {
      if (stalls_) tell(*stalls_);
    }
  }

  // engine_pipelines.h
  /// Whether packets reserve an output VC before they ask for the crossbar.
  template <class Shape>
  TRENZA_HOT bool in_two_steps(const BlockView<Shape>& /*block*/) const {
    return !BlockView<Shape>::kDefaults && two_steps_ != nullptr;
  }
  template <class Shape>
  class StepView;
  template <class Shape>
  Tick crosses_until(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  microarch::StepInputs step_inputs(const BlockView<Shape>& block, std::uint32_t router, InputMask due) const;
  template <class Shape>
  void look_in_steps(const BlockView<Shape>& block, std::uint32_t router, InputMask due, microarch::OutputMask free);
  template <class Shape>
  void reserve(const BlockView<Shape>& block, std::uint32_t router, int input,
               const microarch::Reservations& reservations);
  template <class Shape>
  Tick reconsider_step(const BlockView<Shape>& block, std::uint32_t router, int input, Tick from);

  // engine_credits.h
  template <class Shape>
  void return_credit(const BlockView<Shape>& block, int input, int flits);
  template <class Shape>
  void add_credits(std::uint32_t router, int output_vc, Tick start, int length);
  template <class Shape>
  Tick reconsider(const BlockView<Shape>& block, int input, Tick from);
  template <class Shape>
  Tick ejector_free(const BlockView<Shape>& block) const;
  template <class Shape, class Usable>
  Tick credits_for(const BlockView<Shape>& block, int input, Tick from, const Usable& usable);

  template <class Shape>
  int waiting_in(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  void decide_all();
  void move_epoch();
  class Filler;
  template <class Self, class Archive>
  static void state(Self& self, Archive& archive);

  const topologies::Topology& topology_;
  const topologies::RoutingRelation& relation_;
  microarch::FabricParameters parameters_;
  RouterShape shape_;
  microarch::SelectionShape selection_;
  int port_rows_;
  bool draws_selection_;
  microarch::Allocation allocation_;
  std::size_t arbiter_bytes_ = 0;  ///< of a router
  bool picks_;
  const topologies::RecordSteps* steps_;
  std::uint64_t escape_vc_mask_ = 0;
  std::array<InputPlace, microarch::kMaxInputs> places_;
  std::array<Tick, microarch::kMaxOutputs> hop_{};  ///< R + L by output port
  RouterMemory routers_;
  std::vector<std::uint8_t> arbiters_;              ///< state, by router
  std::vector<microarch::DrawPhase> input_phases_;  ///< of input arbiters, by router; constant
  std::unique_ptr<TwoSteps> two_steps_;             ///< null: VC and crossbar are one decision
  std::vector<std::uint8_t> given_up_;              ///< by router; empty until one is
  PacketStore packets_;
  Calendar looks_;
  TimeWheel<Ejection> ejections_;
  TimeWheel<CreditReturn> late_credits_;
  const microarch::DrawSequence& draws_;
  Code code_{};

  Cycle now_ = 0;
  Cycle epoch_ = 0;
  Tick tick_ = 0;  ///< of now_, during a cycle
  std::uint32_t draw_offset_ = 0;
  std::uint64_t network_grants_ = 0;
  std::uint64_t escape_grants_ = 0;
  std::function<void(const Grant&)> on_grant_;
  std::unique_ptr<StallAccount> stalls_;     ///< null: nothing is counted, or
  std::unique_ptr<StepStalls> step_stalls_;  ///< of a pipeline of two steps
};

}  // namespace trenza::tlm
