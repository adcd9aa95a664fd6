#include "rtl_models/credit_counter/credit_account.h"

#include <fmt/core.h>

#include <systemc>
#include <utility>

#include "microarch/fabric.h"
#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

CreditAccount::CreditAccount(std::string name, std::vector<int> initial)
    : name_(std::move(name)), initial_(std::move(initial)), count_(initial_) {}

std::vector<int> CreditAccount::initial_of(const microarch::FabricParameters& parameters) {
  std::vector<int> initial;
  for (int vc = 0; vc < parameters.vcs(); ++vc)
    initial.push_back(microarch::FlowControl::initial_credits(parameters, vc));
  return initial;
}

std::uint32_t CreditAccount::edge(ChargeWord charged, std::uint32_t returned) {
  std::uint32_t touched = returned;
  for (std::uint32_t rest = returned; rest != 0; rest &= rest - 1)
    ++count_[static_cast<std::size_t>(__builtin_ctz(rest))];
  if (charged != 0) {
    const auto vc = static_cast<std::size_t>(charge_vc(charged));
    count_[vc] -= charge_credits(charged);
    touched |= 1U << vc;
  }
  for (std::uint32_t rest = touched; rest != 0; rest &= rest - 1) {
    const auto vc = static_cast<std::size_t>(__builtin_ctz(rest));
    if (count_[vc] >= 0 && count_[vc] <= initial_[vc]) continue;
    throw microarch::InvariantViolation(fmt::format("{}.vc{}: {} credits of {}, at SystemC time {}", name_, vc,
                                                    count_[vc], initial_[vc], sc_core::sc_time_stamp().to_string()));
  }
  return touched;
}

}  // namespace trenza::rtl_models
