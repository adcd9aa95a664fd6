// Persistent requests.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::Kind;
using trenza::recorder::MessageEvent;
using trenza::recorder::recorder;
using trenza::recorder::Request;

namespace {

void hold(Kind kind, MPI_Count count, MPI_Datatype type, int partner, int tag, MPI_Comm comm, MPI_Request request) {
  const MessageEvent message(kind, count, type, partner, tag, comm);
  Request held;
  held.persistent = true;
  held.start = message.event;
  if (kind == Kind::receive) held.received = message.communicator;
  recorder().hold(request, held);
}

}  // namespace

TRENZA_RECORDED(MPI_Send_init)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Send_init)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) hold(Kind::send, count, type, to, tag, comm, *request);
  return error;
}

TRENZA_RECORDED(MPI_Ssend_init)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ssend_init)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) hold(Kind::send, count, type, to, tag, comm, *request);
  return error;
}

TRENZA_RECORDED(MPI_Rsend_init)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Rsend_init)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) hold(Kind::send, count, type, to, tag, comm, *request);
  return error;
}

TRENZA_RECORDED(MPI_Bsend_init)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Bsend_init)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) hold(Kind::send, count, type, to, tag, comm, *request);
  return error;
}

TRENZA_RECORDED(MPI_Recv_init)
(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Recv_init)(buffer, count, type, from, tag, comm, request);
  if (call.succeeded(error)) hold(Kind::receive, count, type, from, tag, comm, *request);
  return error;
}

TRENZA_RECORDED(MPI_Start)(MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Start)(request);
  if (call.succeeded(error)) recorder().start(*request);
  return error;
}

TRENZA_RECORDED(MPI_Startall)(int count, MPI_Request* requests) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Startall)(count, requests);
  for (int i = 0; call.succeeded(error) && i < count; ++i) recorder().start(requests[i]);
  return error;
}
