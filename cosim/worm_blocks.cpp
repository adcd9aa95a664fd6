#include "cosim/worm_blocks.h"

#include <utility>

namespace trenza::cosim {

namespace {

class WormRtlBlocks : public rtl_models::WormBlockFactory {
 public:
  explicit WormRtlBlocks(RtlSelection selection) : selection_(std::move(selection)) {}

  bool is_twin(RtlBlock block, const rtl_models::WormPlace& place) const override {
    return selection_.has(block, place.node);
  }

 private:
  RtlSelection selection_;
};

}  // namespace

std::unique_ptr<rtl_models::WormBlockFactory> make_worm_rtl_blocks(RtlSelection selection) {
  return std::make_unique<WormRtlBlocks>(std::move(selection));
}

}  // namespace trenza::cosim
