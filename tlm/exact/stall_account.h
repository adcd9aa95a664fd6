// Why packets do not move, by intervals (docs/microarchitecture.md, section 16).
//
// Between two grants of a router, the credits that it sees only rise and no output is taken. So what a waiting front
// lacks changes in one order, and one time for each front, the first with enough credits, tells when. The account adds
// up an interval when a grant changes what follows. Only cycles of grants are looked at one by one: a packet that could
// be granted something waits in no other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "microarch/allocators/matching.h"
#include "microarch/stall_reasons.h"
#include "microarch/stall_table.h"
#include "tlm/exact/hot.h"
#include "tlm/exact/router_memory.h"

namespace trenza::tlm {

class Engine;

class StallAccount {
 public:
  /// Counts from the engine's present cycle on.
  StallAccount(const Engine& engine, microarch::StallDetail detail);

  /// A router is looked at in this cycle. `due`: the inputs whose fronts may be granted something; `free`: its outputs
  /// that no packet crosses to. Every look ends before the next one begins.
  void begin_look(std::uint32_t router, InputMask due, microarch::OutputMask free) {
    router_ = router;
    due_ = due;
    free_ = free;
  }
  /// Before a grant changes anything. `vc`: of a network output.
  template <class Shape>
  void grant(const BlockView<Shape>& block, int input, int output, int vc, int flits);
  template <class Shape>
  void end_look(const BlockView<Shape>& block) {
    if (is_open_) close(block);
  }
  /// The front of an input was looked at and not granted; the grants of this cycle are done.
  template <class Shape>
  void wait(const BlockView<Shape>& block, std::uint32_t router, int input) {
    if ((routers_[router].waiting & input_bit(input)) == 0) begin_to_wait(block, router, input);
  }
  /// Credits come back to an output VC that were not under way before.
  template <class Shape>
  void return_credits(const BlockView<Shape>& block, std::uint32_t router, int output_vc) {
    if (routers_[router].waiting != 0 || slots_[slot_at(router, output_vc)] == kNeverTick)
      note_credits(block, router, output_vc);
  }
  /// A look at a router that somebody else decides for, granted or not. Its grants of a cycle follow each other.
  void look_at_foreign(std::uint32_t router);
  void end_foreign_looks();

  /// Moves all times `by` ticks back.
  void rebase(Tick by);

  /// The counts of all cycles before the present one.
  microarch::StallTable table() const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [engine, shape, last_resort, delay, table, start, start_tick, routers, fronts, slots, router, due, free,
           is_open, are_apart, left, cycle, taken, takes] = self;
    archive(table, start, start_tick, routers, fronts, slots);
  }

 private:
  using Block = RouterMemory::Block;
  using Table = microarch::StallTable;

  struct Router {
    InputMask waiting = 0;    ///< inputs that have an entry in fronts_
    std::uint64_t since = 0;  ///< the first cycle that is not counted for its outputs
  };
  /// A front that waits.
  struct Waiting {
    std::uint64_t since = 0;          ///< the first cycle that is not counted
    Tick enough = kNeverTick;         ///< the first in which a candidate has the credits that it needs
    Tick enough_before = kNeverTick;  ///< the same of candidates before the last resort

    /// A lane has enough credits from a tick on.
    void note(Tick tick, bool escape) {
      enough = sooner_of(enough, tick);
      if (!escape) enough_before = sooner_of(enough_before, tick);
    }
  };
  /// The times of a front.
  struct Times {
    Tick arrived;   ///< and at the front
    Tick ready;     ///< its router delay is over
    Tick requests;  ///< and its crossbar input is free
  };

  Waiting& front(std::uint32_t router, int input) {
    return fronts_[router * static_cast<std::size_t>(shape_.inputs()) + static_cast<std::size_t>(input)];
  }
  const Waiting& front(std::uint32_t router, int input) const {
    return fronts_[router * static_cast<std::size_t>(shape_.inputs()) + static_cast<std::size_t>(input)];
  }
  std::size_t slot_at(std::uint32_t router, int output_vc) const {
    return router * static_cast<std::size_t>(shape_.network_inputs()) + static_cast<std::size_t>(output_vc);
  }
  Tick tick_of(std::uint64_t cycle) const;
  microarch::OutputMask outputs_of(const Block& block) const;
  Tick slots_from(const Block& block, std::uint32_t router, int input) const;
  template <class Shape>
  Times times_of(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  microarch::OutputMask offered(const BlockView<Shape>& block, int input) const;
  template <class Shape>
  microarch::LaneState lane_of(const BlockView<Shape>& block, int input, int port, int vc, bool escape) const;
  template <class Shape>
  microarch::Demand demand(const BlockView<Shape>& block, int input, microarch::OutputMask among) const;
  template <class Shape>
  Waiting times_of_credits(const BlockView<Shape>& block, int input) const;

  template <class Shape>
  void open(const BlockView<Shape>& block);
  template <class Shape>
  void open_for_many(const BlockView<Shape>& block);
  template <class Shape>
  void count_idle_wait(const BlockView<Shape>& block, int input);
  template <class Shape>
  bool want_others(const BlockView<Shape>& block) const;
  template <class Shape>
  void count_free_outputs(const BlockView<Shape>& block, int input, microarch::OutputMask among);
  template <class Shape>
  void close(const BlockView<Shape>& block);
  template <class Shape>
  void close_for_many(const BlockView<Shape>& block);
  template <class Shape>
  void begin_to_wait(const BlockView<Shape>& block, std::uint32_t router, int input);
  template <class Shape>
  void note_credits(const BlockView<Shape>& block, std::uint32_t router, int output_vc);

  template <class Shape>
  void count_wait(const BlockView<Shape>& block, int input, Tick until);
  void count_input(Table& table, std::uint32_t router, int input, Tick until) const;
  void count_outputs(Table& table, std::uint32_t router, Tick until) const;
  void count_outputs(Table& table, std::uint32_t router, Tick from, Tick until) const;
  Tick first_change(const Block& block, std::uint32_t router, Tick from, Tick until) const;

  const Engine& engine_;
  microarch::AllocatorShape shape_;
  bool last_resort_;
  Tick delay_;   ///< R - 1
  Table table_;  ///< `empty` and `no_demand` are what is left, so they are not counted
  std::uint64_t start_;
  Tick start_tick_;
  std::vector<Router> routers_;
  std::vector<Waiting> fronts_;  ///< by router and input
  std::vector<Tick> slots_;      ///< by router and output VC: from when on it has one credit
  // The present look.
  std::uint32_t router_ = 0;
  InputMask due_ = 0;
  microarch::OutputMask free_ = 0;
  bool is_open_ = false;                                       ///< something was granted
  bool are_apart_ = false;                                     ///< no two packets want the same free output
  InputMask left_ = 0;                                         ///< of `due`, without those that were granted
  std::optional<microarch::StallCycle> cycle_;                 ///< emplaced, for it is large
  std::array<std::uint16_t, microarch::kMaxOutputs> taken_{};  ///< output VCs of escape that were granted
  std::size_t takes_ = 0;
};

}  // namespace trenza::tlm
