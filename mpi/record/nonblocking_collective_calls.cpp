// Non-blocking collectives of one vector.
#include "mpi/record/collective_records.h"

using trenza::recorder::bytes_of;
using trenza::recorder::Call;
using trenza::recorder::Kind;
using trenza::recorder::record_barrier;
using trenza::recorder::record_bytes;
using trenza::recorder::record_reduce_scatter_block;
using trenza::recorder::record_to_each;

TRENZA_RECORDED(MPI_Ibarrier)(MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ibarrier)(comm, request);
  if (call.succeeded(error)) record_barrier({comm, request});
  return error;
}

TRENZA_RECORDED(MPI_Ibcast)(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ibcast)(buffer, count, type, root, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::bcast, bytes_of(count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Ireduce)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ireduce)(from, into, count, type, op, root, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::reduce, bytes_of(count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Iallreduce)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Iallreduce)(from, into, count, type, op, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::allreduce, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Iscan)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Iscan)(from, into, count, type, op, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::scan, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Iexscan)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Iexscan)(from, into, count, type, op, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::scan, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Ireduce_scatter)
(const void* from, void* into, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ireduce_scatter)(from, into, counts, type, op, comm, request);
  if (call.succeeded(error)) record_to_each({comm, request}, Kind::reduce_scatter, {counts, type, nullptr});
  return error;
}

TRENZA_RECORDED(MPI_Ireduce_scatter_block)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ireduce_scatter_block)(from, into, count, type, op, comm, request);
  if (call.succeeded(error)) record_reduce_scatter_block({comm, request}, count, type);
  return error;
}
