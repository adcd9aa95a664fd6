#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator.h"

#include "microarch/index.h"
#include "microarch/wormhole/worm_switch_allocation.h"

namespace trenza::rtl_models {

using microarch::DrawPurpose;
using microarch::index;
using microarch::set_bit;

WormSwitchAllocator::WormSwitchAllocator(const sc_core::sc_module_name& name, const WormPlace& place)
    : ClockedBlock(name),
      hold("hold", index(place.shape().inputs())),
      flit("flit", index(place.shape().inputs())),
      grant("grant", index(place.shape().inputs())),
      wish("wish", index(place.parameters.pipeline.is<microarch::SpeculativePipeline>() ? place.shape().inputs() : 0)),
      credits("credits", index(place.shape().network_inputs())),
      select("select", index(place.shape().outputs())),
      pop("pop", index(place.shape().input_ports())),
      charge("charge", index(place.ports())),
      released("released", index(place.shape().outputs())),
      place_(place),
      shape_(place.shape()),
      joint_(!place.parameters.two_steps()),
      selects_(select.size()),
      pops_(pop.size()),
      charges_(charge.size()),
      releases_(released.size()),
      select_held_(select.size()),
      pop_held_(pop.size()),
      charge_held_(charge.size()),
      released_held_(released.size()),
      account_(place.shape()) {
  SC_HAS_PROCESS(WormSwitchAllocator);
  SC_METHOD(allocate);
  for (auto& port : hold) sensitive << port;
  for (auto& port : flit) sensitive << port;
  const bool looks_at_grants = joint_ || wish.size() != 0;
  for (std::size_t i = 0; looks_at_grants && i < grant.size(); ++i) sensitive << grant[i];
  for (auto& port : wish) sensitive << port;
  for (auto& port : credits) sensitive << port;
  dont_initialize();
}

void WormSwitchAllocator::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(crossing_);
}

void WormSwitchAllocator::clear() {
  reset_arbiters();
  account_.clear();
}

void WormSwitchAllocator::cross(std::size_t input, LaneWord lane) {
  const int output = output_of(lane);
  const int vc = lane_output_vc(lane) % shape_.vcs;
  const int port = static_cast<int>(input) / shape_.vcs;
  selects_[index(output)] = make_worm_select(static_cast<int>(input), vc, is_escape_lane(lane));
  pops_[index(port)] |= 1U << (static_cast<int>(input) % shape_.vcs);
  if (output < shape_.ports) charges_[index(output)] = make_charge(vc, 1);
  if (microarch::is_tail(flit[input].read())) releases_[index(output)] |= 1U << vc;
}

void WormSwitchAllocator::show_crossings() {
  const auto show = [](auto& held, auto& ports, std::vector<std::uint32_t>& words) {
    for (std::size_t k = 0; k < words.size(); ++k) {
      held.write(ports, k, words[k]);
      words[k] = 0;
    }
  };
  show(select_held_, select, selects_);
  show(pop_held_, pop, pops_);
  show(charge_held_, charge, charges_);
  show(released_held_, released, releases_);
}

void WormSwitchAllocator::allocate() {
  crosses_ = decide();
  if (crosses_) crossing_.notify(sc_core::SC_ZERO_TIME);
}

bool WormSwitchAllocator::edge() {
  if (!crosses_) return false;
  commit();
  account_.edge(select, flit);
  return true;
}

namespace {

template <class Mask>
class WormSwitchAllocatorOf final : public WormSwitchAllocator {
 public:
  WormSwitchAllocatorOf(const char* name, const WormPlace& place)
      : WormSwitchAllocator(name, place),
        allocation_(place.parameters, place.ports()),
        state_(allocation_.state_bytes()) {
    reset_arbiters();
  }

 private:
  /// What the allocation sees (microarch/wormhole/worm_switch_allocation.h).
  struct View {
    const WormSwitchAllocatorOf& block;

    int output_of(int input) const { return block.output_of(block.lane_of(index(input))); }
    microarch::OutputMask speculative_outputs(int input) const { return block.wish[index(input)].read(); }
    bool moves(int input, int output) const {
      const LaneWord lane = block.grant[index(input)].read();
      return lane != 0 && block.output_of(lane) == output && block.has_credit(lane);
    }
    bool older(int a, int b) const {
      return microarch::older_than(microarch::packet_of(block.flit[index(a)].read()),
                                   microarch::packet_of(block.flit[index(b)].read()));
    }
    microarch::Cycle cycle() const { return block.cycle.read(); }
    std::uint16_t draw(DrawPurpose purpose, int at) const { return block.place_.draw(cycle(), purpose, at); }
  };

  /// The output VC with which an input VC asks with certainty; 0: it does not.
  LaneWord lane_of(std::size_t input) const {
    const LaneWord held = hold[input].read();
    return held == 0 && joint_ ? grant[input].read() : held;
  }

  bool decide() override {
    Mask asking = 0;
    Mask waiting = 0;
    for (std::size_t i = 0; i < hold.size(); ++i) {
      const LaneWord lane = lane_of(i);
      if (lane != 0 && has_credit(lane)) set_bit(asking, static_cast<int>(i));
      if (wish.size() != 0 && wish[i].read() != 0) set_bit(waiting, static_cast<int>(i));
    }
    allocation_.compute(asking, state_.data(), View{*this}, certain_);
    if (allocation_.speculates())
      allocation_.speculate(waiting, asking, certain_, state_.data(), View{*this}, speculative_);
    for (const auto& pair : certain_) {
      const auto input = static_cast<std::size_t>(pair.input);
      cross(input, lane_of(input));
    }
    for (const auto& pair : speculative_) {
      const auto input = static_cast<std::size_t>(pair.input);
      cross(input, grant[input].read());
    }
    show_crossings();
    return certain_.size() + speculative_.size() != 0;
  }

  void commit() override { allocation_.commit(state_.data(), static_cast<int>(place_.node), certain_, speculative_); }
  void reset_arbiters() override { allocation_.reset(state_.data()); }

  microarch::WormSwitchAllocation<Mask> allocation_;
  std::vector<std::uint8_t> state_;
  microarch::BasicMatching<Mask> certain_;
  microarch::BasicMatching<Mask> speculative_;
};

}  // namespace

std::unique_ptr<WormSwitchAllocator> make_worm_switch_allocator(const char* name, const WormPlace& place) {
  return make_for_masks<WormSwitchAllocator, WormSwitchAllocatorOf>(name, place);
}

}  // namespace trenza::rtl_models
