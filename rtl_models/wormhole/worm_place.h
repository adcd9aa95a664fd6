// What a block of a flit-level router needs to know of its router.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "microarch/draws.h"
#include "microarch/wide_mask.h"
#include "microarch/wormhole/worm_shape.h"
#include "topologies/topology.h"

namespace trenza::rtl_models {

/// Only the topology must outlive the blocks.
struct WormPlace {
  const topologies::Topology& topology;
  microarch::FabricParameters parameters;
  topologies::NodeId node;

  int ports() const { return topology.graph().ports(); }
  microarch::WormShape shape() const { return microarch::WormShape::of(parameters, ports()); }
  /// A draw of the router.
  std::uint16_t draw(microarch::Cycle cycle, microarch::DrawPurpose purpose, int index) const {
    return microarch::DrawSequence::instance().at(microarch::DrawSequence::offset(cycle),
                                                  microarch::draw_phase(parameters.seed, purpose, node, index));
  }
};

/// Makes a `Block<Mask>` as a std::unique_ptr<Base>, with masks that have room for the input VCs and the output VCs of
/// the router.
template <class Base, template <class Mask> class Block>
std::unique_ptr<Base> make_for_masks(const char* name, const WormPlace& place) {
  const microarch::WormShape shape = place.shape();
  const int width = std::max(shape.inputs(), shape.output_vcs());
  if (width <= 64) return std::make_unique<Block<microarch::RequestMask>>(name, place);
  if (width <= 256) return std::make_unique<Block<microarch::WideMask<4>>>(name, place);
  return std::make_unique<Block<microarch::WideMask<20>>>(name, place);
}

}  // namespace trenza::rtl_models
