// A loosely timed (LT) initiator: a thread that calls b_transport, as a processor model does.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <systemc>
#include <tlm>

#include "access_list.h"

namespace platform {

class BlockingInitiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<BlockingInitiator> socket{"socket"};
  SC_HAS_PROCESS(BlockingInitiator);

  BlockingInitiator(const sc_core::sc_module_name& name, const AccessList& accesses, std::uint64_t transactions);

  Tally tally() const;

 private:
  void run();

  AccessList accesses_;
  std::uint64_t left_;
  Tally tally_;
};

}  // namespace platform
