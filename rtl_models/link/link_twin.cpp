#include "rtl_models/link/link_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

LinkTwin::LinkTwin(const sc_core::sc_module_name& name, int delay)
    : Link(name, delay), model_(RtlModule{"link", {}}.with("DELAY", delay)), in_(wires("in")), out_(wires("out")) {}

LinkTwin::Wires LinkTwin::wires(const std::string& prefix) const {
  return {model_.port(prefix + "_valid", 1), model_.port(prefix + "_vc", kHalfWordBits),
          model_.port(prefix + "_flit", kWordBits), model_.port(prefix + "_header", kWordBits)};
}

bool LinkTwin::edge() {
  in_.valid.set(in.valid.read());
  in_.vc.set(in.vc.read());
  in_.flit.set(in.flit.read());
  in_.header.set(in.header.read());
  model_.tick();
  return Link::edge();
}

void LinkTwin::clear() {
  model_.reset();
  Link::clear();
}

void LinkTwin::drive(const Stage& /*leaving*/) {
  Stage leaving;
  leaving.valid = out_.valid.get<bool>();
  leaving.vc = out_.vc.get<std::uint32_t>();
  leaving.flit = out_.flit.get<std::uint64_t>();
  leaving.header = out_.header.get<std::uint64_t>();
  Link::drive(leaving);
}

CreditLinkTwin::CreditLinkTwin(const sc_core::sc_module_name& name, int stages)
    : CreditLink(name, stages),
      model_(RtlModule{"credit_link", {}}.with("STAGES", stages)),
      in_(model_.port("credit_in", kHalfWordBits)),
      out_(model_.port("credit_out", kHalfWordBits)) {}

bool CreditLinkTwin::edge() {
  in_.set(credit_in.read());
  model_.tick();
  return CreditLink::edge();
}

void CreditLinkTwin::clear() {
  model_.reset();
  CreditLink::clear();
}

void CreditLinkTwin::drive(std::uint32_t /*leaving*/) { CreditLink::drive(out_.get<std::uint32_t>()); }

}  // namespace trenza::rtl_models
