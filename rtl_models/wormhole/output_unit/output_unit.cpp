#include "rtl_models/wormhole/output_unit/output_unit.h"

#include <fmt/core.h>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

OutputUnit::OutputUnit(const sc_core::sc_module_name& name) : ClockedBlock(name) {}

void OutputUnit::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(allocated.value_changed_event());
  wake_on(released.value_changed_event());
}

void OutputUnit::clear() {
  held_ = 0;
  drive();
}

bool OutputUnit::edge() {
  const std::uint32_t taken = allocated.read();
  const std::uint32_t freed = released.read();
  if ((taken & held_) != 0 || (freed & ~(held_ | taken)) != 0) {
    throw microarch::InvariantViolation(
        fmt::format("{}: VCs {:#x} are held, {:#x} allocated and {:#x} released, at SystemC time {}", name(), held_,
                    taken, freed, sc_core::sc_time_stamp().to_string()));
  }
  held_ = (held_ | taken) & ~freed;
  drive();
  return (taken | freed) != 0;
}

}  // namespace trenza::rtl_models
