// A strict target of the base protocol for tests of networks: it watches the rules of IEEE 1666 (phase order, exclusion
// of requests and responses) and writes down what breaks one.
#pragma once

#include "tlm/terminals/terminals_test_support.h"

namespace trenza::tlm {

/// A memory that answers in every way that the base protocol allows, at random.
class StrictMemory : public StrictParticipant {
 public:
  tlm_utils::simple_target_socket<StrictMemory> socket{"socket"};
  SC_HAS_PROCESS(StrictMemory);

  /// `slow`: the longest delay of a step in ns.
  StrictMemory(const sc_core::sc_module_name& name, unsigned seed, unsigned slow, Faults& faults)
      : StrictParticipant(name, seed, faults), slow_(slow), bytes_(kMemoryBytes) {
    socket.register_nb_transport_fw(this, &StrictMemory::nb_transport_fw);
  }

  int accesses() const { return accesses_; }

 private:
  enum class State { open, accepted };

  ::tlm::tlm_sync_enum nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) {
    check(delay == sc_core::SC_ZERO_TIME, "a delay of the network", payload);
    if (phase == ::tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
    check(phase == ::tlm::END_RESP, "a phase that is neither BEGIN_REQ nor END_RESP", payload);
    check(response_ == &payload, "END_RESP of a response that is not open", payload);
    response_ = nullptr;
    work_.notify(payload, ::tlm::UNINITIALIZED_PHASE, sc_core::SC_ZERO_TIME);
    return dice_.once_in(2) ? ::tlm::TLM_COMPLETED : ::tlm::TLM_ACCEPTED;
  }

  ::tlm::tlm_sync_enum begin_request(Payload& payload, Phase& phase, sc_time& delay) {
    check(request_ == nullptr && sc_core::sc_time_stamp() >= request_free_, "BEGIN_REQ before END_REQ", payload);
    check(states_.emplace(&payload, State::open).second, "BEGIN_REQ of a transaction that is here", payload);
    request_ = &payload;
    switch (dice_.below(5)) {
      case 0:  // END_REQ by a call, at some time
        work_.notify(payload, ::tlm::END_REQ, ns(1 + dice_.below(slow_)));
        return ::tlm::TLM_ACCEPTED;
      case 1:  // END_REQ is left out
        work_.notify(payload, ::tlm::BEGIN_RESP, ns(1 + dice_.below(slow_)));
        return ::tlm::TLM_ACCEPTED;
      case 2:  // END_REQ with the return value
        delay = dice_.delay(slow_);
        request_free_ = sc_core::sc_time_stamp() + delay;
        end_request(payload, delay);
        phase = ::tlm::END_REQ;
        return ::tlm::TLM_UPDATED;
      case 3:  // BEGIN_RESP with the return value
        if (response_ != nullptr) {
          work_.notify(payload, ::tlm::BEGIN_RESP, ns(1 + dice_.below(slow_)));
          return ::tlm::TLM_ACCEPTED;
        }
        begin_response(payload);
        delay = dice_.delay(slow_);
        phase = ::tlm::BEGIN_RESP;
        return ::tlm::TLM_UPDATED;
      default:  // all at once
        execute(payload);
        states_.erase(&payload);
        request_ = nullptr;
        delay = dice_.delay(slow_);
        return ::tlm::TLM_COMPLETED;
    }
  }

  void work_due(Payload& payload, const Phase& phase) {
    if (phase == ::tlm::END_REQ) {
      Phase sent = phase;
      sc_time delay = dice_.delay(slow_);
      request_free_ = sc_core::sc_time_stamp() + delay;
      end_request(payload, delay);
      check(socket->nb_transport_bw(payload, sent, delay) == ::tlm::TLM_ACCEPTED, "an answer to END_REQ", payload);
      return;
    }
    if (phase == ::tlm::BEGIN_RESP) ready_.push_back(&payload);
    if (response_ != nullptr || ready_.empty()) return;
    Payload& next = *ready_.front();
    ready_.pop_front();
    begin_response(next);
    Phase sent = ::tlm::BEGIN_RESP;
    sc_time delay = dice_.delay(slow_);
    const ::tlm::tlm_sync_enum status = socket->nb_transport_bw(next, sent, delay);
    if (status == ::tlm::TLM_ACCEPTED) return;
    check(status == ::tlm::TLM_COMPLETED || sent == ::tlm::END_RESP, "an answer to BEGIN_RESP", next);
    response_ = nullptr;
    work_.notify(next, ::tlm::UNINITIALIZED_PHASE, sc_core::SC_ZERO_TIME);
  }

  void end_request(Payload& payload, const sc_time& after) {
    states_[&payload] = State::accepted;
    request_ = nullptr;
    work_.notify(payload, ::tlm::BEGIN_RESP, after + ns(1 + dice_.below(slow_)));
  }

  void begin_response(Payload& payload) {
    if (request_ == &payload) request_ = nullptr;
    execute(payload);
    check(states_.erase(&payload) == 1, "a response to nothing", payload);
    response_ = &payload;
  }

  void execute(Payload& payload) {
    ++accesses_;
    unsigned char* const place = bytes_.data() + payload.get_address();
    if (payload.get_address() + payload.get_data_length() > bytes_.size()) {
      check(false, "an address outside of the memory", payload);
    } else if (payload.is_write()) {
      std::memcpy(place, payload.get_data_ptr(), payload.get_data_length());
    } else {
      std::memcpy(payload.get_data_ptr(), place, payload.get_data_length());
    }
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
  }

  unsigned slow_;
  std::vector<unsigned char> bytes_;
  tlm_utils::peq_with_cb_and_phase<StrictMemory> work_{this, &StrictMemory::work_due};
  std::map<Payload*, State> states_;
  Payload* request_ = nullptr;
  sc_time request_free_;
  Payload* response_ = nullptr;
  std::deque<Payload*> ready_;
  int accesses_ = 0;
};

}  // namespace trenza::tlm
