// The end of a terminal at which a target is attached: behind the initiator socket of a node.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>

#include <deque>
#include <vector>

#include "tlm/terminals/terminal_end.h"

namespace trenza::tlm {

/// The base protocol towards a target.
///
///  - BEGIN_REQ when the last flit of the request is ejected, unless the request before has not seen END_REQ (or what
///    implies it: BEGIN_RESP of the same transaction, TLM_COMPLETED). Requests wait here, without bound; responses
///    flow, because they are of another class.
///  - BEGIN_RESP (a call, or the return value of BEGIN_REQ) sends the response. END_RESP comes when the injection queue
///    has taken its last packet: as the return value of the call if that is at once.
///  - TLM_COMPLETED as the answer to BEGIN_REQ is a response that needs no END_RESP; no more requests are presented
///    until the injection queue has taken it.
///  - Annotated delays count: the phase takes place then.
class TargetEnd : public TerminalEnd {
 public:
  TargetEnd(const TerminalServices& services, NodeId node);

  /// `target` must outlive the end.
  void bind(::tlm::tlm_fw_transport_if<>& target) { target_ = &target; }
  bool bound() const { return target_ != nullptr; }
  ::tlm::tlm_fw_transport_if<>& target() const { return *target_; }

  ::tlm::tlm_sync_enum nb_transport_bw(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);

  /// A request for this end is whole.
  void received(Transaction& transaction);

  void proceed() override { send_requests(); }
  bool refill() override;

 private:
  void send_requests();
  void take_answer(Transaction& transaction, const ::tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  ::tlm::tlm_sync_enum end_request(const ::tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  void finish_request();
  bool begin_response(Transaction& transaction);
  void end_response(Transaction& transaction);
  void phase_due(::tlm::tlm_generic_payload& payload, const ::tlm::tlm_phase& phase);
  Transaction* presented(const ::tlm::tlm_generic_payload& payload) const;

  ::tlm::tlm_fw_transport_if<>* target_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<TargetEnd> later_;
  std::deque<Transaction*> requests_;    ///< whole, not presented
  std::vector<Transaction*> presented_;  ///< BEGIN_REQ sent, BEGIN_RESP not due; oldest first
  Transaction* request_ = nullptr;       ///< BEGIN_REQ sent, END_REQ not due
  bool request_ending_ = false;          ///< END_REQ seen, not due
  Transaction* response_ = nullptr;      ///< BEGIN_RESP seen, not taken by the injection queue
  Transaction* early_ = nullptr;         ///< TLM_COMPLETED seen, not taken by the injection queue
};

}  // namespace trenza::tlm
