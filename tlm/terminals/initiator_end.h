// The end of a terminal at which an initiator is attached: behind the target socket of a node.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>

#include <deque>
#include <functional>
#include <optional>

#include "tlm/terminals/terminal_end.h"

namespace trenza::tlm {

/// The destination of a transaction.
struct Route {
  NodeId destination = -1;
  std::uint64_t target_address = 0;
};
/// Empty: no target answers for the address.
using RouteFinder = std::function<std::optional<Route>(const ::tlm::tlm_generic_payload&)>;

/// The base protocol towards an initiator, and b_transport.
///
///  - BEGIN_REQ: the network acquires the payload. END_REQ comes when the injection queue has taken the last packet of
///    the request: as the return value (TLM_UPDATED) if that is at once, else by nb_transport_bw.
///  - BEGIN_RESP comes when the last flit of the response is ejected, unless the response before has not seen END_RESP.
///    END_RESP (a call, or the return value of BEGIN_RESP, or TLM_COMPLETED there) releases the payload.
///  - Annotated delays of BEGIN_REQ and END_RESP count: the phase takes place then.
class InitiatorEnd : public TerminalEnd {
 public:
  InitiatorEnd(const TerminalServices& services, NodeId node, const RouteFinder& routes);

  /// `initiator` must outlive the end.
  void bind(::tlm::tlm_bw_transport_if<>& initiator) { initiator_ = &initiator; }

  ::tlm::tlm_sync_enum nb_transport_fw(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay);
  /// Waits, so that it needs a thread: first for `delay`, then for the response.
  void b_transport(::tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  /// The response of a transaction of this end is whole.
  void received(Transaction& transaction);

  void proceed() override { send_responses(); }
  bool refill() override;

 private:
  ::tlm::tlm_sync_enum begin_request(::tlm::tlm_generic_payload& payload, ::tlm::tlm_phase& phase,
                                     const sc_core::sc_time& delay);
  ::tlm::tlm_sync_enum end_response(::tlm::tlm_generic_payload& payload, const ::tlm::tlm_phase& phase,
                                    const sc_core::sc_time& delay);
  void phase_due(::tlm::tlm_generic_payload& payload, const ::tlm::tlm_phase& phase);
  std::optional<Route> route(::tlm::tlm_generic_payload& payload);
  Transaction& open(::tlm::tlm_generic_payload& payload, const Route& route);
  void close(Transaction& transaction);
  void finish_request();
  void finish_response();
  void send_responses();

  const RouteFinder& routes_;
  ::tlm::tlm_bw_transport_if<>* initiator_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<InitiatorEnd> later_;
  Transaction* request_ = nullptr;   ///< BEGIN_REQ seen, END_REQ not sent
  Transaction* response_ = nullptr;  ///< BEGIN_RESP sent, END_RESP not seen or not due
  bool response_ending_ = false;     ///< END_RESP seen, not due
  std::deque<Transaction*> responses_;
};

}  // namespace trenza::tlm
