// What is not recorded: one-sided operations and collectives of neighbours. The program ends with a message.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::recorder;

namespace {

void refuse(const Call& call, const char* name) {
  if (call.seen())
    recorder().refuse(std::string(name) +
                      " is not recorded; expected sends, receives and collectives of communicators");
}

}  // namespace

TRENZA_RECORDED(MPI_Put)
(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Put");
  return TRENZA_MPI(MPI_Put)(from, count, type, target, place, target_count, target_type, window);
}

TRENZA_RECORDED(MPI_Get)
(void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Get");
  return TRENZA_MPI(MPI_Get)(from, count, type, target, place, target_count, target_type, window);
}

TRENZA_RECORDED(MPI_Accumulate)
(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Op op, MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Accumulate");
  return TRENZA_MPI(MPI_Accumulate)(from, count, type, target, place, target_count, target_type, op, window);
}

TRENZA_RECORDED(MPI_Rput)
(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Win window, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Rput");
  return TRENZA_MPI(MPI_Rput)(from, count, type, target, place, target_count, target_type, window, request);
}

TRENZA_RECORDED(MPI_Rget)
(void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Win window, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Rget");
  return TRENZA_MPI(MPI_Rget)(from, count, type, target, place, target_count, target_type, window, request);
}

TRENZA_RECORDED(MPI_Raccumulate)
(const void* from, int count, MPI_Datatype type, int target, MPI_Aint place, int target_count, MPI_Datatype target_type,
 MPI_Op op, MPI_Win window, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Raccumulate");
  return TRENZA_MPI(MPI_Raccumulate)(from, count, type, target, place, target_count, target_type, op, window, request);
}

TRENZA_RECORDED(MPI_Get_accumulate)
(const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type, int target,
 MPI_Aint place, int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Get_accumulate");
  return TRENZA_MPI(MPI_Get_accumulate)(from, count, type, into, into_count, into_type, target, place, target_count,
                                        target_type, op, window);
}

TRENZA_RECORDED(MPI_Rget_accumulate)
(const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type, int target,
 MPI_Aint place, int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Rget_accumulate");
  return TRENZA_MPI(MPI_Rget_accumulate)(from, count, type, into, into_count, into_type, target, place, target_count,
                                         target_type, op, window, request);
}

TRENZA_RECORDED(MPI_Fetch_and_op)
(const void* from, void* into, MPI_Datatype type, int target, MPI_Aint place, MPI_Op op, MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Fetch_and_op");
  return TRENZA_MPI(MPI_Fetch_and_op)(from, into, type, target, place, op, window);
}

TRENZA_RECORDED(MPI_Compare_and_swap)
(const void* from, const void* compare, void* into, MPI_Datatype type, int target, MPI_Aint place, MPI_Win window) {
  const Call call;
  refuse(call, "MPI_Compare_and_swap");
  return TRENZA_MPI(MPI_Compare_and_swap)(from, compare, into, type, target, place, window);
}

TRENZA_RECORDED(MPI_Neighbor_allgather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm) {
  const Call call;
  refuse(call, "MPI_Neighbor_allgather");
  return TRENZA_MPI(MPI_Neighbor_allgather)(send_buffer, send_count, send_type, buffer, count, type, comm);
}

TRENZA_RECORDED(MPI_Ineighbor_allgather)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Ineighbor_allgather");
  return TRENZA_MPI(MPI_Ineighbor_allgather)(send_buffer, send_count, send_type, buffer, count, type, comm, request);
}

TRENZA_RECORDED(MPI_Neighbor_alltoall)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm) {
  const Call call;
  refuse(call, "MPI_Neighbor_alltoall");
  return TRENZA_MPI(MPI_Neighbor_alltoall)(send_buffer, send_count, send_type, buffer, count, type, comm);
}

TRENZA_RECORDED(MPI_Ineighbor_alltoall)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, int count, MPI_Datatype type,
 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Ineighbor_alltoall");
  return TRENZA_MPI(MPI_Ineighbor_alltoall)(send_buffer, send_count, send_type, buffer, count, type, comm, request);
}

TRENZA_RECORDED(MPI_Neighbor_allgatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, MPI_Comm comm) {
  const Call call;
  refuse(call, "MPI_Neighbor_allgatherv");
  return TRENZA_MPI(MPI_Neighbor_allgatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, comm);
}

TRENZA_RECORDED(MPI_Ineighbor_allgatherv)
(const void* send_buffer, int send_count, MPI_Datatype send_type, void* buffer, const int* counts, const int* places,
 MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Ineighbor_allgatherv");
  return TRENZA_MPI(MPI_Ineighbor_allgatherv)(send_buffer, send_count, send_type, buffer, counts, places, type, comm,
                                              request);
}

TRENZA_RECORDED(MPI_Neighbor_alltoallv)
(const void* send_buffer, const int* send_counts, const int* send_places, MPI_Datatype send_type, void* buffer,
 const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm) {
  const Call call;
  refuse(call, "MPI_Neighbor_alltoallv");
  return TRENZA_MPI(MPI_Neighbor_alltoallv)(send_buffer, send_counts, send_places, send_type, buffer, counts, places,
                                            type, comm);
}

TRENZA_RECORDED(MPI_Ineighbor_alltoallv)
(const void* send_buffer, const int* send_counts, const int* send_places, MPI_Datatype send_type, void* buffer,
 const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Ineighbor_alltoallv");
  return TRENZA_MPI(MPI_Ineighbor_alltoallv)(send_buffer, send_counts, send_places, send_type, buffer, counts, places,
                                             type, comm, request);
}

TRENZA_RECORDED(MPI_Neighbor_alltoallw)
(const void* send_buffer, const int* send_counts, const MPI_Aint* send_places, const MPI_Datatype* send_types,
 void* buffer, const int* counts, const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm) {
  const Call call;
  refuse(call, "MPI_Neighbor_alltoallw");
  return TRENZA_MPI(MPI_Neighbor_alltoallw)(send_buffer, send_counts, send_places, send_types, buffer, counts, places,
                                            types, comm);
}

TRENZA_RECORDED(MPI_Ineighbor_alltoallw)
(const void* send_buffer, const int* send_counts, const MPI_Aint* send_places, const MPI_Datatype* send_types,
 void* buffer, const int* counts, const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm,
 MPI_Request* request) {
  const Call call;
  refuse(call, "MPI_Ineighbor_alltoallw");
  return TRENZA_MPI(MPI_Ineighbor_alltoallw)(send_buffer, send_counts, send_places, send_types, buffer, counts, places,
                                             types, comm, request);
}
