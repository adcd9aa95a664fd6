#include "rtl_models/bubble_control/bubble_control.h"

#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

BubbleControl::BubbleControl(const sc_core::sc_module_name& name, int ring, std::uint64_t continuing, std::uint64_t all,
                             bool bubble)
    : sc_core::sc_module(name),
      ring_(ring),
      continuing_(continuing),
      all_(all),
      slots_to_enter_(static_cast<std::uint32_t>(microarch::FlowControl::slots_needed(false, bubble))),
      slots_to_continue_(static_cast<std::uint32_t>(microarch::FlowControl::slots_needed(true, bubble))) {
  SC_HAS_PROCESS(BubbleControl);
  SC_METHOD(compute);
  sensitive << slots;
}

void BubbleControl::compute() {
  const std::uint32_t free = slots.read();
  admitted.write((free >= slots_to_enter_ ? all_ : 0) | (free >= slots_to_continue_ ? continuing_ : 0));
}

}  // namespace trenza::rtl_models
