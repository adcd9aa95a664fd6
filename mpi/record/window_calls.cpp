// What waits for other ranks without an operation that is recorded: it is no computation. Transfers: refused_calls.cpp.
#include "mpi/record/call.h"

using trenza::recorder::Call;

TRENZA_RECORDED(MPI_Intercomm_create)
(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader, int tag, MPI_Comm* made) {
  const Call call;
  return TRENZA_MPI(MPI_Intercomm_create)(local_comm, local_leader, bridge_comm, remote_leader, tag, made);
}

TRENZA_RECORDED(MPI_Win_allocate)
(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_allocate)(size, disp_unit, info, comm, baseptr, win);
}

TRENZA_RECORDED(MPI_Win_allocate_shared)
(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_allocate_shared)(size, disp_unit, info, comm, baseptr, win);
}

TRENZA_RECORDED(MPI_Win_complete)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_complete)(win);
}

TRENZA_RECORDED(MPI_Win_create)(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_create)(base, size, disp_unit, info, comm, win);
}

TRENZA_RECORDED(MPI_Win_create_dynamic)(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_create_dynamic)(info, comm, win);
}

TRENZA_RECORDED(MPI_Win_fence)(int assert, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_fence)(assert, win);
}

TRENZA_RECORDED(MPI_Win_flush)(int rank, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_flush)(rank, win);
}

TRENZA_RECORDED(MPI_Win_flush_all)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_flush_all)(win);
}

TRENZA_RECORDED(MPI_Win_flush_local)(int rank, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_flush_local)(rank, win);
}

TRENZA_RECORDED(MPI_Win_flush_local_all)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_flush_local_all)(win);
}

TRENZA_RECORDED(MPI_Win_free)(MPI_Win* win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_free)(win);
}

TRENZA_RECORDED(MPI_Win_lock)(int lock_type, int rank, int assert, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_lock)(lock_type, rank, assert, win);
}

TRENZA_RECORDED(MPI_Win_lock_all)(int assert, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_lock_all)(assert, win);
}

TRENZA_RECORDED(MPI_Win_post)(MPI_Group group, int assert, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_post)(group, assert, win);
}

TRENZA_RECORDED(MPI_Win_start)(MPI_Group group, int assert, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_start)(group, assert, win);
}

TRENZA_RECORDED(MPI_Win_sync)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_sync)(win);
}

TRENZA_RECORDED(MPI_Win_test)(MPI_Win win, int* flag) {
  const Call call;
  return TRENZA_MPI(MPI_Win_test)(win, flag);
}

TRENZA_RECORDED(MPI_Win_unlock)(int rank, MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_unlock)(rank, win);
}

TRENZA_RECORDED(MPI_Win_unlock_all)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_unlock_all)(win);
}

TRENZA_RECORDED(MPI_Win_wait)(MPI_Win win) {
  const Call call;
  return TRENZA_MPI(MPI_Win_wait)(win);
}
