#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"

#include <fmt/core.h>

#include <algorithm>

#include "rtl_models/arbiter/arbiter_module.h"

namespace trenza::rtl_models {

namespace {

RtlModule matrix_allocator_module(const microarch::FabricParameters& parameters, const microarch::SelectionShape& shape,
                                  int inputs) {
  return with_arbiters(vc_allocator_module("matrix_allocator", shape, inputs), parameters)
      .with("ALLOCATOR", allocator_module_name(parameters.allocator))
      .with("PARAMETER", parameters.allocator.parameter())
      .with("PORT_ROWS", parameters.crossbar_inputs());
}

}  // namespace

std::string allocator_module_name(microarch::AllocatorPolicy allocator, const char* key) {
  if (allocator.info().in_hardware) return allocator.name();
  throw RtlError(fmt::format("the allocator `{}` has no SystemVerilog; expected another `{}`", allocator.name(), key));
}

MatrixAllocatorTwin::MatrixAllocatorTwin(const sc_core::sc_module_name& name,
                                         const microarch::FabricParameters& parameters,
                                         const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                         int router)
    : MatrixAllocator(name, parameters, shape, input_class, router),
      model_(matrix_allocator_module(parameters, shape, static_cast<int>(input_class.size())), *this),
      ports_(model_.model(), allocation(), parameters.seed, router) {}

void MatrixAllocatorTwin::allocate() {
  const bool requested = model_.follow(*this);
  if (requested) {
    ports_.set(cycle.read());
    model_.model().eval();
  }
  for (std::size_t i = 0; i < request.size(); ++i) drive(i, requested ? model_.pick(i) : 0);
  if (!requested) sleep();
}

/// Without a match the arbiters stay as they are, and the model may have stale inputs.
void MatrixAllocatorTwin::edge() {
  const bool matched = std::any_of(pick.begin(), pick.end(), [](const auto& port) { return port.read() != 0; });
  matching_ = matched ? match() : microarch::Matching();  // of the model, which knows the rounds
  if (reset.read()) {
    model_.model().reset();
  } else if (matched) {
    model_.model().tick();
  }
  MatrixAllocator::edge();
}

}  // namespace trenza::rtl_models
