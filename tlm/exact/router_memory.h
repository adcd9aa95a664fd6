// The state of all routers: one block of memory for each, all of the same layout, so that a router is a few cache lines
// that lie together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "microarch/draws.h"
#include "microarch/parameters.h"
#include "microarch/selection.h"
#include "tlm/exact/packet_store.h"
#include "tlm/exact/tick_scan.h"
#include "tlm/exact/ticks.h"
#include "topologies/topology.h"

namespace trenza::tlm {

using InputMask = microarch::RequestMask;
constexpr InputMask input_bit(int input) { return InputMask{1} << input; }

/// The packet at the front of an input, as the selection sees it.
struct Front {
  std::uint32_t productive = 0;  ///< ports on a minimal path
  Tick ready = 0;                ///< first cycle in which it may request
  std::uint16_t flits = 0;
  std::int8_t escape_port = -1;
  std::uint8_t escape_vc = 0;  ///< of its class, or kArrived
};
inline constexpr std::uint8_t kArrived = 0xff;

/// The packets that wait in an input, front to back.
struct Queue {
  PacketIndex head = kNoPacket;
  PacketIndex tail = kNoPacket;
};

/// All of an input, together: what looks at one part of it looks at most others.
struct Input {
  Front front;
  Queue queue;
  Tick free = 0;                   ///< first cycle after the tail of its last grant
  microarch::DrawPhase phase = 0;  ///< of its selection; constant
};

/// Credits of an output VC as a function of time: `base`, and from `start` on one more each cycle, `length` in all. Flits
/// that leave the buffer downstream come back so; of an escape VC a slot comes back at once (length 1).
struct Credits {
  std::int32_t base = 0;
  Tick start = 0;
  std::uint32_t length = 0;

  int at(Tick tick) const {
    // Without branches: whether a drain is over is hard to predict.
    const auto elapsed = static_cast<std::int32_t>(tick - start) + 1;
    const std::int32_t back = elapsed < 0 ? 0 : elapsed;
    const auto all = static_cast<std::int32_t>(length);
    return base + (back < all ? back : all);
  }
  /// When all that is under way has come back.
  int final() const { return base + static_cast<int>(length); }
  /// First tick with at least `need`; kNeverTick if what is under way is not enough.
  Tick reaches(int need) const {
    if (base >= need) return 0;
    if (final() < need) return kNeverTick;
    return start + static_cast<Tick>(need - base) - 1;
  }
};

/// All of an output VC.
struct OutputVc {
  Credits credits;
  InputMask interest = 0;  ///< inputs whose front waits for more credits than are under way
};

/// The other end of a channel; a router of kNoRouter: there is no channel.
struct Neighbour {
  std::uint32_t router = 0;
  std::uint32_t port = 0;
};
inline constexpr std::uint32_t kNoRouter = ~std::uint32_t{0};

/// All of a network port but its VCs.
struct Port {
  Neighbour downstream;     ///< of the output; constant
  Neighbour upstream;       ///< of the input; constant
  std::uint64_t flits = 0;  ///< granted to the channel out
  Tick free = 0;            ///< first cycle in which no VC of the input crosses (one crossbar input for each port)
  microarch::DrawPhase phase = 0;  ///< of its input arbiter; constant
  std::uint8_t pointer = 0;        ///< of its input arbiter
};

/// What all routers have in common.
struct RouterShape {
  int ports = 0;
  int vcs = 0;        ///< of all classes
  int class_vcs = 0;  ///< of one class
  int escape_vcs = 0;
  int injectors = 0;  ///< of all classes
  int ejectors = 0;
  int network_inputs() const { return ports * vcs; }
  int inputs() const { return network_inputs() + injectors; }
  int outputs() const { return ports + ejectors; }
};

/// Offsets in the block of a router, and the memory of all blocks.
class RouterMemory {
 public:
  RouterMemory(const RouterShape& shape, std::size_t routers);

  /// A view of one block. The arrays are indexed by input, output, output VC (port * vcs + vc) or port.
  class Block {
   public:
    Block(const RouterMemory& memory, std::byte* begin) : memory_(&memory), begin_(begin) {}

    /// Inputs with a packet that was not granted yet.
    InputMask& occupied() const { return *at<InputMask>(0); }
    /// The cycle of the entry in the wheel that counts; others are stale.
    Tick& wake() const { return *at<Tick>(sizeof(InputMask)); }
    Tick* output_free() const { return at<Tick>(memory_->output_free_); }  ///< first cycle after its last grant's tail
    /// By input: no grant before this cycle, unless credits come back that are not under way yet; kNeverTick if it is
    /// empty.
    Tick* eligible() const { return at<Tick>(memory_->eligible_); }
    Input* input() const { return at<Input>(memory_->input_); }
    OutputVc* output_vc() const { return at<OutputVc>(memory_->output_vc_); }
    Port* port() const { return at<Port>(memory_->port_); }
    std::uint8_t* output_pointer() const { return at<std::uint8_t>(memory_->output_pointer_); }

    // Constant after construction.
    /// By port * escape_vcs + escape VC: input ports of the same ring, bit per port; all bits if there is no ring.
    std::uint32_t* continues() const { return at<std::uint32_t>(memory_->continues_); }
    microarch::DrawPhase* output_phase() const { return at<microarch::DrawPhase>(memory_->output_phase_); }

    void prefetch() const {
      for (std::size_t line = 0; line < kPrefetchedLines; ++line) __builtin_prefetch(begin_ + line * kLine);
    }

   private:
    template <class T>
    T* at(std::size_t offset) const {
      return reinterpret_cast<T*>(begin_ + offset);
    }
    const RouterMemory* memory_;
    std::byte* begin_;
  };

  Block operator[](std::size_t router) const { return {*this, memory_.get() + router * stride_}; }

  std::size_t routers() const { return routers_; }
  const RouterShape& shape() const { return shape_; }
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(stride_) * routers_; }

  /// Moves all times `by` ticks back.
  void rebase(Tick by);

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kPrefetchedLines = 4;
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  template <class T>
  std::size_t reserve(std::size_t count);
  void start(std::byte* block) const;

  RouterShape shape_;
  std::size_t routers_;
  std::size_t stride_ = 0;
  std::size_t output_free_ = 0, eligible_ = 0, input_ = 0, output_vc_ = 0, port_ = 0;
  std::size_t output_pointer_ = 0, continues_ = 0, output_phase_ = 0;
  std::unique_ptr<std::byte[], Free> memory_;
};

}  // namespace trenza::tlm
