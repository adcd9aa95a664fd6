#include "cosim/rtl_blocks.h"

#include <utility>

#include "cosim/plug/plugged_input_buffer.h"
#include "cosim/plug/plugged_matrix_allocator.h"
#include "cosim/plug/plugged_router.h"
#include "cosim/plug/plugged_switch_allocator.h"
#include "cosim/plug/plugged_vc_allocator.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

int record_dimensions(const topologies::Topology& topology) { return topology.routing().record_dimensions(); }

RtlBlocks::RtlBlocks(RtlSelection selection, RouterPlugs plugs)
    : selection_(std::move(selection)), plugs_(std::move(plugs)) {}

std::unique_ptr<RouterPorts> RtlBlocks::router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                               const BlockFactory& blocks) const {
  if (const auto plug = plugs_.at("router", place.node))
    return std::make_unique<PluggedRouter>(name, place, observer, plug, standstill_);
  return BlockFactory::router(name, place, observer, blocks);
}

std::unique_ptr<InputBuffer> RtlBlocks::input_buffer(const char* name, const RouterPlace& place) const {
  if (const auto fifo = plugs_.at("buffer", place.node)) return std::make_unique<PluggedInputBuffer>(name, place, fifo);
  return BlockFactory::input_buffer(name, place);
}

std::unique_ptr<VcAllocator> RtlBlocks::vc_allocator(const char* name, const RouterPlace& place,
                                                     const microarch::SelectionShape& shape,
                                                     const std::vector<int>& input_class) const {
  if (const auto plug = plugs_.at("vc_allocator", place.node))
    return std::make_unique<PluggedVcAllocator>(name, place, shape, input_class, plug, standstill_);
  if (const auto plug = plugs_.at("matrix_allocator", place.node))
    return std::make_unique<PluggedMatrixAllocator>(name, place, shape, input_class, plug, standstill_);
  return BlockFactory::vc_allocator(name, place, shape, input_class);
}

std::unique_ptr<SwitchAllocator> RtlBlocks::switch_allocator(const char* name, const RouterPlace& place) const {
  const ArbiterPlugs arbiters{plugs_.at("arbiter", place.node), plugs_.at("port_arbiter", place.node),
                              plugs_.at("switch_allocator", place.node)};
  if (arbiters.outputs || arbiters.ports || arbiters.whole)
    return std::make_unique<PluggedSwitchAllocator>(name, place, arbiters, standstill_);
  return BlockFactory::switch_allocator(name, place);
}

}  // namespace trenza::cosim
