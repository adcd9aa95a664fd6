#include "rtl_models/fabric/change_notes.h"

#include <algorithm>

#include "rtl_models/fabric/probe_list.h"
#include "rtl_models/fabric/stall_watch.h"

namespace trenza::rtl_models {

using topologies::NodeId;

const std::vector<Probe>& ChangeNotes::probes() const {
  if (probes_.empty()) {
    const auto& graph = topology_.graph();
    stalls_.assign(
        static_cast<std::size_t>(graph.nodes()) * static_cast<std::size_t>(parameters_.inputs(graph.ports())), 0);
    probes_ = list_probes(noc_, packets_, topology_, parameters_, stalls_);
  }
  return probes_;
}

void ChangeNotes::begin() {
  probes();
  const auto& graph = topology_.graph();
  changed_.assign(static_cast<std::size_t>(probe_group(graph.nodes(), graph.ports())), 1);
}

/// Finds the groups in which something can have changed, and why headers wait there.
void ChangeNotes::note() {
  const auto& graph = topology_.graph();
  const int ports = graph.ports();
  const auto per_router = static_cast<std::size_t>(probe_groups_per_router(ports));
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    const auto at = static_cast<std::size_t>(node);
    if (!noc_.has_router(node)) continue;
    const RouterPorts& router = noc_.router(node);
    std::uint8_t* const changed = &changed_[at * per_router];
    // A block that has done anything at the last edge is awake until the next one.
    if (router.awake_blocks() == 0) {
      std::fill_n(changed, per_router, std::uint8_t{0});
      continue;
    }
    changed[0] = 1;
    for (int p = 0; p < ports; ++p) {
      if (router.has_input(p)) changed[1 + p] = static_cast<std::uint8_t>(router.input_awake(p));
      if (!router.has_output(p)) continue;
      changed[1 + ports + p] = static_cast<std::uint8_t>(router.output_awake(p) || noc_.awake(graph.id(node, p)));
    }
    const auto inputs = static_cast<std::size_t>(router.inputs());
    std::uint8_t* const stalls = &stalls_[at * inputs];
    InputStalls reasons;
    read_stalls(router, topology_, reasons);
    for (std::size_t i = 0; i < inputs; ++i) stalls[i] = static_cast<std::uint8_t>(reasons[i]);
  }
}

}  // namespace trenza::rtl_models
