// Non-blocking collectives of a block for each rank.
#include "mpi/record/collective_records.h"

using trenza::recorder::block_of_root;
using trenza::recorder::Blocks;
using trenza::recorder::blocks_sent;
using trenza::recorder::bytes_of;
using trenza::recorder::Call;
using trenza::recorder::Kind;
using trenza::recorder::own_block;
using trenza::recorder::record_allgatherv;
using trenza::recorder::record_bytes;
using trenza::recorder::record_gatherv;
using trenza::recorder::record_rooted;
using trenza::recorder::record_scatterv;
using trenza::recorder::record_to_each;

TRENZA_RECORDED(MPI_Igather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type, int root,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Igather)(send_buffer, send_count, send_type, buffer, count, type, root, comm, request);
  if (call.succeeded(error))
    record_rooted({comm, request}, Kind::gather, own_block(send_buffer, send_count, send_type),
                  block_of_root(root, comm, count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Iscatter)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type, int root,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Iscatter)(send_buffer, send_count, send_type, buffer, count, type, root, comm, request);
  if (call.succeeded(error))
    record_rooted({comm, request}, Kind::scatter, own_block(buffer, count, type),
                  block_of_root(root, comm, send_count, send_type), root);
  return error;
}

TRENZA_RECORDED(MPI_Iallgather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Iallgather)(send_buffer, send_count, send_type, buffer, count, type, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::allgather, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Ialltoall)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ialltoall)(send_buffer, send_count, send_type, buffer, count, type, comm, request);
  if (call.succeeded(error)) record_bytes({comm, request}, Kind::alltoall, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Igatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Igatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, root, comm, request);
  if (call.succeeded(error)) record_gatherv({comm, request}, send_buffer, send_count, send_type, root);
  return error;
}

TRENZA_RECORDED(MPI_Iscatterv)
(const void* send_buffer, const int* send_counts, const int* places, MPI_Datatype send_type, void* buffer, int count,
 MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Iscatterv)(send_buffer, send_counts, places, send_type, buffer, count, type, root, comm, request);
  if (call.succeeded(error)) record_scatterv({comm, request}, send_counts, send_type, root);
  return error;
}

TRENZA_RECORDED(MPI_Iallgatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Iallgatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, comm, request);
  if (call.succeeded(error)) record_allgatherv({comm, request}, counts, type);
  return error;
}

TRENZA_RECORDED(MPI_Ialltoallv)
(const void* send_buffer, const int* send_counts, const int* send_places, MPI_Datatype send_type, void* buffer,
 const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ialltoallv)(send_buffer, send_counts, send_places, send_type, buffer, counts, places,
                                               type, comm, request);
  if (call.succeeded(error))
    record_to_each({comm, request}, Kind::alltoallv,
                   blocks_sent(send_buffer, {send_counts, send_type, nullptr}, {counts, type, nullptr}));
  return error;
}

TRENZA_RECORDED(MPI_Ialltoallw)
(const void* send_buffer, const int* send_counts, const int* send_places, const MPI_Datatype* send_types, void* buffer,
 const int* counts, const int* places, const MPI_Datatype* types, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Ialltoallw)(send_buffer, send_counts, send_places, send_types, buffer, counts,
                                               places, types, comm, request);
  if (call.succeeded(error))
    record_to_each({comm, request}, Kind::alltoallv,
                   blocks_sent(send_buffer, {send_counts, MPI_BYTE, send_types}, {counts, MPI_BYTE, types}));
  return error;
}
