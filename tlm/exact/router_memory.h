// The state of all routers: one block of memory for each, all of the same layout, so that a router is a few cache lines
// that lie together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "microarch/draws.h"
#include "microarch/parameters.h"
#include "microarch/selection.h"
#include "tlm/common/packet_store.h"
#include "tlm/common/ticks.h"
#include "tlm/exact/tick_scan.h"
#include "topologies/lanes.h"
#include "topologies/topology.h"

namespace trenza::tlm {

using InputMask = microarch::RequestMask;
constexpr InputMask input_bit(int input) { return InputMask{1} << input; }

/// An InputMask that needs no alignment to 8 bytes, so that an output VC takes 20.
class PackedMask {
 public:
  PackedMask& operator=(InputMask mask) {
    low_ = static_cast<std::uint32_t>(mask);
    high_ = static_cast<std::uint32_t>(mask >> 32);
    return *this;
  }
  operator InputMask() const { return low_ | static_cast<InputMask>(high_) << 32; }

 private:
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0;
};

/// The packet at the front of an input, as the selection sees it.
struct Front {
  std::uint32_t productive = 0;  ///< ports on a minimal path
  Tick ready = 0;                ///< first cycle in which it may request
  std::uint16_t flits = 0;
  std::int8_t escape_port = -1;
  std::uint8_t escape_vc = 0;  ///< of its class, or kArrived
};
inline constexpr std::uint8_t kArrived = 0xff;

/// The candidates of a front (microarch/candidates.h).
struct FrontOffer {
  std::array<topologies::Tier, 2> tiers{};
  bool arrived = false;
};
/// `escape_vcs`: escape VCs of a class.
inline FrontOffer offer_of(const Front& front, int escape_vcs) {
  FrontOffer offer;
  offer.tiers[topologies::RouteChoice::kAdaptive] = {front.productive, topologies::kAdaptiveVcs};
  offer.arrived = front.escape_vc == kArrived;
  const int vc = escape_vcs == 1 ? 0 : front.escape_vc & (topologies::kMaxEscapeVcs - 1);
  // Without a branch: whether a front has arrived is hard to predict.
  constexpr int kPortMask = 31;
  const auto has_escape = static_cast<std::uint32_t>(front.escape_port >= 0);
  offer.tiers[topologies::RouteChoice::kEscape] = {has_escape << (front.escape_port & kPortMask),
                                                   topologies::VcMask{1} << vc};
  return offer;
}

/// The packets that wait in an input, front to back.
struct Queue {
  PacketIndex head = kNoPacket;
  PacketIndex tail = kNoPacket;
};

/// All fields of an input, together: code that reads one of them reads most of the others.
struct Input {
  Front front;
  Queue queue;
  Tick free = 0;                   ///< first cycle after the tail of its last grant
  microarch::DrawPhase phase = 0;  ///< of its selection; constant
};

/// Credits of an output VC as a function of time: `base`, and from `start` on one more each cycle, `length` in all.
/// Flits that leave the buffer downstream come back so; of an escape VC a slot comes back at once (length 1).
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
  /// The tick at which all credits under way have come back.
  int final() const { return base + static_cast<int>(length); }
  /// First tick with at least `need`; kNeverTick if what is under way is not enough.
  Tick reaches(int need) const {
    if (base >= need) return 0;
    if (final() < need) return kNeverTick;
    return start + static_cast<Tick>(need - base) - 1;
  }
};

/// All fields of an output VC.
struct OutputVc {
  Credits credits;
  PackedMask interest;  ///< inputs whose front waits for more credits than are under way
};

/// The other end of a channel; a router of kNoRouter: there is no channel.
struct Neighbour {
  std::uint32_t router = 0;
  std::uint32_t port = 0;
};
inline constexpr std::uint32_t kNoRouter = ~std::uint32_t{0};

/// All fields of a network port except its VCs.
struct Port {
  Neighbour downstream;     ///< of the output; constant
  Neighbour upstream;       ///< of the input; constant
  std::uint64_t flits = 0;  ///< granted to the channel out
};

/// The constants that all routers share.
struct RouterShape {
  int ports = 0;
  int vcs = 0;        ///< of all classes
  int class_vcs = 0;  ///< of one class
  int escape_vcs = 0;
  int injectors = 0;  ///< of all classes
  int ejectors = 0;
  constexpr int network_inputs() const { return ports * vcs; }
  constexpr int inputs() const { return network_inputs() + injectors; }
  constexpr int outputs() const { return ports + ejectors; }
};

/// The offsets of the arrays in a router's block, in bytes, and the size of the block.
struct BlockLayout {
  std::size_t output_free = 0;
  std::size_t eligible = 0;
  std::size_t output_vc = 0;
  std::size_t input = 0;
  std::size_t port = 0;
  std::size_t continues = 0;
  std::size_t output_phase = 0;
  std::size_t stride = 0;           ///< from one router to the next
  std::size_t inputs_scanned = 0;   ///< entries of `eligible`
  std::size_t outputs_scanned = 0;  ///< entries of `output_free`
};

inline constexpr std::size_t kCacheLine = 64;

/// The layout that follows from a shape; a constant where the shape is one.
constexpr BlockLayout layout_of(const RouterShape& shape) {
  const auto ports = static_cast<std::size_t>(shape.ports);
  const auto inputs = static_cast<std::size_t>(shape.inputs());
  const auto outputs = static_cast<std::size_t>(shape.outputs());
  BlockLayout layout;
  layout.inputs_scanned = scan_size(inputs);
  layout.outputs_scanned = scan_size(outputs);
  std::size_t end = sizeof(InputMask);
  const auto reserve = [&end](std::size_t alignment, std::size_t bytes) {
    const std::size_t begin = (end + alignment - 1) / alignment * alignment;
    end = begin + bytes;
    return begin;
  };
  layout.output_free = reserve(alignof(Tick), sizeof(Tick) * layout.outputs_scanned);
  layout.eligible = reserve(alignof(Tick), sizeof(Tick) * layout.inputs_scanned);
  layout.output_vc = reserve(alignof(OutputVc), sizeof(OutputVc) * static_cast<std::size_t>(shape.network_inputs()));
  layout.input = reserve(alignof(Input), sizeof(Input) * inputs);
  layout.port = reserve(alignof(Port), sizeof(Port) * ports);
  layout.continues =
      reserve(alignof(std::uint32_t), sizeof(std::uint32_t) * ports * static_cast<std::size_t>(shape.escape_vcs));
  layout.output_phase = reserve(alignof(microarch::DrawPhase), sizeof(microarch::DrawPhase) * outputs);
  layout.stride = (end + kCacheLine - 1) / kCacheLine * kCacheLine;
  return layout;
}

/// A view of one block, by a shape (shapes.h). The arrays are indexed by input, output, output VC (port * vcs + vc) or
/// port.
template <class Shape>
class BlockView : private Shape {
 public:
  using Shape::kDefaults;
  using Shape::kDimensions;
  using Shape::kObserved;
  BlockView(const Shape& shape, std::byte* begin) : Shape(shape), begin_(begin) {}

  const RouterShape& shape() const { return Shape::router(); }

  /// Inputs with a packet that was not granted yet.
  InputMask& occupied() const { return *at<InputMask>(0); }
  Tick* output_free() const { return at<Tick>(layout().output_free); }  ///< first cycle after its last grant's tail
  /// By input: no grant before this cycle, unless credits come back that are not under way yet; kNeverTick if it is
  /// empty.
  Tick* eligible() const { return at<Tick>(layout().eligible); }
  std::size_t inputs_scanned() const { return layout().inputs_scanned; }
  std::size_t outputs_scanned() const { return layout().outputs_scanned; }
  Input* input() const { return at<Input>(layout().input); }
  OutputVc* output_vc() const { return at<OutputVc>(layout().output_vc); }
  Port* port() const { return at<Port>(layout().port); }

  // Constant after construction.
  /// By port * escape_vcs + escape VC: input ports of the same ring, bit per port; all bits if there is no ring.
  std::uint32_t* continues() const { return at<std::uint32_t>(layout().continues); }
  microarch::DrawPhase* output_phase() const { return at<microarch::DrawPhase>(layout().output_phase); }

  void prefetch() const {
    constexpr std::size_t kLines = 14;  // of most shapes the whole block
    for (std::size_t line = 0; line < kLines; ++line) __builtin_prefetch(begin_ + line * kCacheLine);
  }

 private:
  using Shape::layout;
  template <class T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(begin_ + offset);
  }
  std::byte* begin_;
};

/// The memory of all blocks.
class RouterMemory {
 public:
  RouterMemory(const RouterShape& shape, std::size_t routers);

  /// A shape that is known when the program runs.
  class AnyShape {
   public:
    explicit AnyShape(const RouterMemory& memory) : memory_(&memory) {}
    const RouterShape& router() const { return memory_->shape_; }
    const BlockLayout& layout() const { return memory_->layout_; }
    static constexpr int kDimensions = 0;  ///< not known
    static constexpr bool kDefaults = false;
    static constexpr bool kObserved = true;

   private:
    const RouterMemory* memory_;
  };
  using Block = BlockView<AnyShape>;

  Block operator[](std::size_t router) const { return view<AnyShape>(router); }
  /// The block of a router, seen as one of a shape that equals shape().
  template <class Shape>
  BlockView<Shape> view(std::size_t router) const {
    const Shape shape(*this);
    return {shape, memory_.get() + router * shape.layout().stride};
  }

  std::size_t routers() const { return routers_; }
  const RouterShape& shape() const { return shape_; }
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(layout_.stride) * routers_; }

  /// Moves all times `by` ticks back.
  void rebase(Tick by);

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  void start(std::byte* block) const;

  RouterShape shape_;
  BlockLayout layout_;
  std::size_t routers_;
  std::unique_ptr<std::byte[], Free> memory_;
};

}  // namespace trenza::tlm
