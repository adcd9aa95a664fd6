#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

#include <string>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

RtlModule two_step_allocator_module(const microarch::FabricParameters& parameters,
                                    const microarch::SelectionShape& shape, int inputs) {
  return with_arbiters(vc_allocator_module("two_step_allocator", shape, inputs), parameters)
      .with("PIPELINE", parameters.pipeline.name())
      .with("DEPTH", parameters.step_depth())
      .with("MASK", mask_module_name(parameters))
      .with("ALLOCATOR", allocator_module_name(parameters.allocator))
      .with("PARAMETER", parameters.allocator.parameter())
      .with("PORT_ROWS", parameters.crossbar_inputs());
}

}  // namespace

std::string mask_module_name(const microarch::FabricParameters& parameters) {
  const bool speculates = parameters.pipeline.is<microarch::SpeculativePipeline>();
  return microarch::SpeculativePipeline::kInfo.parameter.text(speculates ? parameters.pipeline.parameter() : 0);
}

std::vector<microarch::DrawPlace> vc_draws(const microarch::FabricParameters& parameters, int ports) {
  std::vector<microarch::DrawPlace> places;
  if (!parameters.two_steps()) return places;
  for (int k = 0; k < ports * parameters.vcs(); ++k) places.push_back({microarch::DrawPurpose::output_vc_arbiter, k});
  return places;
}

TwoStepAllocatorTwin::TwoStepAllocatorTwin(const sc_core::sc_module_name& name,
                                           const microarch::FabricParameters& parameters,
                                           const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                           int router)
    : TwoStepAllocator(name, parameters, shape, input_class, router),
      account_(input_class.size(), parameters.step_depth()),
      vc_draws_(parameters.seed, router, vc_draws(parameters, shape.ports)),
      model_(two_step_allocator_module(parameters, shape, static_cast<int>(input_class.size())), *this),
      vc_draw_(model_.model().port("vc_draw", shape.ports * shape.vcs() * kDrawBits)),
      ports_(model_.model(), microarch::Allocation(parameters, shape.ports), parameters.seed, router),
      reserved_(model_.model().port("reserved", vector_bits<std::uint64_t>(reserved))),
      taken_(model_.model().port("taken", vector_bits<std::uint32_t>(taken))) {}

void TwoStepAllocatorTwin::allocate() {
  requested_ = model_.follow(*this);
  if (requested_) {
    set_draws(vc_draw_, vc_draws_, cycle.read());
    ports_.set(cycle.read());
    model_.model().eval();
  }
  for (std::size_t i = 0; i < request.size(); ++i) {
    drive(i, requested_ ? model_.pick(i) : 0);
    show_reserved(i, requested_ ? reserved_.get<PickWord>(i) : 0);
  }
  for (std::size_t k = 0; k < taken.size(); ++k) show_taken(k, requested_ ? taken_.get<std::uint32_t>(k) : 0);
  if (!requested_) sleep();
}

/// Without a request nothing changes: a packet that holds a reservation asks.
void TwoStepAllocatorTwin::edge() {
  if (reset.read()) {
    model_.model().reset();
    account_.clear();
    clear();
  } else if (requested_) {
    commit(decide());  // the model's arbiters, which know what was asked
    model_.model().tick();
    account_.edge(reserved, pick, cycle.read());
  }
}

}  // namespace trenza::rtl_models
