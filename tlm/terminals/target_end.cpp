#include "tlm/terminals/target_end.h"

#include <algorithm>

namespace trenza::tlm {

TargetEnd::TargetEnd(const TerminalServices& services, NodeId node)
    : TerminalEnd(services, node, Leg::response), later_(this, &TargetEnd::phase_due) {}

Transaction* TargetEnd::presented(const ::tlm::tlm_generic_payload& payload) const {
  const auto found = std::find_if(presented_.begin(), presented_.end(),
                                  [&](const Transaction* transaction) { return transaction->payload == &payload; });
  return found == presented_.end() ? nullptr : *found;
}

// ---- requests

void TargetEnd::received(Transaction& transaction) {
  requests_.push_back(&transaction);
  send_requests();
}

void TargetEnd::send_requests() {
  while (request_ == nullptr && early_ == nullptr && !requests_.empty()) {
    Transaction& transaction = *requests_.front();
    requests_.pop_front();
    request_ = &transaction;
    presented_.push_back(&transaction);
    transaction.payload->set_address(transaction.target_address);
    ::tlm::tlm_phase phase = ::tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    switch (target_->nb_transport_fw(*transaction.payload, phase, delay)) {
      case ::tlm::TLM_ACCEPTED:
        break;
      case ::tlm::TLM_UPDATED:
        take_answer(transaction, phase, delay);
        break;
      case ::tlm::TLM_COMPLETED:
        transaction.completed_early = true;
        early_ = &transaction;
        take_answer(transaction, ::tlm::BEGIN_RESP, delay);
        break;
    }
  }
}

/// Takes the phase that came with the return value of BEGIN_REQ.
void TargetEnd::take_answer(Transaction& transaction, const ::tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  if (phase == ::tlm::END_REQ) {
    end_request(*transaction.payload, delay);
    return;
  }
  if (phase != ::tlm::BEGIN_RESP) {
    error("BEGIN_REQ is answered by END_REQ or BEGIN_RESP", phase);
    return;
  }
  if (!transaction.completed_early) {
    if (response_ != nullptr) {
      error("the response before has not seen END_RESP", phase);
      return;
    }
    response_ = &transaction;
  }
  if (delay > sc_core::SC_ZERO_TIME) {
    later_.notify(*transaction.payload, phase, delay);
  } else if (begin_response(transaction)) {
    end_response(transaction);
  }
}

::tlm::tlm_sync_enum TargetEnd::end_request(const ::tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
  if (request_ == nullptr || request_->payload != &payload || request_ending_)
    return error("no request of this payload is open", ::tlm::END_REQ);
  if (delay > sc_core::SC_ZERO_TIME) {
    request_ending_ = true;
    later_.notify(*request_->payload, ::tlm::END_REQ, delay);
  } else {
    finish_request();
  }
  return ::tlm::TLM_ACCEPTED;
}

void TargetEnd::finish_request() {
  request_ = nullptr;
  request_ending_ = false;
  if (!requests_.empty()) services_.turns.ask(*this);
}

// ---- responses

::tlm::tlm_sync_enum TargetEnd::nb_transport_bw(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                                sc_core::sc_time& delay) {
  if (phase == ::tlm::END_REQ) return end_request(payload, delay);
  if (phase != ::tlm::BEGIN_RESP) return error("only END_REQ and BEGIN_RESP come from a target", phase);
  Transaction* const transaction = presented(payload);
  if (transaction == nullptr || transaction->completed_early)
    return error("no request of this payload is open, or its response has come", phase);
  if (response_ != nullptr) return error("the response before has not seen END_RESP", phase);
  response_ = transaction;
  if (delay > sc_core::SC_ZERO_TIME) {
    later_.notify(payload, phase, delay);
    return ::tlm::TLM_ACCEPTED;
  }
  if (!begin_response(*transaction)) return ::tlm::TLM_ACCEPTED;
  phase = ::tlm::END_RESP;
  return ::tlm::TLM_UPDATED;
}

/// Returns whether the injection queue has taken it.
bool TargetEnd::begin_response(Transaction& transaction) {
  presented_.erase(std::find(presented_.begin(), presented_.end(), &transaction));
  if (request_ == &transaction) finish_request();
  if (!push(transaction)) return false;
  (transaction.completed_early ? early_ : response_) = nullptr;
  return true;
}

/// Tells the target, if it has not been told by a return value.
void TargetEnd::end_response(Transaction& transaction) {
  if (transaction.completed_early) return;
  ::tlm::tlm_phase phase = ::tlm::END_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  target_->nb_transport_fw(*transaction.payload, phase, delay);
}

// ---- later

void TargetEnd::phase_due(::tlm::tlm_generic_payload& payload, const ::tlm::tlm_phase& phase) {
  if (phase == ::tlm::END_REQ) {
    // The response may have overtaken it.
    if (request_ != nullptr && request_->payload == &payload) finish_request();
    return;
  }
  Transaction& transaction = *presented(payload);
  if (begin_response(transaction)) end_response(transaction);
}

bool TargetEnd::refill() {
  while (Transaction* const taken = next_taken()) {
    (taken->completed_early ? early_ : response_) = nullptr;
    end_response(*taken);
  }
  send_requests();
  return queue_waits();
}

}  // namespace trenza::tlm
