// Begin and end of a program, and its region of interest.
#include "mpi/record/call.h"

using trenza::recorder::Call;
using trenza::recorder::recorder;

TRENZA_RECORDED(MPI_Init)(int* argc, char*** argv) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Init)(argc, argv);
  if (error == MPI_SUCCESS) recorder().begin();
  return error;
}

TRENZA_RECORDED(MPI_Init_thread)(int* argc, char*** argv, int required, int* provided) {
  const Call call;
  const int error = TRENZA_MPI(MPI_Init_thread)(argc, argv, required, provided);
  if (error == MPI_SUCCESS) recorder().begin();
  return error;
}

TRENZA_RECORDED(MPI_Finalize)() {
  const Call call;
  if (call.seen()) recorder().end();
  return TRENZA_MPI(MPI_Finalize)();
}

// The levels of the standard: 0 switches profiling off, others on. What follows the level is of nobody's concern here.
TRENZA_RECORDED(MPI_Pcontrol)(const int level, ...) {
  const Call call;
  if (call.seen()) recorder().set_inside(level != 0);
  return TRENZA_MPI(MPI_Pcontrol)(level);
}
