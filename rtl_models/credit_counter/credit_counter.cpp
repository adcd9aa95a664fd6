#include "rtl_models/credit_counter/credit_counter.h"

#include <fmt/core.h>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

CreditCounter::CreditCounter(const sc_core::sc_module_name& name, std::vector<int> initial)
    : ClockedBlock(name), credits("credits", initial.size()), initial_(std::move(initial)), count_(initial_) {}

void CreditCounter::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(charge.value_changed_event());
  wake_on(credit.value_changed_event());
}

void CreditCounter::clear() {
  count_ = initial_;
  for (std::size_t vc = 0; vc < count_.size(); ++vc) drive(vc);
}

void CreditCounter::fill(int vc, int count) {
  count_[static_cast<std::size_t>(vc)] = count;
  credits[static_cast<std::size_t>(vc)].write(static_cast<std::uint32_t>(count));
}

bool CreditCounter::edge() {
  const ChargeWord charged = charge.read();
  const std::uint32_t returned = credit.read();
  if (charged == 0 && returned == 0) return false;
  std::uint32_t touched = returned;
  for (std::uint32_t rest = returned; rest != 0; rest &= rest - 1)
    ++count_[static_cast<std::size_t>(__builtin_ctz(rest))];
  if (charged != 0) {
    const auto vc = static_cast<std::size_t>(charge_vc(charged));
    count_[vc] -= charge_credits(charged);
    touched |= 1U << vc;
  }
  for (; touched != 0; touched &= touched - 1) {
    const auto vc = static_cast<std::size_t>(__builtin_ctz(touched));
    if (count_[vc] < 0 || count_[vc] > initial_[vc]) {
      throw microarch::InvariantViolation(fmt::format("{}.vc{}: {} credits of {}, at SystemC time {}", name(), vc,
                                                      count_[vc], initial_[vc], sc_core::sc_time_stamp().to_string()));
    }
    drive(vc);
  }
  return true;
}

}  // namespace trenza::rtl_models
