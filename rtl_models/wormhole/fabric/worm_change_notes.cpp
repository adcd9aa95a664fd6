#include "rtl_models/wormhole/fabric/worm_change_notes.h"

#include "rtl_models/fabric/probe_list.h"
#include "rtl_models/wormhole/fabric/worm_probe_list.h"

namespace trenza::rtl_models {

using topologies::NodeId;

WormChangeNotes::WormChangeNotes(const WormNoc& noc, const PacketTable& packets, const topologies::Topology& topology,
                                 const microarch::FabricParameters& parameters)
    : noc_(noc),
      packets_(packets),
      topology_(topology),
      parameters_(parameters),
      reader_(parameters, microarch::WormShape::of(parameters, topology.graph().ports())) {}

const std::vector<Probe>& WormChangeNotes::probes() const {
  if (probes_.empty()) {
    stalls_.assign(static_cast<std::size_t>(topology_.graph().nodes()) * reader_.inputs().size(), 0);
    probes_ = list_worm_probes(noc_, packets_, topology_, parameters_, stalls_);
  }
  return probes_;
}

void WormChangeNotes::note() {
  if (changed_.empty()) {
    changed_.assign(static_cast<std::size_t>(probe_group(topology_.graph().nodes(), topology_.graph().ports())), 1);
  } else {
    note_worm_changes(noc_, topology_, changed_);
  }
  if (!stalls_.empty()) note_stalls();
}

void WormChangeNotes::note_stalls() {
  for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
    if (!noc_.has_router(node)) continue;
    reader_.read(noc_.router(node));
    std::uint8_t* shown = &stalls_[static_cast<std::size_t>(node) * reader_.inputs().size()];
    for (const microarch::StallReason reason : reader_.inputs()) {
      const auto now = static_cast<std::uint8_t>(reason);
      if (*shown != now) changed_[static_cast<std::size_t>(probe_group(node, topology_.graph().ports()))] = 1;
      *shown++ = now;
    }
  }
}

}  // namespace trenza::rtl_models
