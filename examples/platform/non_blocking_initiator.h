// An approximately timed (AT) initiator: several transactions are under way at a time.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "access_list.h"

namespace platform {

class NonBlockingInitiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<NonBlockingInitiator> socket{"socket"};
  SC_HAS_PROCESS(NonBlockingInitiator);

  NonBlockingInitiator(const sc_core::sc_module_name& name, const AccessList& accesses, std::uint64_t transactions);

  /// What has been counted; transactions without response are among the faults.
  Tally tally() const;

 private:
  static constexpr std::size_t kOutstanding = 8;
  struct UnderWay {
    unsigned slot = 0;
    sc_core::sc_time begin;
  };
  struct Item {  // a payload and its data
    explicit Item(tlm::tlm_mm_interface* manager) : payload(manager) { payload.set_data_ptr(data); }
    tlm::tlm_generic_payload payload;
    unsigned char data[kSlotBytes] = {};
  };

  void issue();
  void end_request();
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void finish(tlm::tlm_generic_payload& payload);
  tlm::tlm_generic_payload& allocate();
  void free(tlm::tlm_generic_payload* payload) override { free_.push_back(payload); }

  AccessList accesses_;
  std::uint64_t left_;
  Tally tally_;
  sc_core::sc_event next_{"next"};
  tlm::tlm_generic_payload* request_ = nullptr;  ///< BEGIN_REQ sent, END_REQ not seen
  std::unordered_map<const tlm::tlm_generic_payload*, UnderWay> under_way_;
  std::vector<std::unique_ptr<Item>> pool_;
  std::vector<tlm::tlm_generic_payload*> free_;
};

}  // namespace platform
