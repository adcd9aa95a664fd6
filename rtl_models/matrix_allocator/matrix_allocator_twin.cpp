#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"

#include <algorithm>

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

constexpr int kDrawBits = 16;

RtlModule matrix_allocator_module(const microarch::FabricParameters& parameters, const microarch::SelectionShape& shape,
                                  int inputs) {
  return vc_allocator_module("matrix_allocator", shape, inputs)
      .with("ALLOCATOR", parameters.allocator.name())
      .with("ARBITER", parameters.arbiter.name())
      .with("PER_PORT", parameters.crossbar.is<microarch::PerPort>() ? 1 : 0);
}

}  // namespace

MatrixAllocatorTwin::MatrixAllocatorTwin(const sc_core::sc_module_name& name,
                                         const microarch::FabricParameters& parameters,
                                         const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                         int router)
    : MatrixAllocator(name, parameters, shape, input_class, router),
      model_(matrix_allocator_module(parameters, shape, static_cast<int>(input_class.size())), *this),
      output_draw_(model_.model().port("output_draw", outputs() * kDrawBits)),
      input_draw_(model_.model().port("input_draw", vector_bits<std::uint16_t>(request))) {}

void MatrixAllocatorTwin::allocate() {
  const bool requested = model_.follow(*this);
  if (requested) {
    for (int o = 0; o < outputs(); ++o) {
      const auto at = static_cast<std::size_t>(o);
      output_draw_.set(output_draw(at), at);
    }
    for (int k = 0; k < input_arbiters(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      input_draw_.set(input_draw(at), at);
    }
    model_.model().eval();
  }
  for (std::size_t i = 0; i < request.size(); ++i) drive(i, requested ? model_.pick(i) : 0);
  if (!requested) sleep();
}

/// Without a match the arbiters stay as they are, and the model may have stale inputs.
void MatrixAllocatorTwin::edge() {
  const bool matched = std::any_of(pick.begin(), pick.end(), [](const auto& port) { return port.read() != 0; });
  if (reset.read()) {
    model_.model().reset();
  } else if (matched) {
    model_.model().tick();
  }
  MatrixAllocator::edge();
}

}  // namespace trenza::rtl_models
