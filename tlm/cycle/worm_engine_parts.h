// All parts of the engine of the flit-level machine, for those who instantiate it.
#pragma once

#include <algorithm>

#include "microarch/index.h"
#include "tlm/cycle/worm_engine_of.h"
#include "tlm/cycle/worm_engine_stalls.h"
#include "tlm/cycle/worm_engine_step.h"
#include "tlm/cycle/worm_engine_yielded.h"
#include "tlm/cycle/worm_observation.h"

namespace trenza::tlm {

template <class Mask>
WormEngineOf<Mask>::WormEngineOf(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
    : WormEngine(topology, parameters),
      vc_allocation_(parameters, topology.graph().ports()),
      switch_allocation_(parameters, topology.graph().ports()),
      wiring_(topology, parameters),
      draws_(parameters.seed, shape_, static_cast<std::size_t>(topology.graph().nodes())),
      memory_(shape_, parameters.wormhole.buffer_flits, static_cast<std::size_t>(topology.graph().nodes()),
              vc_allocation_.state_bytes() + switch_allocation_.state_bytes()),
      active_(static_cast<std::size_t>(topology.graph().nodes())),
      routing_delay_(static_cast<Cycle>(parameters.wormhole.routing_delay)),
      step_delay_(static_cast<Cycle>(parameters.step_depth())),
      joint_(!parameters.two_steps()),
      speculative_(parameters.pipeline.is<microarch::SpeculativePipeline>()),
      atomic_(parameters.wormhole.atomic()),
      counts_escapes_(microarch::has_adaptive_vcs(topology.routing(), parameters)),
      depth_(static_cast<std::uint16_t>(parameters.wormhole.buffer_flits)),
      credits_(static_cast<Cycle>(parameters.credit_delay)),
      source_credits_(static_cast<Cycle>(parameters.wormhole.injection_credit_delay)),
      routes_(routing_delay_),
      starts_(step_delay_),
      ejections_(static_cast<Cycle>(parameters.wormhole.ejection_delay)),
      requests_(microarch::index(shape_.inputs())),
      stall_cycle_(parameters, topology.graph().ports()) {
  if (parameters.wormhole.flit_bubble) {
    for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node)
      availability_.emplace_back(topology, parameters, node);
  }
  seen_.inputs.resize(requests_.size());
  seen_.outputs.resize(microarch::index(shape_.outputs()));
  for (const int delay : wiring_.delays()) flits_.emplace_back(static_cast<Cycle>(delay));
  for (int vc = 0; vc < std::max(shape_.inputs(), shape_.output_vcs()); ++vc)
    port_of_.push_back(static_cast<std::uint8_t>(vc / shape_.vcs));
  for (int c = 0; c < parameters.message_classes; ++c) ejection_.push_back(shape_.ejection<Mask>(c));
  for (std::uint32_t router = 0; router < memory_.routers(); ++router) {
    std::uint8_t* const state = memory_.allocators(router);
    vc_allocation_.reset(state);
    switch_allocation_.reset(state + vc_allocation_.state_bytes());
    Mask& free = memory_.sets(router).free;
    for (const Mask& ejection : ejection_) free |= ejection;
    for (int port = 0; port < shape_.ports; ++port) {
      if (topology.graph().has_out(static_cast<topologies::NodeId>(router), port))
        free |= microarch::low_bits<Mask>(shape_.vcs) << (port * shape_.vcs);
    }
  }
}

template <class Mask>
Cycle WormEngineOf<Mask>::next_activity() const {
  if (!active_.empty() || sources_.active()) return now_;
  Cycle next = std::min({credits_.next(now_), source_credits_.next(now_), routes_.next(now_), starts_.next(now_)});
  for (const auto& line : flits_) next = std::min(next, line.next(now_));
  return std::min(next, ejections_.next(now_));
}

template <class Mask>
void WormEngineOf<Mask>::advance(Cycle limit, std::vector<WormEjection>& ejected) {
  while (now_ < limit && ejected.empty()) {
    const bool may_skip = !on_inputs_.tell || packets_.size() == 0;
    const bool may_rest = yielded_ == nullptr || !yielded_->foreign.awake();
    if (may_skip && may_rest && active_.empty() && !sources_.active()) {
      now_ = std::min(next_activity(), limit);
      if (now_ == limit) return;
    }
    simulate(ejected);
  }
}

}  // namespace trenza::tlm
