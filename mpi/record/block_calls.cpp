// Collectives of a block for each rank.
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

TRENZA_RECORDED(MPI_Gather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type, int root,
 MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Gather)(send_buffer, send_count, send_type, buffer, count, type, root, comm);
  if (call.succeeded(error))
    record_rooted({comm, nullptr}, Kind::gather, own_block(send_buffer, send_count, send_type),
                  block_of_root(root, comm, count, type), root);
  return error;
}

TRENZA_RECORDED(MPI_Scatter)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type, int root,
 MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Scatter)(send_buffer, send_count, send_type, buffer, count, type, root, comm);
  if (call.succeeded(error))
    record_rooted({comm, nullptr}, Kind::scatter, own_block(buffer, count, type),
                  block_of_root(root, comm, send_count, send_type), root);
  return error;
}

TRENZA_RECORDED(MPI_Allgather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Allgather)(send_buffer, send_count, send_type, buffer, count, type, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::allgather, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Alltoall)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Alltoall)(send_buffer, send_count, send_type, buffer, count, type, comm);
  if (call.succeeded(error)) record_bytes({comm, nullptr}, Kind::alltoall, bytes_of(count, type), 0);
  return error;
}

TRENZA_RECORDED(MPI_Gatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, int root, MPI_Comm comm) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Gatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, root, comm);
  if (call.succeeded(error)) record_gatherv({comm, nullptr}, send_buffer, send_count, send_type, root);
  return error;
}

TRENZA_RECORDED(MPI_Scatterv)
(const void* send_buffer, const int* send_counts, const int* places, MPI_Datatype send_type, void* buffer, int count,
 MPI_Datatype type, int root, MPI_Comm comm) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Scatterv)(send_buffer, send_counts, places, send_type, buffer, count, type, root, comm);
  if (call.succeeded(error)) record_scatterv({comm, nullptr}, send_counts, send_type, root);
  return error;
}

TRENZA_RECORDED(MPI_Allgatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, MPI_Comm comm) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Allgatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, comm);
  if (call.succeeded(error)) record_allgatherv({comm, nullptr}, counts, type);
  return error;
}

TRENZA_RECORDED(MPI_Alltoallv)
(const void* send_buffer, const int* send_counts, const int* send_places, MPI_Datatype send_type, void* buffer,
 const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Alltoallv)(send_buffer, send_counts, send_places, send_type, buffer, counts, places, type, comm);
  if (call.succeeded(error))
    record_to_each({comm, nullptr}, Kind::alltoallv,
                   blocks_sent(send_buffer, {send_counts, send_type, nullptr}, {counts, type, nullptr}));
  return error;
}

TRENZA_RECORDED(MPI_Alltoallw)
(const void* send_buffer, const int* send_counts, const int* send_places, const MPI_Datatype* send_types, void* buffer,
 const int* counts, const int* places, const MPI_Datatype* types, MPI_Comm comm) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Alltoallw)(send_buffer, send_counts, send_places, send_types, buffer, counts, places, types, comm);
  if (call.succeeded(error))
    record_to_each({comm, nullptr}, Kind::alltoallv,
                   blocks_sent(send_buffer, {send_counts, MPI_BYTE, send_types}, {counts, MPI_BYTE, types}));
  return error;
}
