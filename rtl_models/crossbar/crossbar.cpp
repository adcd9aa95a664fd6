#include "rtl_models/crossbar/crossbar.h"

#include <fmt/core.h>

#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

template <class Select>
CrossbarOf<Select>::CrossbarOf(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                               topologies::NodeId node, int inputs, int ports, int ejectors, std::uint32_t escape_mask)
    : sc_core::sc_module(name),
      select("select", static_cast<std::size_t>(ports + ejectors)),
      flit("flit", static_cast<std::size_t>(inputs)),
      header("header", static_cast<std::size_t>(inputs)),
      eject_valid("eject_valid", static_cast<std::size_t>(ejectors)),
      eject_flit("eject_flit", static_cast<std::size_t>(ejectors)),
      relation_(relation),
      node_(node),
      escape_mask_(escape_mask),
      ports_(ports),
      links_(static_cast<std::size_t>(ports)),
      ejecting_(static_cast<std::size_t>(ejectors)) {
  for (int p = 0; p < ports; ++p) out.push_back(std::make_unique<FlitOut>(fmt::format("out_{}", p)));
  SC_HAS_PROCESS(CrossbarOf);
  SC_METHOD(cross);
  for (auto& port : select) sensitive << port;
  for (auto& port : flit) sensitive << port;
}

template <class Select>
void CrossbarOf<Select>::cross() {
  for (std::size_t o = 0; o < select.size(); ++o) {
    const SelectWord selected = select[o].read();
    const auto input = static_cast<std::size_t>(Select::input(selected));
    if (static_cast<int>(o) >= ports_) {
      const std::size_t e = o - static_cast<std::size_t>(ports_);
      ejecting_[e].valid.write(eject_valid[e], selected != 0);
      if (selected != 0) ejecting_[e].flit.write(eject_flit[e], flit[input].read());
      continue;
    }
    FlitOut& link = *out[o];
    HeldLink& held = links_[o];
    held.valid.write(link.valid, selected != 0);
    if (selected == 0) continue;
    const FlitWord word = flit[input].read();
    held.vc.write(link.vc, static_cast<std::uint32_t>(Select::vc(selected)));
    if (microarch::is_head(word)) {
      held.flit.write(link.flit, microarch::with_next_hop(word));
      held.header.write(link.header, advanced(header[input].read(), static_cast<int>(o), selected));
    } else {
      held.flit.write(link.flit, word);
    }
  }
}

template <class Select>
HeaderWord CrossbarOf<Select>::advanced(HeaderWord arrived, int port, SelectWord selected) const {
  // Right after an edge the selection can still be that of the packet before this one. The values written then do not
  // last. But relations advance no packet that is at its destination.
  if (topologies::destination_of(arrived) == node_) return 0;
  return relation_.advance(node_, arrived, port, Select::escape(selected, escape_mask_));
}

template class CrossbarOf<PacketSelect>;
template class CrossbarOf<WormSelect>;

}  // namespace trenza::rtl_models
