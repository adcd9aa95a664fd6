#include "blocking_initiator.h"

namespace platform {

BlockingInitiator::BlockingInitiator(const sc_core::sc_module_name& name, const AccessList& accesses,
                                     std::uint64_t transactions)
    : sc_module(name), accesses_(accesses), left_(transactions) {
  SC_THREAD(run);
}

void BlockingInitiator::run() {
  tlm::tlm_generic_payload payload;  // b_transport needs no memory manager
  unsigned char data[kSlotBytes] = {};
  payload.set_data_ptr(data);
  while (left_ > 0) {
    const unsigned slot = accesses_.next(payload);
    ++(payload.is_read() ? tally_.reads : tally_.writes);
    // The initiator is ahead of simulated time by `delay`; the network lets time catch up.
    sc_core::sc_time delay(accesses_.draw(8), sc_core::SC_NS);
    const sc_core::sc_time begin = sc_core::sc_time_stamp() + delay;
    socket->b_transport(payload, delay);
    --left_;
    ++tally_.responses;
    tally_.round_trips_ns += (sc_core::sc_time_stamp() + delay - begin) / sc_core::sc_time(1, sc_core::SC_NS);
    const std::string fault = accesses_.check(slot, payload);
    if (!fault.empty()) tally_.faults.push_back(fault);
  }
}

Tally BlockingInitiator::tally() const {
  Tally result = tally_;
  if (left_ > 0) result.faults.push_back(std::to_string(left_) + " calls did not come back or were not made");
  return result;
}

}  // namespace platform
