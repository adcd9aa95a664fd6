// The shapes of routers for which the engine is compiled with constants. Offsets and loop counts that the compiler
// knows are worth a fifth of the speed, and policies that it knows a sixth. Every other shape runs the same code with
// variables (AnyShape).
#pragma once

#include <tuple>

#include "tlm/exact/router_memory.h"

namespace trenza::tlm {

using AnyShape = RouterMemory::AnyShape;

/// A shape with one message class and one escape VC.
template <int Ports, int Vcs, int Injectors, int Ejectors>
class FixedShape {
 public:
  explicit FixedShape(const RouterMemory&) {}
  static constexpr RouterShape kRouter{Ports, Vcs, Vcs, 1, Injectors, Ejectors};
  static constexpr BlockLayout kLayout = layout_of(kRouter);
  static constexpr const RouterShape& router() { return kRouter; }
  static constexpr const BlockLayout& layout() { return kLayout; }
  /// Of the records of a torus of this shape.
  static constexpr int kDimensions = Ports / 2;
  static constexpr bool kDefaults = false;
  static constexpr bool kObserved = true;
};

/// The same in a machine that routes by records, with the default selection, allocator, arbiter and crossbar
/// (Engine::has_defaults), while nobody hears of grants or counts why packets wait.
template <class Shape>
class WithDefaults : public Shape {
 public:
  using Shape::Shape;
  static constexpr bool kDefaults = true;
  static constexpr bool kObserved = false;
};

/// The same while somebody may.
template <class Shape>
class Observed : public Shape {
 public:
  using Shape::Shape;
  static constexpr bool kObserved = true;
};

/// A new one is a line here and a file in shapes/.
using FixedShapes = std::tuple<FixedShape<4, 3, 1, 1>,  // two-dimensional tori
                               FixedShape<4, 3, 4, 4>,  //
                               FixedShape<6, 3, 1, 1>,  // three-dimensional tori
                               FixedShape<6, 3, 6, 6>>;

}  // namespace trenza::tlm
