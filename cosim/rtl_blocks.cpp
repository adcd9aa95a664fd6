#include "cosim/rtl_blocks.h"

#include <utility>

#include "cosim/plug/plugged_blocks.h"
#include "cosim/plug/plugged_router.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

namespace {

class RtlBlocks : public BlockFactory {
 public:
  RtlBlocks(RtlSelection selection, RouterPlugs plugs) : selection_(std::move(selection)), plugs_(std::move(plugs)) {}

  bool is_twin(RtlBlock block, const RouterPlace& place) const override { return selection_.has(block, place.node); }

  std::unique_ptr<RouterPorts> router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                      const BlockFactory& blocks) const override {
    if (const auto plug = plugs_.at("router", place.node))
      return std::make_unique<PluggedRouter>(name, place, observer, plug, standstill_);
    return BlockFactory::router(name, place, observer, blocks);
  }

  std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const override {
    if (const auto fifo = plugs_.at("buffer", place.node)) return make_plugged_input_buffer(name, place, fifo);
    return BlockFactory::input_buffer(name, place);
  }

  std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                            const microarch::SelectionShape& shape,
                                            const std::vector<int>& input_class) const override {
    if (const auto plug = plugs_.at("vc_allocator", place.node))
      return make_plugged_vc_allocator(name, place, shape, input_class, plug, standstill_);
    if (const auto plug = plugs_.at("matrix_allocator", place.node))
      return make_plugged_matrix_allocator(name, place, shape, input_class, plug, standstill_);
    return BlockFactory::vc_allocator(name, place, shape, input_class);
  }

  std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const override {
    const ArbiterPlugs arbiters{plugs_.at("arbiter", place.node), plugs_.at("port_arbiter", place.node),
                                plugs_.at("switch_allocator", place.node)};
    if (arbiters.outputs || arbiters.ports || arbiters.whole)
      return make_plugged_switch_allocator(name, place, arbiters, standstill_);
    return BlockFactory::switch_allocator(name, place);
  }

  bool can_fill() const override { return selection_.empty() && plugs_.empty(); }
  std::shared_ptr<const std::string> blocked() const override { return standstill_; }

 private:
  RtlSelection selection_;
  RouterPlugs plugs_;
  StandstillReport standstill_ = std::make_shared<std::string>();
};

}  // namespace

int record_dimensions(const topologies::Topology& topology) { return topology.routing().record_dimensions(); }

std::unique_ptr<BlockFactory> make_rtl_blocks(RtlSelection selection, RouterPlugs plugs) {
  return std::make_unique<RtlBlocks>(std::move(selection), std::move(plugs));
}

}  // namespace trenza::cosim
