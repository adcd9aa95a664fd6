// Receives, both at once, and looks for messages.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::Communicator;
using trenza::recorder::Event;
using trenza::recorder::Kind;
using trenza::recorder::MessageEvent;
using trenza::recorder::record_receive;
using trenza::recorder::record_received;
using trenza::recorder::record_send;
using trenza::recorder::recorder;
using trenza::recorder::Request;
using trenza::recorder::Statuses;

namespace {

/// Both directions go on at the same time: they are non-blocking operations that end with the call.
void record_exchange(const MessageEvent& receive, const MessageEvent& send, const MPI_Status& status) {
  std::int64_t received = Request::kNone;
  std::int64_t sent = Request::kNone;
  if (receive.exists()) received = recorder().add_open(receive.event);
  if (send.exists()) sent = recorder().add_open(send.event);
  if (received != Request::kNone) {
    Event known;
    recorder().fill(known, *receive.communicator, status);
    recorder().ended(received, known);
  }
  if (sent != Request::kNone) recorder().ended(sent, {});
}

/// A message that is taken out of the others is a receive that is posted now and ends with MPI_Mrecv or MPI_Imrecv.
void record_match(int from, int tag, MPI_Comm comm, MPI_Message message, const MPI_Status& status) {
  if (message == MPI_MESSAGE_NO_PROC) return;
  MessageEvent taken(Kind::receive, 0, MPI_BYTE, from, tag, comm);
  if (!taken.exists()) return;
  recorder().fill(taken.event, *taken.communicator, status);
  recorder().matched().emplace(message, recorder().add_open(taken.event));
}

/// Its number, or Request::kNone.
std::int64_t take_match(MPI_Message message) {
  auto& matched = recorder().matched();
  const auto found = matched.lower_bound(message);
  if (found == matched.end() || found->first != message) return Request::kNone;
  const std::int64_t operation = found->second;
  matched.erase(found);
  return operation;
}

}  // namespace

TRENZA_RECORDED(MPI_Recv)
(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  const Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Recv)(buffer, count, type, from, tag, comm, statuses.data());
  if (call.succeeded(error)) record_received(from, tag, comm, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Irecv)
(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Irecv)(buffer, count, type, from, tag, comm, request);
  if (call.succeeded(error)) record_receive(count, type, from, tag, comm, request);
  return error;
}

TRENZA_RECORDED(MPI_Sendrecv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, int to, int send_tag, void* buffer, int count,
 MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  const Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Sendrecv)(send_buffer, send_count, send_type, to, send_tag, buffer, count, type,
                                             from, tag, comm, statuses.data());
  if (call.succeeded(error))
    record_exchange({Kind::receive, count, type, from, tag, comm},
                    {Kind::send, send_count, send_type, to, send_tag, comm}, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Sendrecv_replace)
(void* buffer, int count, MPI_Datatype type, int to, int send_tag, int from, int tag, MPI_Comm comm,
 MPI_Status* status) {
  const Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error =
      TRENZA_MPI(MPI_Sendrecv_replace)(buffer, count, type, to, send_tag, from, tag, comm, statuses.data());
  if (call.succeeded(error))
    record_exchange({Kind::receive, count, type, from, tag, comm}, {Kind::send, count, type, to, send_tag, comm},
                    statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Probe)(int from, int tag, MPI_Comm comm, MPI_Status* status) {
  const Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Probe)(from, tag, comm, statuses.data());
  if (call.succeeded(error)) recorder().probed(from, tag, comm, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Iprobe)(int from, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Iprobe)(from, tag, comm, flag, statuses.data());
  if (error == MPI_SUCCESS && *flag == 0) call.nothing_yet();
  if (call.succeeded(error) && *flag != 0) recorder().probed(from, tag, comm, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Mprobe)(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  const Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Mprobe)(from, tag, comm, message, statuses.data());
  if (call.succeeded(error)) record_match(from, tag, comm, *message, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Improbe)
(int from, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  Call call;
  Statuses statuses(status, MPI_STATUS_IGNORE, 1);
  const int error = TRENZA_MPI(MPI_Improbe)(from, tag, comm, flag, message, statuses.data());
  if (error == MPI_SUCCESS && *flag == 0) call.nothing_yet();
  if (call.succeeded(error) && *flag != 0) record_match(from, tag, comm, *message, statuses[0]);
  return error;
}

TRENZA_RECORDED(MPI_Mrecv)(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  const Call call;
  const MPI_Message taken = *message;
  const int error = TRENZA_MPI(MPI_Mrecv)(buffer, count, type, message, status);
  if (!call.succeeded(error)) return error;
  const std::int64_t operation = take_match(taken);
  if (operation != Request::kNone) recorder().ended(operation, {});
  return error;
}

TRENZA_RECORDED(MPI_Imrecv)
(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  const Call call;
  const MPI_Message taken = *message;
  const int error = TRENZA_MPI(MPI_Imrecv)(buffer, count, type, message, request);
  if (!call.succeeded(error)) return error;
  Request held;
  held.operation = take_match(taken);
  recorder().hold(*request, held);
  return error;
}
