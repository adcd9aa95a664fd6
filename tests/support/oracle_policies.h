// The policies of a machine in the words of the oracle.
#pragma once

#include <array>
#include <map>
#include <string>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/oracle/oracle_config.h"

namespace trenza::test {

/// Sets arbiter, strides, guard, allocator, selection, crossbar and injection. Errors: std::out_of_range for a policy
/// that the oracle does not have.
inline void set_policies(const microarch::FabricParameters& parameters, oracle::Config& config) {
  using oracle::Allocator;
  using oracle::Arbiter;
  using oracle::Crossbar;
  using oracle::Injection;
  using oracle::Selection;
  static const std::map<std::string, Arbiter> arbiters{{"random", Arbiter::random},
                                                       {"round_robin", Arbiter::round_robin},
                                                       {"age", Arbiter::age},
                                                       {"matrix", Arbiter::matrix},
                                                       {"fixed", Arbiter::fixed},
                                                       {"stride", Arbiter::stride},
                                                       {"inverse_weighted", Arbiter::inverse_weighted},
                                                       {"deficit", Arbiter::deficit}};
  static const std::map<std::string, Allocator> allocators{{"input_first", Allocator::input_first},
                                                           {"output_first", Allocator::output_first},
                                                           {"islip", Allocator::islip},
                                                           {"pim", Allocator::pim},
                                                           {"wavefront", Allocator::wavefront},
                                                           {"maximum", Allocator::maximum},
                                                           {"oldest_first", Allocator::oldest_first}};
  static const std::map<std::string, Selection> selections{{"most_credits", Selection::most_credits},
                                                           {"dimension_order", Selection::dimension_order},
                                                           {"random", Selection::random}};
  static const std::map<std::string, Crossbar> crossbars{
      {"per_vc", Crossbar::per_vc}, {"per_port", Crossbar::per_port}, {"inputs_per_port", Crossbar::inputs_per_port}};
  static const std::map<std::string, Injection> injections{
      {"direction", Injection::direction}, {"round_robin", Injection::round_robin}, {"shortest", Injection::shortest}};
  config.arbiter = arbiters.at(parameters.arbiter.name());
  config.allocator = allocators.at(parameters.allocator.name());
  if (config.allocator == Allocator::islip || config.allocator == Allocator::pim)
    config.iterations = parameters.allocator.parameter();
  if (config.allocator == Allocator::wavefront) {
    constexpr std::array kPriorities{oracle::WavefrontPriority::skip, oracle::WavefrontPriority::rotate,
                                     oracle::WavefrontPriority::free};
    config.wavefront_priority = kPriorities.at(static_cast<std::size_t>(parameters.allocator.parameter()));
  }
  config.port_strides.assign(parameters.strides.ports.begin(), parameters.strides.ports.end());
  config.injector_strides.assign(parameters.strides.injectors.begin(), parameters.strides.injectors.end());
  if (parameters.strides.table != nullptr)
    config.stride_table.assign(parameters.strides.table->strides().begin(), parameters.strides.table->strides().end());
  config.transit_guard = parameters.transit_guard;
  config.selection = selections.at(parameters.selection.name());
  config.crossbar = crossbars.at(parameters.crossbar.name());
  if (config.crossbar == Crossbar::inputs_per_port) config.inputs_per_port = parameters.crossbar.parameter();
  config.injection = injections.at(parameters.injection.name());
  static const std::map<std::string, oracle::Pipeline> pipelines{{"joint", oracle::Pipeline::joint},
                                                                 {"two_step", oracle::Pipeline::two_step},
                                                                 {"speculative", oracle::Pipeline::speculative}};
  config.pipeline = pipelines.at(parameters.pipeline.name());
  if (config.pipeline == oracle::Pipeline::two_step) config.depth = parameters.pipeline.parameter();
  if (config.pipeline == oracle::Pipeline::speculative)
    config.mask = parameters.pipeline.parameter() == 0 ? oracle::Mask::grants : oracle::Mask::requests;
}

}  // namespace trenza::test
