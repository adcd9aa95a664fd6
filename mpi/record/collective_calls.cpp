// Collectives of one vector.
#include "mpi/record/collective_records.h"

using trenza::recorder::bytes_of;
using trenza::recorder::Call;
using trenza::recorder::Kind;
using trenza::recorder::record_barrier;
using trenza::recorder::record_bytes;
using trenza::recorder::record_reduce_scatter_block;
using trenza::recorder::record_to_each;

TRENZA_RECORDED(MPI_Barrier)(MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Barrier)(comm);
  if (call.succeeded(error)) record_barrier({comm, nullptr});
  return error;
}

TRENZA_RECORDED(MPI_Bcast)(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Bcast)(buffer, count, type, root, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::bcast, bytes_of(count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Reduce)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Reduce)(from, into, count, type, op, root, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::reduce, bytes_of(count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Allreduce)(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Allreduce)(from, into, count, type, op, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::allreduce, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Scan)(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Scan)(from, into, count, type, op, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::scan, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Exscan)(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Exscan)(from, into, count, type, op, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::scan, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Reduce_scatter)
(const void* from, void* into, const int* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Reduce_scatter)(from, into, counts, type, op, comm);
  if (call.succeeded(error)) record_to_each({comm, nullptr}, Kind::reduce_scatter, {counts, type, nullptr});
  return error;
}

TRENZA_RECORDED(MPI_Reduce_scatter_block)
(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Reduce_scatter_block)(from, into, count, type, op, comm);
  if (call.succeeded(error)) record_reduce_scatter_block({comm, nullptr}, count, type);
  return error;
}
