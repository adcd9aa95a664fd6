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

void CreditAccount::violation(std::size_t vc) const {
  throw microarch::InvariantViolation(fmt::format("{}.vc{}: {} credits of {}, at SystemC time {}", name_, vc,
                                                  count_[vc], initial_[vc], sc_core::sc_time_stamp().to_string()));
}

}  // namespace trenza::rtl_models
