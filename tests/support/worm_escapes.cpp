// Random machines with negative hops, flit bubbles and unidirectional tori.
#include <algorithm>

#include "microarch/parameters.h"
#include "tests/support/worm_machine.h"
#include "topologies/colouring.h"
#include "topologies/worm/negative_hops.h"

namespace trenza::test {

using microarch::FabricParameters;
using topologies::WormRoute;

namespace {

/// One that `fits`, or a torus that always does.
template <class Fits>
RandomNetwork random_network_that(Draws& draws, const Fits& fits) {
  constexpr int kTries = 40;
  for (int k = 0; k < kTries; ++k) {
    RandomNetwork network = random_network(draws);
    if (fits(network)) return network;
  }
  return torus_network({4, 4}, {});
}

bool suits_negative_hops(const RandomNetwork& network) {
  const auto topology = network.build();
  return !topologies::find_colouring(topology->graph()).colour.empty() &&
         topologies::negative_hop_classes(topologies::diameter(*topology)) < topologies::kMaxWormVcs;
}

void set_vcs(WormMachine& worms, int count) {
  worms.routing.vcs = count;
  worms.machine.parameters.wormhole.virtual_channels = count;
}

/// On the network of the machine.
void set_negative_hops(Draws& draws, WormMachine& worms, WormRoute route) {
  FabricParameters& p = worms.machine.parameters;
  const int needed = topologies::negative_hop_classes(topologies::diameter(*worms.machine.network.build()));
  worms.routing.route = route;
  if (draws.one_in(3)) worms.routing.bonus_cards = topologies::BonusCards::all;
  if (route == WormRoute::duato_nbc) {
    constexpr int kMostEscape = topologies::kMaxWormVcs - 1;
    worms.routing.escape_vcs = std::min(kMostEscape, needed + (draws.one_in(3) ? draws.range(1, 3) : 0));
    set_vcs(worms, std::min(topologies::kMaxWormVcs, worms.routing.escape_vcs + draws.range(1, 5)));
    if (!draws.one_in(4)) p.wormhole.reallocation = "atomic";
  } else {
    set_vcs(worms, std::min(topologies::kMaxWormVcs, needed + draws.below(5)));
  }
}

void draw_negative_hops(Draws& draws, WormMachine& worms, WormRoute route) {
  worms.machine.network = random_network_that(draws, suits_negative_hops);
  set_negative_hops(draws, worms, route);
}

void draw_flit_bubble(Draws& draws, WormMachine& worms) {
  FabricParameters& p = worms.machine.parameters;
  const bool adaptive = draws.one_in(2);
  worms.machine.network = random_network_that(draws, [](const RandomNetwork& network) {
    return network.family != NetworkFamily::ibt_three_classes && !network.build()->rings().empty();
  });
  worms.routing.flit_bubble = true;
  p.wormhole.flit_bubble = true;
  worms.routing.route = adaptive ? WormRoute::duato : WormRoute::dimension_order;
  set_vcs(worms, std::max(adaptive ? 2 : 1, p.wormhole.virtual_channels));
  if (!adaptive) p.wormhole.reallocation = "tail";
  p.wormhole.buffer_flits = std::max(p.wormhole.buffer_flits, p.max_packet_flits + draws.range(1, 4));
}

/// Any of the routes that are there, in one direction around each ring.
void draw_unidirectional(Draws& draws, WormMachine& worms) {
  FabricParameters& p = worms.machine.parameters;
  RandomNetwork& network = worms.machine.network;
  network = torus_network({4}, {});
  network.shape.sizes.clear();
  const int dimensions = draws.range(1, 3);
  for (int k = 0; k < dimensions; ++k) network.shape.sizes.push_back(draws.range(2, dimensions == 3 ? 4 : 6));
  network.shape.one_way = true;
  const bool adaptive = draws.one_in(2);
  worms.routing.route = adaptive ? WormRoute::duato : WormRoute::dimension_order;
  // The class of `static` is right on short ways only.
  worms.routing.dateline = draws.one_in(2) ? topologies::Dateline::memoryless : topologies::Dateline::crossing;
  worms.routing.flit_bubble = p.wormhole.flit_bubble = draws.one_in(3) && !network.build()->rings().empty();
  if (p.wormhole.flit_bubble) {
    if (!adaptive) p.wormhole.reallocation = "tail";
    p.wormhole.buffer_flits = std::max(p.wormhole.buffer_flits, p.max_packet_flits + draws.range(1, 4));
  }
  if (!suits_negative_hops(network) || draws.one_in(2)) return set_vcs(worms, std::max(3, p.wormhole.virtual_channels));
  worms.routing.flit_bubble = p.wormhole.flit_bubble = false;
  set_negative_hops(draws, worms, draws.one_of<WormRoute>({WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop}));
}

}  // namespace

WormMachine random_escape_machine(std::uint64_t seed) {
  Draws draws(microarch::hash(seed, 1113));
  WormMachine worms = random_worm_machine(seed);
  worms.routing = {};
  switch (seed % 5) {
    case 0:
      draw_negative_hops(draws, worms, WormRoute::duato_nbc);
      break;
    case 1:
      draw_negative_hops(draws, worms, WormRoute::nbc);
      break;
    case 2:
      draw_negative_hops(draws, worms, WormRoute::nhop);
      break;
    case 3:
      draw_flit_bubble(draws, worms);
      break;
    default:
      draw_unidirectional(draws, worms);
      break;
  }
  fit_worm_machine(worms);
  return worms;
}

}  // namespace trenza::test
