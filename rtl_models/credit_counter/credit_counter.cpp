#include "rtl_models/credit_counter/credit_counter.h"

#include <utility>

namespace trenza::rtl_models {

CreditCounter::CreditCounter(const sc_core::sc_module_name& name, std::vector<int> initial, bool reserved)
    : ClockedBlock(name),
      taken("taken", reserved ? initial.size() : 0),
      credits("credits", initial.size()),
      account_(this->name(), std::move(initial)) {}

void CreditCounter::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(charge.value_changed_event());
  for (auto& port : taken) wake_on(port.value_changed_event());
  wake_on(credit.value_changed_event());
}

void CreditCounter::clear() {
  account_.clear();
  show();
}

void CreditCounter::show() {
  for (std::size_t vc = 0; vc < account_.vcs(); ++vc) drive(vc);
}

bool CreditCounter::edge() {
  const std::uint32_t touched = taken.size() == 0 ? account_.edge(charge.read(), credit.read())
                                                  : account_.edge_with_reservations(taken, credit.read());
  for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1) drive(static_cast<std::size_t>(__builtin_ctz(rest)));
  return touched != 0;
}

}  // namespace trenza::rtl_models
