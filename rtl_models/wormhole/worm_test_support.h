// What the tests of the blocks of a flit-level router share.
#pragma once

#include <memory>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "topologies/twisted_torus.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::rtl_models::test_bench {

/// A mesh with the routes of dimension order over `vcs` VCs: port 0 is x+, port 1 x-, and so on.
inline std::shared_ptr<const topologies::Topology> worm_mesh(const std::vector<int>& sizes, int vcs) {
  topologies::TorusShape shape;
  shape.sizes = sizes;
  shape.wrap.assign(sizes.size(), false);
  topologies::WormRouting routing;
  routing.vcs = vcs;
  return topologies::with_worm_routing(topologies::make_twisted_torus("mesh", shape), routing);
}

/// A ring, and a mesh across it, with flit bubbles and `vcs` VCs.
inline std::shared_ptr<const topologies::Topology> worm_bubble_ring(topologies::WormRoute route, int vcs) {
  topologies::TorusShape shape;
  shape.sizes = {3, 2};
  shape.wrap = {true, false};
  topologies::WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.flit_bubble = true;
  return topologies::with_worm_routing(topologies::make_twisted_torus("ring", shape), routing);
}

/// A flit-level machine of `vcs` VCs of one flit, all delays as short as they can be, and arbiters that remember
/// nothing.
inline microarch::FabricParameters worm_parameters(int vcs, int depth) {
  microarch::FabricParameters parameters;
  parameters.switching = "wormhole";
  parameters.wormhole.virtual_channels = vcs;
  parameters.wormhole.buffer_flits = depth;
  parameters.link_delay = 0;
  parameters.arbiter = "fixed";
  return parameters;
}

}  // namespace trenza::rtl_models::test_bench
