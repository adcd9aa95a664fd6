#include "rtl_models/credit_counter/credit_counter_twin.h"

#include <fmt/core.h>

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

/// The highest VC comes first in a literal.
RtlModule credit_counter_module(const std::vector<int>& initial, bool reserved) {
  std::string literal;
  for (auto count = initial.rbegin(); count != initial.rend(); ++count) literal += fmt::format("{:08x}", *count);
  RtlModule module{"credit_counter", {}};
  module.with("VCS", static_cast<long>(initial.size())).with("RESERVED", reserved ? 1 : 0);
  module.parameters.emplace_back("INITIAL", fmt::format("{}'h{}", initial.size() * kHalfWordBits, literal));
  return module;
}

}  // namespace

CreditCounterTwin::CreditCounterTwin(const sc_core::sc_module_name& name, const std::vector<int>& initial,
                                     bool reserved)
    : CreditCounter(name, initial, reserved),
      model_(credit_counter_module(initial, reserved)),
      charge_(model_.port("charge", kHalfWordBits)),
      taken_(model_.port("taken", vector_bits<std::uint32_t>(credits))),
      credit_(model_.port("credit", kHalfWordBits)),
      credits_(model_.port("credits", vector_bits<std::uint32_t>(credits))) {}

bool CreditCounterTwin::edge() {
  charge_.set(charge.read());
  for (std::size_t vc = 0; vc < taken.size(); ++vc) taken_.set(taken[vc].read(), vc);
  credit_.set(credit.read());
  model_.tick();
  return CreditCounter::edge();
}

void CreditCounterTwin::clear() {
  model_.reset();
  CreditCounter::clear();
}

void CreditCounterTwin::drive(std::size_t vc) { credits[vc].write(credits_.get<std::uint32_t>(vc)); }

}  // namespace trenza::rtl_models
