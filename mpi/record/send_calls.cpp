// Sends.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::record_buffered_send;
using trenza::recorder::record_send;

TRENZA_RECORDED(MPI_Send)(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Send)(buffer, count, type, to, tag, comm);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, nullptr);
  return error;
}

TRENZA_RECORDED(MPI_Ssend)(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ssend)(buffer, count, type, to, tag, comm);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, nullptr);
  return error;
}

TRENZA_RECORDED(MPI_Rsend)(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Rsend)(buffer, count, type, to, tag, comm);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, nullptr);
  return error;
}

TRENZA_RECORDED(MPI_Bsend)(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Bsend)(buffer, count, type, to, tag, comm);
  if (call.succeeded(error)) record_buffered_send(count, type, to, tag, comm);
  return error;
}

TRENZA_RECORDED(MPI_Isend)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Isend)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, request);
  return error;
}

TRENZA_RECORDED(MPI_Issend)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Issend)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, request);
  return error;
}

TRENZA_RECORDED(MPI_Irsend)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Irsend)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, request);
  return error;
}

TRENZA_RECORDED(MPI_Ibsend)
(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ibsend)(buffer, count, type, to, tag, comm, request);
  if (call.succeeded(error)) record_send(count, type, to, tag, comm, request);
  return error;
}
