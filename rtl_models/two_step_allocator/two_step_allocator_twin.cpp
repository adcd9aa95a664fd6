#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

#include <string>

#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

constexpr int kTurnBits = 8;

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
      of_second_step_(parameters, shape.ports),
      vc_draws_(parameters.seed, router, vc_draws(parameters, shape.ports)),
      output_draws_(parameters.seed, router, of_second_step_.output_draws()),
      row_draws_(parameters.seed, router, of_second_step_.row_draws()),
      model_(two_step_allocator_module(parameters, shape, static_cast<int>(input_class.size())), *this),
      vc_draw_(model_.model().port("vc_draw", shape.ports * shape.vcs() * kDrawBits)),
      output_draw_(model_.model().port("output_draw",
                                       of_second_step_.draw_rounds() * of_second_step_.shape().outputs() * kDrawBits)),
      input_draw_(
          model_.model().port("input_draw", of_second_step_.draw_rounds() * vector_bits<std::uint16_t>(request))),
      turn_(model_.model().port("turn", kTurnBits)),
      reserved_(model_.model().port("reserved", vector_bits<std::uint64_t>(reserved))),
      taken_(model_.model().port("taken", vector_bits<std::uint32_t>(taken))) {
  const RtlPort stride = model_.model().port("stride", stride_places(of_second_step_.shape()) * kStrideBits);
  for_each_stride(of_second_step_, router,
                  [&](std::size_t place, int value) { stride.set(static_cast<std::uint8_t>(value), place); });
}

void TwoStepAllocatorTwin::allocate() {
  requested_ = model_.follow(*this);
  if (requested_) {
    const auto set = [now = cycle.read()](const RtlPort& port, const Draws& draws) {
      for (std::size_t k = 0; k < draws.places(); ++k) port.set(draws.at(now, k), k);
    };
    set(vc_draw_, vc_draws_);
    set(output_draw_, output_draws_);
    set(input_draw_, row_draws_);
    turn_.set_word(static_cast<std::uint64_t>(of_second_step_.turn(cycle.read())));
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
