#include "tlm/terminals/initiator_end.h"

namespace trenza::tlm {

namespace {

/// Lends a payload that has no memory manager one for the time of b_transport.
class LentManager final : public ::tlm::tlm_mm_interface {
 public:
  explicit LentManager(::tlm::tlm_generic_payload& payload) : payload_(payload), lent_(!payload.has_mm()) {
    if (lent_) payload_.set_mm(this);
    payload_.acquire();
  }
  LentManager(const LentManager&) = delete;
  LentManager& operator=(const LentManager&) = delete;
  ~LentManager() override {
    if (lent_) payload_.set_mm(nullptr);
  }

  /// Ends the loan: waits until nobody on the way holds the payload any more.
  void take_back() {
    payload_.release();
    if (lent_ && !free_) sc_core::wait(freed_);
  }
  void free(::tlm::tlm_generic_payload* /*payload*/) override {
    free_ = true;
    freed_.notify();
  }

 private:
  ::tlm::tlm_generic_payload& payload_;
  bool lent_;
  bool free_ = false;
  sc_core::sc_event freed_;
};

}  // namespace

InitiatorEnd::InitiatorEnd(const TerminalServices& services, NodeId node, const RouteFinder& routes)
    : TerminalEnd(services, node, Leg::request), routes_(routes), later_(this, &InitiatorEnd::phase_due) {}

::tlm::tlm_sync_enum InitiatorEnd::nb_transport_fw(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                                   sc_core::sc_time& delay) {
  if (phase == ::tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
  if (phase == ::tlm::END_RESP) return end_response(payload, phase, delay);
  return error("only BEGIN_REQ and END_RESP come from an initiator", phase);
}

// ---- requests

::tlm::tlm_sync_enum InitiatorEnd::begin_request(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                                 const sc_core::sc_time& delay) {
  if (request_ != nullptr) return error("the request before has not seen END_REQ", phase);
  if (!payload.has_mm()) return error("a payload of nb_transport needs a memory manager", phase);
  const std::optional<Route> found = route(payload);
  if (!found) return ::tlm::TLM_COMPLETED;
  payload.acquire();
  request_ = &open(payload, *found);
  if (delay > sc_core::SC_ZERO_TIME) {
    later_.notify(payload, phase, delay);
    return ::tlm::TLM_ACCEPTED;
  }
  if (!push(*request_)) return ::tlm::TLM_ACCEPTED;
  request_ = nullptr;
  phase = ::tlm::END_REQ;
  return ::tlm::TLM_UPDATED;
}

std::optional<Route> InitiatorEnd::route(::tlm::tlm_generic_payload& payload) {
  std::optional<Route> found = routes_(payload);
  if (!found) {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    ++services_.statistics.address_errors;
  }
  return found;
}

Transaction& InitiatorEnd::open(::tlm::tlm_generic_payload& payload, const Route& route) {
  Transaction& transaction = services_.transactions.open();
  transaction.payload = &payload;
  transaction.source = node_;
  transaction.destination = route.destination;
  transaction.initiator_address = payload.get_address();
  transaction.target_address = route.target_address;
  transaction.blocking = false;
  transaction.completed_early = false;
  return transaction;
}

void InitiatorEnd::finish_request() {
  ::tlm::tlm_generic_payload& payload = *request_->payload;
  request_ = nullptr;
  ::tlm::tlm_phase phase = ::tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  initiator_->nb_transport_bw(payload, phase, delay);
}

void InitiatorEnd::b_transport(::tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const std::optional<Route> found = route(payload);
  if (!found) return;
  LentManager manager(payload);
  if (delay > sc_core::SC_ZERO_TIME) {
    sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  Transaction& transaction = open(payload, *found);
  transaction.blocking = true;
  if (!transaction.returned) transaction.returned = std::make_unique<sc_core::sc_event>();
  push(transaction);
  sc_core::wait(*transaction.returned);
  services_.transactions.close(transaction);
  manager.take_back();
}

// ---- responses

void InitiatorEnd::received(Transaction& transaction) {
  transaction.payload->set_address(transaction.initiator_address);
  transaction.payload->set_dmi_allowed(false);
  if (transaction.blocking) {
    transaction.returned->notify(sc_core::SC_ZERO_TIME);
    return;
  }
  responses_.push_back(&transaction);
  send_responses();
}

void InitiatorEnd::send_responses() {
  while (response_ == nullptr && !responses_.empty()) {
    Transaction& transaction = *responses_.front();
    responses_.pop_front();
    response_ = &transaction;
    ::tlm::tlm_phase phase = ::tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const ::tlm::tlm_sync_enum status = initiator_->nb_transport_bw(*transaction.payload, phase, delay);
    if (status == ::tlm::TLM_ACCEPTED) continue;
    if (status == ::tlm::TLM_UPDATED && phase != ::tlm::END_RESP) {
      error("BEGIN_RESP is answered by END_RESP, now or later", phase);
      continue;
    }
    if (response_ != &transaction || response_ending_) {
      error("a response ends once", phase);
    } else if (delay > sc_core::SC_ZERO_TIME) {
      response_ending_ = true;
      later_.notify(*transaction.payload, ::tlm::END_RESP, delay);
    } else {
      finish_response();
    }
  }
}

::tlm::tlm_sync_enum InitiatorEnd::end_response(::tlm::tlm_generic_payload& payload, const ::tlm::tlm_phase& phase,
                                                const sc_core::sc_time& delay) {
  if (response_ == nullptr || response_->payload != &payload || response_ending_)
    return error("no response of this payload is open", phase);
  if (delay > sc_core::SC_ZERO_TIME) {
    response_ending_ = true;
    later_.notify(payload, phase, delay);
  } else {
    finish_response();
    if (!responses_.empty()) services_.turns.ask(*this);
  }
  return ::tlm::TLM_COMPLETED;
}

void InitiatorEnd::finish_response() {
  Transaction& transaction = *response_;
  response_ = nullptr;
  response_ending_ = false;
  close(transaction);
}

void InitiatorEnd::close(Transaction& transaction) {
  ::tlm::tlm_generic_payload& payload = *transaction.payload;
  services_.transactions.close(transaction);
  payload.release();
}

// ---- later

void InitiatorEnd::phase_due(::tlm::tlm_generic_payload& /*payload*/, const ::tlm::tlm_phase& phase) {
  if (phase == ::tlm::END_RESP) {
    finish_response();
    send_responses();
  } else if (push(*request_)) {
    finish_request();
  }
}

bool InitiatorEnd::refill() {
  while (Transaction* const taken = next_taken()) {
    if (taken == request_) finish_request();
  }
  return queue_waits();
}

}  // namespace trenza::tlm
