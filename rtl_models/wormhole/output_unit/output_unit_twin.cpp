#include "rtl_models/wormhole/output_unit/output_unit_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

OutputUnitTwin::OutputUnitTwin(const sc_core::sc_module_name& name, int vcs)
    : OutputUnit(name),
      model_(RtlModule{"output_unit", {}}.with("VCS", vcs)),
      allocated_(model_.port("allocated", kHalfWordBits)),
      released_(model_.port("released", kHalfWordBits)),
      held_(model_.port("held", kHalfWordBits)) {}

bool OutputUnitTwin::edge() {
  allocated_.set(allocated.read());
  released_.set(released.read());
  model_.tick();
  return OutputUnit::edge();
}

void OutputUnitTwin::clear() {
  model_.reset();
  OutputUnit::clear();
}

}  // namespace trenza::rtl_models
