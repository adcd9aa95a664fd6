#include "cosim/plug/router_links.h"

#include <fmt/core.h>

#include "microarch/index.h"
#include "rtl_models/common/words.h"

namespace trenza::cosim {

using microarch::index;

namespace {}  // namespace

RouterLinks::RouterLinks(const Plug& plug, ForeignModel& model, const PortNumbers& numbers, int ports, int depth)
    : model_(model),
      numbers_(numbers),
      pins_(plug, model),
      ports_(ports + 1),
      slack_(pins_.shape().links == LinkKind::on_off ? plug.map.integer("on_off_slack") : 0),
      inlets_(index(ports), RouterInlet(pins_.shape().vcs, depth)),
      shown_(index(ports_), -1),
      given_(index(ports_)),
      leave_(index(ports_)) {
  inlets_.emplace_back(pins_.shape().vcs, plug.map.integer("local_depth"));
}

void RouterLinks::clear() {
  pins_.clear();
  for (RouterInlet& inlet : inlets_) inlet.clear();
  shown_.assign(shown_.size(), -1);
  given_.assign(given_.size(), 0);
  leave_.assign(leave_.size(), 0);
}

/// One ready bit for all VCs depends on the VC of the flit that is shown.
void RouterLinks::allow_shown_flits() {
  if (!single_ready() || pins_.shape().vcs == 1) return;
  for (int p = 0; p < ports_; ++p) {
    const int number = numbers_.out(p);
    if (pins_.leaves(number)) pins_.put_leave(number, leave_[index(p)] & std::uint64_t{1} << pins_.get(number).vc);
  }
  model_.eval();
}

/// The VC of the flit that the block is shown at an input; -1: none.
int RouterLinks::choose(int port) {
  RouterInlet& from = inlet(port);
  shown_[index(port)] = -1;
  if (from.empty()) return -1;
  std::uint64_t takes = ~std::uint64_t{0};
  if (by_credits()) {
    takes = from.credited();
  } else if (!single_ready()) {
    takes = pins_.takes(numbers_.in(port));
  }
  return shown_[index(port)] = from.choose(takes);
}

bool RouterLinks::takes(int port) const {
  return by_credits() || rtl_models::is_set(pins_.takes(numbers_.in(port)), shown_[index(port)]);
}

std::optional<ForeignFlit> RouterLinks::leaving(int port) const {
  const int number = numbers_.out(port);
  if (!pins_.leaves(number)) return std::nullopt;
  const ForeignFlit flit = pins_.get(number);
  const bool waits = pins_.shape().links == LinkKind::ready_valid && flit.vc < pins_.shape().vcs &&
                     !rtl_models::is_set(leave_[index(port)], flit.vc);
  if (waits) return std::nullopt;
  return flit;
}

BrokenContract broken_router(const std::string& router, const Plug& plug, microarch::Cycle cycle,
                             const std::string& what, std::size_t packets) {
  return BrokenContract(fmt::format("{}, {} ({}): cycle {}: {}; {} packets inside", router, plug.file.name,
                                    plug.file.top, cycle, what, packets));
}

}  // namespace trenza::cosim
