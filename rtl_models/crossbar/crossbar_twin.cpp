#include "rtl_models/crossbar/crossbar_twin.h"

#include <type_traits>

#include "rtl_models/twin/widths.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

template <class Select>
CrossbarTwinOf<Select>::CrossbarTwinOf(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                                       topologies::NodeId node, int inputs, int ports, int ejectors,
                                       std::uint32_t escape_mask, int dimensions)
    : Base(name, relation, node, inputs, ports, ejectors, escape_mask),
      records_(dimensions > 0),
      model_(RtlModule{"crossbar", {}}
                 .with("INPUTS", inputs)
                 .with("PORTS", ports)
                 .with("EJECTORS", ejectors)
                 .with("DIMENSIONS", dimensions)
                 .with("BY_FLITS", std::is_same_v<Select, WormSelect> ? 1 : 0)),
      select_(model_.port("select", vector_bits<std::uint32_t>(select))),
      flit_(model_.port("flit", vector_bits<std::uint64_t>(flit))),
      header_(model_.port("header", vector_bits<std::uint64_t>(header))),
      out_valid_(model_.port("out_valid", ports)),
      out_vc_(model_.port("out_vc", vector_bits<std::uint32_t>(out))),
      out_flit_(model_.port("out_flit", vector_bits<std::uint64_t>(out))),
      out_header_(model_.port("out_header", vector_bits<std::uint64_t>(out))),
      eject_valid_(model_.port("eject_valid", ejectors)),
      eject_flit_(model_.port("eject_flit", vector_bits<std::uint64_t>(eject_flit))) {}

template <class Select>
void CrossbarTwinOf<Select>::cross() {
  for (std::size_t o = 0; o < select.size(); ++o) select_.set(select[o].read(), o);
  for (std::size_t i = 0; i < flit.size(); ++i) {
    flit_.set(flit[i].read(), i);
    header_.set(header[i].read(), i);
  }
  model_.eval();
  const std::uint64_t valid = out_valid_.word();
  for (std::size_t p = 0; p < out.size(); ++p) {
    FlitOut& link = *out[p];
    const bool leaves = ((valid >> p) & 1U) != 0;
    link.valid.write(leaves);
    if (!leaves) continue;
    const auto vc = out_vc_.get<std::uint32_t>(p);
    const auto word = out_flit_.get<FlitWord>(p);
    link.vc.write(vc);
    link.flit.write(word);
    if (!microarch::is_head(word)) continue;
    const auto hopped = out_header_.get<HeaderWord>(p);
    link.header.write(records_ ? hopped : advanced(hopped, static_cast<int>(p), select[p].read()));
  }
  const std::uint64_t ejected = eject_valid_.word();
  for (std::size_t e = 0; e < eject_valid.size(); ++e) {
    const bool leaves = ((ejected >> e) & 1U) != 0;
    eject_valid[e].write(leaves);
    if (leaves) eject_flit[e].write(eject_flit_.get<FlitWord>(e));
  }
}

template class CrossbarTwinOf<PacketSelect>;
template class CrossbarTwinOf<WormSelect>;

}  // namespace trenza::rtl_models
