// A memory: an AT target that serves one access at a time and accepts a few ahead.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <deque>
#include <systemc>
#include <tlm>
#include <vector>

namespace platform {

class Memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  SC_HAS_PROCESS(Memory);

  Memory(const sc_core::sc_module_name& name, std::uint64_t bytes, const sc_core::sc_time& access_time);

  std::uint64_t accesses() const { return accesses_; }
  /// Requests that had to wait for END_REQ.
  std::uint64_t delayed_end_requests() const { return delayed_end_requests_; }

 private:
  static constexpr std::size_t kAccepted = 2;

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void begin_access();
  void end_access();
  void go_on();
  bool copy(tlm::tlm_generic_payload& payload);

  std::vector<unsigned char> bytes_;
  sc_core::sc_time access_time_;
  sc_core::sc_event done_{"done"};
  sc_core::sc_event served_{"served"};
  std::deque<tlm::tlm_generic_payload*> accepted_;  ///< the first one is being served
  tlm::tlm_generic_payload* waiting_ = nullptr;     ///< BEGIN_REQ seen, END_REQ not sent
  bool responding_ = false;                         ///< BEGIN_RESP sent, END_RESP not seen
  std::uint64_t accesses_ = 0;
  std::uint64_t delayed_end_requests_ = 0;
};

}  // namespace platform
