// Random machines with negative hops, flit bubbles and unidirectional tori.
#include <algorithm>

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

void draw_negative_hops(Draws& draws, WormMachine& worms, WormRoute route) {
  FabricParameters& p = worms.machine.parameters;
  worms.machine.network = random_network_that(draws, suits_negative_hops);
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
    default:
      draw_flit_bubble(draws, worms);
      break;
  }
  fit_worm_machine(worms);
  return worms;
}

}  // namespace trenza::test
