// The state of all routers of a flit-level machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/wormhole/worm_shape.h"
#include "tlm/cycle/worm_events.h"

namespace trenza::tlm {

inline constexpr std::uint16_t kNoInput = 0xFFFF;

/// The sets of a router; input VCs and output VCs are bits.
template <class Mask>
struct WormRouterSets {
  Mask heads = 0;     ///< idle input VCs with a head at the front
  Mask waiting = 0;   ///< input VCs whose head wants an output VC
  Mask hopeless = 0;  ///< of these: those that found no free one, until one is released
  Mask active = 0;    ///< input VCs that hold an output VC and may use the switch
  Mask fresh = 0;     ///< input VCs that hold an output VC, and whose head has not crossed
  Mask occupied = 0;  ///< input VCs with a flit
  Mask credited = 0;  ///< input VCs whose output VC has a credit
  Mask free = 0;      ///< output VCs that can be allocated
  Mask later = 0;     ///< input VCs that may use the switch from the next cycle on

  Mask asking() const { return active & occupied & credited; }
  Mask bidding() const { return waiting & ~hopeless; }
};

/// An input VC.
template <class Mask>
struct WormInput {
  std::array<Mask, microarch::kWormTiers> tiers{};  ///< output VCs that the head may have, the best first
  PacketIndex open = kNoPacket;                     ///< that came last, if its tail has not come
  std::uint16_t output_vc = 0;                      ///< that it holds
  std::uint16_t first = 0;                          ///< place of the front flit in its ring of flits
  std::uint16_t flits = 0;                          ///< in the queue
};

/// An output VC.
struct WormOutput {
  std::uint16_t holder = kNoInput;
  std::uint16_t credits = 0;
};

template <class Mask>
class WormMemory {
 public:
  WormMemory(const microarch::WormShape& shape, int buffer_flits, std::size_t routers, std::size_t allocator_bytes)
      : inputs_(static_cast<std::size_t>(shape.inputs())),
        outputs_(static_cast<std::size_t>(shape.output_vcs())),
        allocator_bytes_(allocator_bytes),
        sets_(routers),
        input_(routers * inputs_),
        output_(routers * outputs_),
        allocators_(routers * allocator_bytes) {
    while (ring_ < static_cast<std::size_t>(buffer_flits)) ring_ *= 2;
    flits_.resize(routers * inputs_ * ring_);
    for (WormOutput& output : output_) output.credits = static_cast<std::uint16_t>(buffer_flits);
  }

  std::size_t routers() const { return sets_.size(); }
  WormRouterSets<Mask>& sets(std::uint32_t router) { return sets_[router]; }
  const WormRouterSets<Mask>& sets(std::uint32_t router) const { return sets_[router]; }
  WormInput<Mask>* inputs(std::uint32_t router) { return input_.data() + router * inputs_; }
  const WormInput<Mask>* inputs(std::uint32_t router) const { return input_.data() + router * inputs_; }
  WormOutput* outputs(std::uint32_t router) { return output_.data() + router * outputs_; }
  const WormOutput* outputs(std::uint32_t router) const { return output_.data() + router * outputs_; }
  std::uint8_t* allocators(std::uint32_t router) { return allocators_.data() + router * allocator_bytes_; }
  const std::uint8_t* allocators(std::uint32_t router) const { return allocators_.data() + router * allocator_bytes_; }

  QueuedFlit front(std::uint32_t router, std::uint32_t input) const { return flit(router, input, 0); }
  /// Flit number `k` of the queue, from its front.
  QueuedFlit flit(std::uint32_t router, std::uint32_t input, std::size_t k) const {
    const std::size_t at = place(router, input);
    return flits_[at * ring_ + ((input_[at].first + k) & (ring_ - 1))];
  }
  /// Place of an input VC, and the VC there.
  std::size_t place(std::uint32_t router, std::uint32_t input) const { return router * inputs_ + input; }
  WormInput<Mask>& input(std::size_t place) { return input_[place]; }
  /// `queue` is that at `place`.
  void push(WormInput<Mask>& queue, std::size_t place, QueuedFlit flit) {
    flits_[place * ring_ + ((queue.first + queue.flits) & (ring_ - 1))] = flit;
    ++queue.flits;
  }
  QueuedFlit pop(WormInput<Mask>& queue, std::size_t place) {
    const QueuedFlit flit = flits_[place * ring_ + queue.first];
    queue.first = static_cast<std::uint16_t>((queue.first + 1U) & (ring_ - 1));
    --queue.flits;
    return flit;
  }

  std::uint64_t bytes() const {
    return sets_.size() * sizeof(sets_[0]) + input_.size() * sizeof(input_[0]) + output_.size() * sizeof(output_[0]) +
           allocators_.size() + flits_.size() * sizeof(QueuedFlit);
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive.mark("routers");
    archive(self.allocators_, self.flits_, self.output_);
    for (auto& sets : self.sets_) archive_sets(sets, archive);
    for (auto& input : self.input_) archive(input.tiers, input.open, input.output_vc, input.first, input.flits);
  }

 private:
  template <class Sets, class Archive>
  static void archive_sets(Sets& sets, Archive& archive) {
    archive(sets.heads, sets.waiting, sets.hopeless, sets.active, sets.fresh, sets.occupied, sets.credited, sets.free,
            sets.later);
  }

  std::size_t inputs_;
  std::size_t outputs_;
  std::size_t ring_ = 1;  // flits that the ring of an input VC holds, a power of two
  std::size_t allocator_bytes_;
  std::vector<WormRouterSets<Mask>> sets_;
  std::vector<WormInput<Mask>> input_;
  std::vector<WormOutput> output_;
  std::vector<std::uint8_t> allocators_;
  std::vector<QueuedFlit> flits_;
};

}  // namespace trenza::tlm
