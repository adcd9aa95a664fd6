// The engine for one width of masks.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "microarch/archive.h"
#include "microarch/index.h"
#include "microarch/wide_mask.h"
#include "microarch/wormhole/vc_availability.h"
#include "microarch/wormhole/worm_stalls.h"
#include "microarch/wormhole/worm_switch_allocation.h"
#include "microarch/wormhole/worm_vc_allocation.h"
#include "tlm/cycle/worm_draws.h"
#include "tlm/cycle/worm_engine.h"
#include "tlm/cycle/worm_memory.h"

namespace trenza::tlm {

// Those of wide masks are found by their namespace.
using microarch::drop_lowest;
using microarch::has_bit;
using microarch::lowest_bit;

template <class Mask>
class WormEngineOf final : public WormEngine {
 public:
  WormEngineOf(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

  void advance(Cycle limit, std::vector<WormEjection>& ejected) override;
  Cycle next_activity() const override;
  std::uint64_t router_bytes() const override { return memory_.bytes(); }
  std::vector<std::string> audit() const override;
  microarch::WaitSnapshot waiting() const override;
  std::vector<microarch::WaitingHead> heads_at(topologies::NodeId router) const override;
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) override { state(*this, archive); }

 private:
  // Tests define it, to change the state between two cycles and see that the engine notices.
  friend class WormEngineSurgery;

  using Sets = WormRouterSets<Mask>;
  using Matching = microarch::BasicMatching<Mask>;

  static Mask bit(std::uint32_t at) { return microarch::bit_of<Mask>(static_cast<int>(at)); }
  static bool has(const Mask& set, std::uint32_t at) { return has_bit(set, static_cast<int>(at)); }
  static std::uint32_t lowest(const Mask& set) { return static_cast<std::uint32_t>(lowest_bit(set)); }
  std::uint32_t port_of(std::uint32_t vc) const { return port_of_[vc]; }
  std::uint32_t network_inputs() const { return static_cast<std::uint32_t>(shape_.network_inputs()); }

  void simulate(std::vector<WormEjection>& ejected);
  template <class Visit>
  void for_each_line(const Visit& visit);
  void take_events();
  // Those that are called from two places are inlined there: the time is spent in them.
  [[gnu::always_inline]] inline void arrive(std::uint32_t router, std::uint32_t input, QueuedFlit flit);
  [[gnu::always_inline]] inline void credit(std::uint32_t router, std::uint32_t output_vc);
  void route(std::uint32_t router, std::uint32_t input);
  [[gnu::always_inline]] inline void start_heads(std::uint32_t router, Sets& sets);
  void step(std::uint32_t router);
  [[gnu::always_inline]] inline void bid(std::uint32_t router, Sets& sets);
  Mask free_for(std::uint32_t router, std::uint32_t input, Mask free) const;
  bool waits_for_credits(std::uint32_t router, std::uint32_t output_vc) const;
  [[gnu::always_inline]] inline void allocate_vc(std::uint32_t router, Sets& sets, std::uint32_t input,
                                                 std::uint32_t output_vc);
  [[noreturn, gnu::noinline]] void violation(std::uint32_t router, const char* place, std::uint32_t vc,
                                             const char* what) const;
  [[gnu::always_inline]] inline void cross(std::uint32_t router, Sets& sets, std::uint32_t input, std::uint32_t output);
  void release(std::uint32_t router, Sets& sets, WormOutput& output, std::uint32_t output_vc);
  microarch::WormFront front_of(std::uint32_t router, std::uint32_t input, const Mask& allocated,
                                const Mask& granted) const;
  void judge(std::uint32_t router, const Mask& allocated, const Mask& granted);
  [[gnu::noinline]] void look(std::uint32_t router, bool switches);
  [[gnu::noinline]] void look_at_rest(std::uint32_t router);
  void tell_inputs(std::uint32_t router, const Mask& allocated) const;
  void wake_observed();

  // Of routers for which others decide.
  using Decisions = std::vector<ForeignDecision>;
  [[gnu::noinline]] void step_yielded();
  void step_as_decided(std::uint32_t router, Decisions::const_iterator& made, Decisions::const_iterator& crossing,
                       const ForeignDecisions& decisions);
  std::uint32_t take_allocation(std::uint32_t router, Sets& sets, const ForeignDecision& made);
  void take_crossing(std::uint32_t router, const Sets& sets, const Mask& may_cross, const ForeignDecision& crossing);
  void check_front(const ForeignDecision& decision, const char* what) const;
  [[noreturn]] void refuse(const ForeignDecision& decision, const char* what, const char* fault) const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive);

  class RouterView;

  microarch::WormVcAllocation<Mask> vc_allocation_;
  microarch::WormSwitchAllocation<Mask> switch_allocation_;
  WormWiring wiring_;
  WormDraws draws_;
  WormMemory<Mask> memory_;
  ActiveSet active_;
  std::vector<std::uint8_t> port_of_;  // of an input VC or an output VC
  std::vector<Mask> ejection_;         // by class: what a packet at its destination may have
  Cycle routing_delay_;
  Cycle step_delay_;  // G > 1 of two_step; 1 of speculative and two_step with G = 1; 0: joint
  bool joint_;
  bool speculative_;
  bool atomic_;
  std::vector<microarch::VcAvailability> availability_;  ///< by router; empty without flit bubbles
  bool counts_escapes_;                                  // there are other virtual channels than escape ones
  std::uint16_t depth_;

  std::vector<DelayLine<FlitArrival>> flits_;  // by place in wiring_.delays()
  DelayLine<VcEvent> credits_;
  DelayLine<VcEvent> source_credits_;
  DelayLine<VcEvent> routes_;
  DelayLine<VcEvent> starts_;
  DelayLine<WormEjection> ejections_;

  // Of the router in hand.
  std::vector<Mask> requests_;  // by input: the output VCs that it bids for
  Mask bidders_ = 0;
  Matching vcs_;
  Matching certain_;
  Matching speculation_;
  // For those who look.
  microarch::WormStallCycle stall_cycle_;
  WormRouterStalls seen_;
};

}  // namespace trenza::tlm
