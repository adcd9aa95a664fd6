// Construction of an engine: shape, initial credits, neighbours, rings, phases of draws.
#include <algorithm>

#include "microarch/flow_control/flow_control.h"
#include "microarch/ring_membership.h"
#include "tlm/exact/engine.h"

namespace trenza::tlm {

namespace {

using microarch::DrawPurpose;
using microarch::FabricParameters;

RouterShape shape_of(const topologies::Topology& topology, const FabricParameters& parameters) {
  RouterShape shape;
  shape.ports = topology.graph().ports();
  shape.vcs = parameters.vcs();
  shape.class_vcs = parameters.class_vcs();
  shape.escape_vcs = parameters.escape_vcs;
  shape.injectors = parameters.injection_queues();
  shape.ejectors = parameters.ejectors;
  return shape;
}

int longest_link(const FabricParameters& parameters) {
  int longest = parameters.link_delay;
  for (const int delay : parameters.port_link_delay) longest = std::max(longest, delay);
  return longest;
}

/// No event lies further ahead: credits of a packet that drains, behind those of the one before it.
Cycle horizon(const FabricParameters& parameters) {
  return static_cast<Cycle>(2 * parameters.max_packet_flits + longest_link(parameters) + parameters.router_delay +
                            parameters.credit_delay + parameters.step_depth() + 1);
}

}  // namespace

Engine::Engine(const topologies::Topology& topology, const FabricParameters& parameters)
    : topology_(topology),
      relation_(topology.routing()),
      parameters_(parameters),
      shape_(shape_of(topology, parameters)),
      selection_(microarch::selection_shape(topology, parameters)),
      port_rows_(parameters.crossbar_inputs()),
      draws_selection_(parameters.adaptive_vcs > 0 &&
                       parameters.selection.visit([](auto selection) { return selection.kDraws; })),
      allocation_(parameters, shape_.ports),
      picks_(allocation_.picks()),
      steps_(relation_.record_steps()),
      routers_(shape_, static_cast<std::size_t>(topology.graph().nodes())),
      looks_(horizon(parameters), routers_.routers()),
      ejections_(horizon(parameters)),
      late_credits_(horizon(parameters)),
      draws_(microarch::DrawSequence::instance()) {
  if (parameters.two_steps()) two_steps_ = std::make_unique<TwoSteps>(parameters, shape_.ports, routers_.routers());
  if (steps_ != nullptr && 2 * steps_->dimensions != shape_.ports) steps_ = nullptr;
  compile_for_shape();
  for (int vc = 0; vc < shape_.vcs; ++vc) {
    escape_vc_mask_ |= static_cast<std::uint64_t>(parameters.is_escape(vc)) << vc;
  }
  for (int input = 0; input < shape_.inputs(); ++input) {
    InputPlace place;
    if (input < shape_.network_inputs()) {
      place.port = static_cast<std::int8_t>(input / shape_.vcs);
      place.vc = static_cast<std::int8_t>(input % shape_.vcs);
      place.first_vc = static_cast<std::int8_t>(parameters.class_of(place.vc) * shape_.class_vcs);
      place.class_vc = static_cast<std::int8_t>(place.vc - place.first_vc);
    } else {
      const int message_class = (input - shape_.network_inputs()) / parameters.injectors;
      place.first_vc = static_cast<std::int8_t>(message_class * shape_.class_vcs);
    }
    places_[static_cast<std::size_t>(input)] = place;
  }
  for (int port = 0; port < shape_.ports; ++port) {
    hop_[static_cast<std::size_t>(port)] = static_cast<Tick>(parameters.router_delay + parameters.link_delay_of(port));
  }
  wire();
}

void Engine::wire() {
  const auto& graph = topology_.graph();
  const std::vector<std::uint8_t> first_state = microarch::first_state_of(parameters_, shape_.ports);
  arbiter_bytes_ = first_state.size();
  arbiters_.reserve(arbiter_bytes_ * routers_.routers());
  input_phases_.reserve(routers_.routers() * static_cast<std::size_t>(allocation_.input_arbiters()));
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const Block router = routers_[static_cast<std::size_t>(node)];
    for (int port = 0; port < shape_.ports; ++port) {
      router.port()[port].downstream = router.port()[port].upstream = Neighbour{kNoRouter, 0};
      if (graph.has_out(node, port)) {
        const topologies::Channel& channel = graph.out(node, port);
        router.port()[port].downstream = {static_cast<std::uint32_t>(channel.to),
                                          static_cast<std::uint32_t>(channel.in_port)};
      }
      if (graph.has_in(node, port)) {
        const topologies::Channel& channel = graph.in(node, port);
        router.port()[port].upstream = {static_cast<std::uint32_t>(channel.from),
                                        static_cast<std::uint32_t>(channel.out_port)};
      }
      for (int vc = 0; vc < shape_.vcs; ++vc) {
        router.output_vc()[port * shape_.vcs + vc].credits.base =
            microarch::FlowControl::initial_credits(parameters_, vc);
      }
    }
    for (int o = 0; o < shape_.outputs(); ++o) {
      router.output_phase()[o] = microarch::draw_phase(parameters_.seed, DrawPurpose::output_arbiter, node, o);
    }
    for (int i = 0; i < shape_.inputs(); ++i) {
      router.input()[i].phase = microarch::draw_phase(parameters_.seed, DrawPurpose::selection, node, i);
    }
    arbiters_.insert(arbiters_.end(), first_state.begin(), first_state.end());
    for (int k = 0; k < allocation_.input_arbiters(); ++k) {
      input_phases_.push_back(microarch::draw_phase(parameters_.seed, DrawPurpose::input_arbiter, node, k));
    }
    wire_ring_masks(router, node);
  }
}

void Engine::wire_ring_masks(Block router, topologies::NodeId node) {
  for (int port = 0; port < shape_.ports; ++port) {
    for (int vc = 0; vc < shape_.escape_vcs; ++vc) {
      router.continues()[port * shape_.escape_vcs + vc] = microarch::ring_membership(topology_, node, port, vc).ports;
    }
  }
}

}  // namespace trenza::tlm
