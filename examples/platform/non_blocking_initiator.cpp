#include "non_blocking_initiator.h"

namespace platform {

NonBlockingInitiator::NonBlockingInitiator(const sc_core::sc_module_name& name, const AccessList& accesses,
                                           std::uint64_t transactions)
    : sc_module(name), accesses_(accesses), left_(transactions) {
  socket.register_nb_transport_bw(this, &NonBlockingInitiator::nb_transport_bw);
  SC_METHOD(issue);
  sensitive << next_;
}

/// Sends the next request unless END_REQ of the one before, or too many responses, are awaited.
void NonBlockingInitiator::issue() {
  if (left_ == 0 || request_ != nullptr || under_way_.size() == kOutstanding) return;
  --left_;
  tlm::tlm_generic_payload& payload = allocate();
  payload.acquire();
  const unsigned slot = accesses_.next(payload);
  ++(payload.is_read() ? tally_.reads : tally_.writes);
  under_way_[&payload] = {slot, sc_core::sc_time_stamp()};
  request_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_UPDATED) {
    end_request();
  } else if (status == tlm::TLM_COMPLETED) {  // an address error
    request_ = nullptr;
    finish(payload);
  }
}

void NonBlockingInitiator::end_request() {
  if (sc_core::sc_time_stamp() > under_way_.at(request_).begin) ++tally_.delayed_end_requests;
  request_ = nullptr;
  next_.notify(sc_core::sc_time(accesses_.draw(4), sc_core::SC_NS));
}

tlm::tlm_sync_enum NonBlockingInitiator::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                         sc_core::sc_time& /*delay*/) {
  if (phase == tlm::END_REQ) {
    if (request_ == &payload) {
      end_request();
    } else {
      tally_.faults.emplace_back("END_REQ of a request that is not open");
    }
    return tlm::TLM_ACCEPTED;
  }
  finish(payload);
  return tlm::TLM_COMPLETED;  // END_RESP is not needed
}

void NonBlockingInitiator::finish(tlm::tlm_generic_payload& payload) {
  const auto found = under_way_.find(&payload);
  if (found == under_way_.end()) {
    tally_.faults.emplace_back("a response to nothing, or a second one");
    return;
  }
  const std::string fault = accesses_.check(found->second.slot, payload);
  if (!fault.empty()) tally_.faults.push_back(fault);
  tally_.round_trips_ns += (sc_core::sc_time_stamp() - found->second.begin) / sc_core::sc_time(1, sc_core::SC_NS);
  ++tally_.responses;
  under_way_.erase(found);
  payload.release();
  next_.notify(sc_core::SC_ZERO_TIME);
}

tlm::tlm_generic_payload& NonBlockingInitiator::allocate() {
  if (free_.empty()) {
    pool_.push_back(std::make_unique<Item>(this));
    free_.push_back(&pool_.back()->payload);
  }
  tlm::tlm_generic_payload& payload = *free_.back();
  free_.pop_back();
  return payload;
}

Tally NonBlockingInitiator::tally() const {
  Tally result = tally_;
  if (left_ > 0) result.faults.push_back(std::to_string(left_) + " transactions were never sent");
  if (!under_way_.empty()) result.faults.push_back(std::to_string(under_way_.size()) + " responses are lost");
  return result;
}

}  // namespace platform
