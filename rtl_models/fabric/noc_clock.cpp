#include "rtl_models/fabric/noc_clock.h"

namespace trenza::rtl_models {

std::string channel_label(const topologies::Topology& topology, const topologies::Channel& channel) {
  return topology.node_name(channel.from) + "_" + output_name(topology, channel);
}

ChannelWires::ChannelWires(const std::string& label)
    : sent("sent_" + label),
      arriving("arriving_" + label),
      credit_sent(("credit_sent_" + label).c_str()),
      credit_arriving(("credit_arriving_" + label).c_str()) {}

NocClock::NocClock(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name),
      // In each period first the falling edge (observers), then the rising edge (the end of the cycle); none on the
      // border between two periods, where the outside offers packets.
      clk("clk", sc_core::sc_time(kPeriodPicoseconds, sc_core::SC_PS), 0.5,
          sc_core::sc_time(0.25 * kPeriodPicoseconds, sc_core::SC_PS), false) {
  SC_HAS_PROCESS(NocClock);
  SC_METHOD(count);
  sensitive << clk.posedge_event() << jumped_;
  dont_initialize();
  SC_METHOD(middle);
  sensitive << clk.negedge_event();
  dont_initialize();
}

void NocClock::count() {
  if (clk.posedge()) current_ = reset.read() ? 0 : current_ + 1;
  cycle.write(current_);
}

void NocClock::middle() {
  if (observer_ && !reset.read()) observer_(cycle.read());
}

void NocClock::jump(microarch::Cycle target) {
  current_ = target;
  jumped_.notify(sc_core::SC_ZERO_TIME);
}

void NocClock::settle() {
  while (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

}  // namespace trenza::rtl_models
