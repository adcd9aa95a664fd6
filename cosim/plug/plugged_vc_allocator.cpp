#include "cosim/plug/plugged_vc_allocator.h"

#include <utility>

#include "rtl_models/router/router.h"

namespace trenza::cosim {

using rtl_models::PickWord;
using rtl_models::RequestWord;

namespace {

rtl_models::Router& router_around(const sc_core::sc_object& block) {
  auto* const router = dynamic_cast<rtl_models::Router*>(block.get_parent_object());
  if (router == nullptr) throw microarch::InvariantViolation("a VC allocator from outside that is in no router");
  return *router;
}

int columns_of(const microarch::SelectionShape& shape) { return shape.ports * shape.vcs() + shape.ejectors; }

}  // namespace

PluggedVcAllocator::PluggedVcAllocator(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                                       const microarch::SelectionShape& shape, const std::vector<int>& input_class,
                                       const std::shared_ptr<const Plug>& plug, StandstillReport report)
    : VcAllocator(name, shape, input_class, place.node, place.parameters.seed),
      shape_(shape),
      input_class_(input_class),
      router_(router_around(*this)),
      slot_(plug, this->name(), static_cast<int>(input_class.size()), columns_of(shape)),
      watch_(place, "vc_allocator", plug, std::move(report)),
      requests_(input_class.size()) {
  inputs_.draws.resize(static_cast<std::size_t>(columns_of(shape)));
  inputs_.packets.resize(input_class.size());
  clk.bind(router_around(*this).clk);
  reset.bind(router_around(*this).reset);
  SC_HAS_PROCESS(PluggedVcAllocator);
  SC_METHOD(edge);
  sensitive << clk.pos();
  dont_initialize();
}

/// The columns of the adaptive VCs that a packet can take: those of its class, on free productive ports, with credits
/// for all of its flits.
std::uint64_t PluggedVcAllocator::adaptive(const topologies::RouteChoice& choice, int flits, int first_vc) const {
  std::uint64_t columns = 0;
  for (int port = 0; port < shape_.ports; ++port) {
    if (((choice.adaptive_ports >> port) & 1U) == 0 || !is_free(port)) continue;
    for (int vc = first_vc + shape_.escape_vcs; vc < first_vc + shape_.class_vcs; ++vc) {
      const auto at = static_cast<std::size_t>(column(port, vc));
      if (static_cast<int>(credits[at].read()) >= flits) columns |= std::uint64_t{1} << at;
    }
  }
  return columns;
}

std::uint64_t PluggedVcAllocator::candidates(std::size_t input) const {
  const RequestWord asked = request[input].read();
  const auto row = static_cast<int>(input);
  const bool network = row < shape_.ports * shape_.vcs();
  if (asked == 0 || (network && ((port_busy.read() >> (row / shape_.vcs())) & 1U) != 0)) return 0;
  const topologies::RouteChoice choice = rtl_models::unpack_route(route[input].read());
  if (choice.arrived) {
    const std::uint64_t free = (output_free.read() >> shape_.ports) & ((std::uint64_t{1} << shape_.ejectors) - 1);
    return free << (shape_.ports * shape_.vcs());
  }
  const int message_class = input_class_[input];
  const int first_vc = message_class * shape_.class_vcs;
  const int flits = rtl_models::request_flits(asked);
  if (const std::uint64_t columns = adaptive(choice, flits, first_vc)) return columns;
  const int port = choice.escape_port;
  if (port < 0 || !is_free(port)) return 0;
  const int vc = first_vc + choice.escape_vc;
  const auto place = static_cast<std::size_t>(router_.escape_place(port, vc));
  if (((admitted[place].read() >> input) & 1U) == 0) return 0;
  const auto credits_of = [&](int p, int v) {
    return static_cast<int>(credits[static_cast<std::size_t>(column(p, v))].read());
  };
  if (shape_.escape_detours &&
      microarch::any_adaptive_credits(shape_, choice.adaptive_ports, flits, credits_of, first_vc)) {
    return 0;
  }
  return std::uint64_t{1} << column(port, vc);
}

void PluggedVcAllocator::allocate() {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    requests_[i] = candidates(i);
    inputs_.packets[i] = rtl_models::request_packet(request[i].read());
  }
  for (std::size_t c = 0; c < inputs_.draws.size(); ++c) inputs_.draws[c] = draw(c % requests_.size());
  const std::vector<int>& matching = slot_.compute(requests_, inputs_);
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    PickWord word = 0;
    const int given = matching[i];
    const int network = shape_.ports * shape_.vcs();
    if (given >= network) {
      word = rtl_models::make_pick(request[i].read(), shape_.ports + given - network, 0);
    } else if (given >= 0) {
      word = rtl_models::make_pick(request[i].read(), given / shape_.vcs(), given % shape_.vcs());
    }
    drive(i, word);
  }
}

/// Whether the switch allocator has granted the pick that this input shows in this cycle.
bool PluggedVcAllocator::granted(std::size_t input) const {
  const PickWord word = pick[input].read();
  if (word == 0) return false;
  const auto output = static_cast<std::size_t>(rtl_models::pick_output(word));
  return router_.select[output].read() == rtl_models::make_select(static_cast<int>(input), rtl_models::pick_vc(word));
}

void PluggedVcAllocator::edge() {
  if (reset.read()) {
    slot_.reset();
    watch_.reset();
    return;
  }
  bool taken = false;
  for (std::size_t i = 0; i < requests_.size() && !taken; ++i) taken = granted(i);
  watch_.count(cycle.read(), slot_.refused_rows(), slot_.served_rows());
  slot_.finish(cycle.read(), taken);
}

}  // namespace trenza::cosim
