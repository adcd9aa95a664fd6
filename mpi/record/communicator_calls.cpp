// What makes communicators, and what frees them.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::Creation;
using trenza::recorder::recorder;

TRENZA_RECORDED(MPI_Comm_dup)(MPI_Comm comm, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_dup)(comm, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_dup_with_info)(MPI_Comm comm, MPI_Info info, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_dup_with_info)(comm, info, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_idup)(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_idup)(comm, made, request);
  if (call.succeeded(error)) recorder().duplicating(comm, made, *request);
  return error;
}

TRENZA_RECORDED(MPI_Comm_split)(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_split)(comm, color, key, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_split_type)(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_split_type)(comm, type, key, info, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_create)(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_create)(comm, group, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_create_group)(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Comm_create_group)(comm, group, tag, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::group, tag);
  return error;
}

TRENZA_RECORDED(MPI_Intercomm_merge)(MPI_Comm comm, int high, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Intercomm_merge)(comm, high, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::merged, 0);
  return error;
}

TRENZA_RECORDED(MPI_Cart_create)
(MPI_Comm comm, int dimensions, const int* sizes, const int* periods, int reorder, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Cart_create)(comm, dimensions, sizes, periods, reorder, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Cart_sub)(MPI_Comm comm, const int* kept, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Cart_sub)(comm, kept, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Graph_create)
(MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Graph_create)(comm, nodes, index, edges, reorder, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Dist_graph_create)
(MPI_Comm comm, int count, const int* nodes, const int* degrees, const int* targets, const int* weights, MPI_Info info,
 int reorder, MPI_Comm* made) {
  const Call call;
  const int error =
      TRENZA_MPI(MPI_Dist_graph_create)(comm, count, nodes, degrees, targets, weights, info, reorder, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Dist_graph_create_adjacent)
(MPI_Comm comm, int indegree, const int* sources, const int* source_weights, int outdegree, const int* destinations,
 const int* destination_weights, MPI_Info info, int reorder, MPI_Comm* made) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Dist_graph_create_adjacent)(comm, indegree, sources, source_weights, outdegree,
                                                               destinations, destination_weights, info, reorder, made);
  if (call.succeeded(error)) recorder().created(comm, *made, Creation::collective, 0);
  return error;
}

TRENZA_RECORDED(MPI_Comm_free)(MPI_Comm* comm) {
  const Call call;
  const MPI_Comm handle = *comm;
  const int error = TRENZA_MPI(MPI_Comm_free)(comm);
  if (call.succeeded(error)) recorder().freed(handle);
  return error;
}

TRENZA_RECORDED(MPI_Comm_disconnect)(MPI_Comm* comm) {
  const Call call;
  const MPI_Comm handle = *comm;
  const int error = TRENZA_MPI(MPI_Comm_disconnect)(comm);
  if (call.succeeded(error)) recorder().freed(handle);
  return error;
}
