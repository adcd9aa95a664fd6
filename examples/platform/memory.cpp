#include "memory.h"

#include <cstring>

namespace platform {

Memory::Memory(const sc_core::sc_module_name& name, std::uint64_t bytes, const sc_core::sc_time& access_time)
    : sc_module(name), bytes_(bytes), access_time_(access_time) {
  socket.register_nb_transport_fw(this, &Memory::nb_transport_fw);
  socket.register_transport_dbg(this, &Memory::transport_dbg);
  SC_METHOD(end_access);
  sensitive << done_;
  dont_initialize();
  SC_METHOD(go_on);
  sensitive << served_;
  dont_initialize();
}

tlm::tlm_sync_enum Memory::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time& /*delay: the network annotates none*/) {
  if (phase == tlm::END_RESP) {
    responding_ = false;
    served_.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  if (accepted_.size() == kAccepted) {
    waiting_ = &payload;
    ++delayed_end_requests_;
    return tlm::TLM_ACCEPTED;
  }
  accepted_.push_back(&payload);
  if (accepted_.size() == 1 && !responding_) begin_access();
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void Memory::begin_access() { done_.notify(access_time_); }

void Memory::end_access() {
  tlm::tlm_generic_payload& payload = *accepted_.front();
  accepted_.pop_front();
  ++accesses_;
  payload.set_response_status(copy(payload) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  responding_ = true;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
  payload.release();
  if (status != tlm::TLM_ACCEPTED) {  // END_RESP has come with the answer
    responding_ = false;
    go_on();
  }
}

/// The next access, and room for one more request.
void Memory::go_on() {
  if (waiting_ != nullptr) {
    tlm::tlm_generic_payload& payload = *waiting_;
    waiting_ = nullptr;
    accepted_.push_back(&payload);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, phase, delay);
  }
  if (!accepted_.empty()) begin_access();
}

bool Memory::copy(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  if (address > bytes_.size() || length > bytes_.size() - address) return false;
  unsigned char* const place = bytes_.data() + address;
  if (payload.is_write()) std::memcpy(place, payload.get_data_ptr(), length);
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), place, length);
  return true;
}

unsigned Memory::transport_dbg(tlm::tlm_generic_payload& payload) {
  return copy(payload) ? payload.get_data_length() : 0;
}

}  // namespace platform
