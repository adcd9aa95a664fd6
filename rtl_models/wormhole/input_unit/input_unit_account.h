// The account of an input unit: what its virtual channels hold and how far the packets at their fronts have come. Plain
// state without ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/input_buffer/buffer_account.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

/// Overflow, underflow, flits out of order and grants to a VC that did not ask are invariant violations.
class InputUnitAccount {
 public:
  /// The delays of an input unit, in cycles.
  struct Delays {
    int routing = 0;  ///< D
    int step = 0;     ///< from the VC allocation to the first request of the switch
    static Delays of(const microarch::FabricParameters& parameters) {
      return {parameters.wormhole.routing_delay, parameters.step_depth()};
    }
  };
  /// `name`: in messages.
  InputUnitAccount(std::string name, int vcs, int depth_flits, Delays delays);

  struct Entry {
    FlitWord flit = 0;
    HeaderWord header = 0;  // of heads
    WormRoute route;        // of heads
  };
  /// The words of a VC that waves show. Their addresses do not change.
  struct VcView {
    VcState state = VcState::idle;
    std::uint32_t occupancy = 0;  ///< flits
    std::uint32_t packet = 0;     ///< of the packet at the front
    std::uint32_t output = 0;     ///< of the output VC that is held; the last one if none is
    std::uint32_t output_vc = 0;
  };
  const VcView& view(int vc) const { return views_[static_cast<std::size_t>(vc)]; }

  /// What stood in a VC when the last cycle ended, before the arrivals of the present one.
  enum class Standing : std::uint8_t { nothing, waiting, holding };
  Standing standing(int vc) const { return vcs_[static_cast<std::size_t>(vc)].standing; }

  std::size_t vcs() const { return vcs_.size(); }
  /// Flits that a VC has room for.
  int capacity() const { return static_cast<int>(vcs_[0].ring.size()); }
  int occupancy(int vc) const { return static_cast<int>(vcs_[static_cast<std::size_t>(vc)].occupancy); }
  /// Flit number `k` of a VC from its front. Precondition: k < occupancy(vc).
  const Entry& entry(int vc, int k) const;
  /// The output VC that is held; 0: none.
  LaneWord lane(int vc) const { return vcs_[static_cast<std::size_t>(vc)].lane; }

  /// The front of a VC as the other blocks see it.
  struct Front {
    const Entry* entry = nullptr;  ///< null: it is empty
    RequestWord request = 0;       ///< of a head that waits for an output VC
    LaneWord hold = 0;             ///< the output VC of a flit that may use the switch
  };
  /// Shows the VC in its view, too.
  Front show(std::size_t vc);
  /// The same if `arriving` enters the VC in this very cycle.
  Front show_with(std::size_t vc, const Entry& arriving);

  void clear();

  /// A flit on the link.
  struct Arrival {
    std::uint32_t vc = 0;
    Entry entry;
  };
  /// The edge that ends a cycle. `arrival`: null if nothing arrives; `falls_through`: it is there in this very cycle;
  /// granted(vc): lane word, the allocation of a VC. Returns the VCs of which the front can have changed.
  template <class Granted>
  std::uint32_t edge(const Arrival* arrival, bool falls_through, const Granted& granted, std::uint32_t popped) {
    std::uint32_t touched = 0;
    if (arrival != nullptr && falls_through) touched |= arrive(arrival->vc, arrival->entry);
    for (std::uint32_t rest = waiting_; rest != 0; rest &= rest - 1) {
      const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
      if (const LaneWord lane = granted(vc); lane != 0) touched |= allocate(vc, lane);
    }
    touched |= pop(popped);
    touched |= end_cycle();
    if (arrival != nullptr && !falls_through) touched |= arrive(arrival->vc, arrival->entry);
    return touched;
  }

  // The parts of an edge; each returns the VCs of which the front can have changed.
  /// A flit enters.
  std::uint32_t arrive(std::uint32_t vc, const Entry& entry);
  /// A waiting head was given an output VC.
  std::uint32_t allocate(std::size_t vc, LaneWord lane);
  /// Front flits have crossed.
  std::uint32_t pop(std::uint32_t vcs);
  /// The cycle ends, and the next begins: delays get shorter, and heads behind tails that have crossed come forward.
  std::uint32_t end_cycle();

  /// VCs with a head that waits.
  std::uint32_t waiting() const { return waiting_; }
  /// Whether a delay runs.
  bool is_timing() const { return timing_ != 0; }

 private:
  struct Registers {
    std::size_t first = 0;
    std::size_t occupancy = 0;
    int expected = 0;  // position of the next flit to arrive, 0 = a head
    VcState state = VcState::idle;
    int timer = 0;  // cycles left in routing, or until the switch may be used
    LaneWord lane = 0;
    Standing standing = Standing::nothing;
  };
  struct Vc : Registers {
    std::vector<Entry> ring;
  };

  static Front front_of(const Registers& vc, const Entry* entry);
  void note(std::size_t at, const Registers& vc, const Entry* entry);
  void begin(Registers& vc) const;
  void mark(std::size_t vc);
  [[noreturn]] void violation(std::size_t vc, const char* what) const;

  std::string name_;
  Delays delays_;
  std::vector<Vc> vcs_;
  std::vector<VcView> views_;
  std::uint32_t waiting_ = 0;
  std::uint32_t timing_ = 0;  // VCs of which the timer runs
};

}  // namespace trenza::rtl_models
