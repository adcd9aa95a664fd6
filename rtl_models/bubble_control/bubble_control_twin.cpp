#include "rtl_models/bubble_control/bubble_control_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

int inputs_of(std::uint64_t all) {
  int inputs = 0;
  for (; all != 0; all >>= 1) ++inputs;
  return inputs;
}

}  // namespace

BubbleControlTwin::BubbleControlTwin(const sc_core::sc_module_name& name, int ring, std::uint64_t continuing,
                                     std::uint64_t all, bool bubble)
    : BubbleControl(name, ring, continuing, all, bubble),
      model_(RtlModule{"bubble_control", {}}.with("INPUTS", inputs_of(all)).with("BUBBLE", bubble ? 1 : 0)),
      slots_(model_.port("slots", kHalfWordBits)),
      admitted_(model_.port("admitted", kWordBits)) {
  model_.port("continuing", kWordBits).set(continuing);
}

void BubbleControlTwin::compute() {
  slots_.set(slots.read());
  model_.eval();
  admitted.write(admitted_.get<std::uint64_t>());
}

}  // namespace trenza::rtl_models
