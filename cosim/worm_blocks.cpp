#include "cosim/worm_blocks.h"

#include <utility>

#include "cosim/plug/plugged_worm_router.h"

namespace trenza::cosim {

namespace {

using rtl_models::WormBlockFactory;
using rtl_models::WormPlace;

class WormRtlBlocks : public WormBlockFactory {
 public:
  WormRtlBlocks(RtlSelection selection, RouterPlugs plugs)
      : selection_(std::move(selection)), plugs_(std::move(plugs)) {}

  bool is_twin(RtlBlock block, const WormPlace& place) const override { return selection_.has(block, place.node); }

  std::unique_ptr<rtl_models::WormRouterPorts> router(const char* name, const WormPlace& place,
                                                      rtl_models::TerminalObserver& observer,
                                                      const WormBlockFactory& blocks) const override {
    if (const auto plug = plugs_.at("router", place.node))
      return std::make_unique<PluggedWormRouter>(name, place, observer, plug, standstill_);
    return WormBlockFactory::router(name, place, observer, blocks);
  }

  std::shared_ptr<const std::string> blocked() const override { return standstill_; }

 private:
  RtlSelection selection_;
  RouterPlugs plugs_;
  StandstillReport standstill_ = std::make_shared<std::string>();
};

}  // namespace

std::unique_ptr<WormBlockFactory> make_worm_rtl_blocks(RtlSelection selection, RouterPlugs plugs) {
  return std::make_unique<WormRtlBlocks>(std::move(selection), std::move(plugs));
}

}  // namespace trenza::cosim
