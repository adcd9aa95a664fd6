// Counts of why the input VCs and outputs of flit-level routers do nothing (microarch/wormhole/worm_stalls.h).
//
// A router that is not active stays as it is until the next event, so what it does in a cycle in which it is left alone
// is found once, and counted for all such cycles when it is looked at again.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/stall_table.h"
#include "microarch/wormhole/worm_shape.h"
#include "topologies/topology.h"

namespace trenza::tlm {

/// What the places of a router do in a cycle.
struct WormRouterStalls {
  std::vector<microarch::StallReason> inputs;
  std::vector<microarch::OutputUse> outputs;
};

class WormStallAccount {
 public:
  /// `now`: the first cycle that is counted; the fabric is empty.
  WormStallAccount(const topologies::Graph& graph, const microarch::WormShape& shape, microarch::StallDetail detail,
                   microarch::Cycle now)
      : graph_(graph),
        shape_(shape),
        table_(detail, static_cast<std::size_t>(graph.nodes()), shape.inputs(), shape.outputs()),
        start_(now),
        routers_(static_cast<std::size_t>(graph.nodes())) {
    for (Router& router : routers_) {
      router.since = now;
      router.inputs.resize(static_cast<std::size_t>(shape.inputs()), microarch::StallReason::empty);
      router.outputs.resize(static_cast<std::size_t>(shape.outputs()), microarch::OutputUse::no_demand);
    }
  }

  /// What a router does in `cycle`. Before that it was left alone since it was last noted.
  void note(std::uint32_t router, microarch::Cycle cycle, const WormRouterStalls& stalls) {
    count_rest(table_, router, cycle);
    for (std::size_t i = 0; i < stalls.inputs.size(); ++i)
      ++table_.input(router, static_cast<int>(i))[at(stalls.inputs[i])];
    for (std::size_t o = 0; o < stalls.outputs.size(); ++o)
      ++table_.output(router, static_cast<int>(o))[at(stalls.outputs[o])];
    routers_[router].since = cycle + 1;
  }
  /// What it does from now on as long as it is left alone.
  void rest(std::uint32_t router, const WormRouterStalls& stalls) {
    routers_[router].inputs = stalls.inputs;
    routers_[router].outputs = stalls.outputs;
  }

  /// The counts of all cycles before `now`.
  microarch::StallTable table(microarch::Cycle now) const {
    microarch::StallTable table = table_;
    for (std::uint32_t router = 0; router < routers_.size(); ++router) {
      count_rest(table, router, now);
      forget_absent(table, router, now - start_);
    }
    return table;
  }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    archive(self.table_, self.start_);
    for (auto& router : self.routers_) archive(router.since, router.inputs, router.outputs);
  }

 private:
  struct Router {
    microarch::Cycle since = 0;                  ///< the first cycle that is not counted
    std::vector<microarch::StallReason> inputs;  ///< in these cycles
    std::vector<microarch::OutputUse> outputs;
  };

  template <class Kind>
  static std::size_t at(Kind kind) {
    return microarch::index_of(kind);
  }
  void count_rest(microarch::StallTable& table, std::uint32_t router, microarch::Cycle until) const {
    const Router& of = routers_[router];
    const std::uint64_t cycles = until - of.since;
    if (cycles == 0) return;
    for (std::size_t i = 0; i < of.inputs.size(); ++i)
      table.input(router, static_cast<int>(i))[at(of.inputs[i])] += cycles;
    for (std::size_t o = 0; o < of.outputs.size(); ++o)
      table.output(router, static_cast<int>(o))[at(of.outputs[o])] += cycles;
  }
  /// Ports without a channel have no cycles.
  void forget_absent(microarch::StallTable& table, std::uint32_t router, std::uint64_t cycles) const {
    const auto node = static_cast<topologies::NodeId>(router);
    for (int port = 0; port < shape_.ports; ++port) {
      if (!graph_.has_out(node, port)) table.output(router, port)[at(microarch::OutputUse::no_demand)] -= cycles;
      for (int vc = 0; vc < shape_.vcs && !graph_.has_in(node, port); ++vc)
        table.input(router, port * shape_.vcs + vc)[at(microarch::StallReason::empty)] -= cycles;
    }
  }

  const topologies::Graph& graph_;
  microarch::WormShape shape_;
  microarch::StallTable table_;
  microarch::Cycle start_;
  std::vector<Router> routers_;
};

}  // namespace trenza::tlm
