#include "traces/liballprof_calls.h"

#include <algorithm>
#include <array>

namespace trenza::traces {

namespace {

constexpr std::array<LiballprofCall, 26> kCalls{
    {{"MPI_Send", StepKind::send, 6, 1, 2, 3, 4, 5},
     {"MPI_Bsend", StepKind::send, 6, 1, 2, 3, 4, 5},
     {"MPI_Ssend", StepKind::send, 6, 1, 2, 3, 4, 5},
     {"MPI_Rsend", StepKind::send, 6, 1, 2, 3, 4, 5},
     {"MPI_Recv", StepKind::recv, 7, 1, 2, 3, 4, 5},
     {"MPI_Isend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
     {"MPI_Ibsend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
     {"MPI_Issend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
     {"MPI_Irsend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
     {"MPI_Irecv", StepKind::irecv, 7, 1, 2, 3, 4, 5, 6},
     {"MPI_Barrier", StepKind::barrier, 1, -1, -1, -1, -1, 0},
     {"MPI_Bcast", StepKind::bcast, 5, 1, 2, 3, -1, 4},
     {"MPI_Reduce", StepKind::reduce, 7, 2, 3, 5, -1, 6},
     {"MPI_Allreduce", StepKind::allreduce, 6, 2, 3, -1, -1, 5},
     {"MPI_Scan", StepKind::scan, 6, 2, 3, -1, -1, 5},
     {"MPI_Exscan", StepKind::scan, 6, 2, 3, -1, -1, 5},
     {"MPI_Gather", StepKind::gather, 8, 1, 2, 6, -1, 7, -1, 4, 5},
     {"MPI_Gatherv", StepKind::gather, 11, 1, 2, 9, -1, 10},
     {"MPI_Scatter", StepKind::scatter, 8, 4, 5, 6, -1, 7, -1, 1, 2},
     {"MPI_Scatterv", StepKind::scatter, 11, 7, 8, 9, -1, 10},
     {"MPI_Allgather", StepKind::allgather, 7, 1, 2, -1, -1, 6, -1, 4, 5},
     {"MPI_Allgatherv", StepKind::allgather, 10, 1, 2, -1, -1, 9, -1, 5, 8},
     {"MPI_Alltoall", StepKind::alltoall, 7, 1, 2, -1, -1, 6, -1, 4, 5},
     {"MPI_Alltoallv", StepKind::alltoallv, 13, 2, 5, -1, -1, 12, -1, 8, 11},
     {"MPI_Reduce_scatter", StepKind::reduce_scatter, 7, 3, 4, -1, -1, 6},
     {"MPI_Reduce_scatter_block", StepKind::reduce_scatter, 6, 2, 3, -1, -1, 5}}};

constexpr std::array<LiballprofWait, 8> kWaits{{{"MPI_Wait", RequestUse::wait_all, false},
                                                {"MPI_Waitall", RequestUse::wait_all, true},
                                                {"MPI_Waitany", RequestUse::wait_any, true},
                                                {"MPI_Waitsome", RequestUse::wait_any, true},
                                                {"MPI_Test", RequestUse::test, false},
                                                {"MPI_Testall", RequestUse::test, true},
                                                {"MPI_Testany", RequestUse::test, true},
                                                {"MPI_Testsome", RequestUse::test, true}}};

template <class List>
auto find_name(const List& list, std::string_view name) {
  const auto* const found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
  return found == list.end() ? nullptr : found;
}

}  // namespace

const LiballprofCall* find_liballprof_call(std::string_view name) { return find_name(kCalls, name); }

const LiballprofWait* find_liballprof_wait(std::string_view name) { return find_name(kWaits, name); }

bool liballprof_call_moves_nothing(std::string_view name) {
  // All calls whose names begin so.
  static constexpr std::array<std::string_view, 31> kBegins{"MPI_Init",
                                                            "MPI_Finalize",
                                                            "MPI_Comm_",
                                                            "MPI_Type_",
                                                            "MPI_Group_",
                                                            "MPI_Cart",
                                                            "MPI_Graph",
                                                            "MPI_Dims_",
                                                            "MPI_Topo_",
                                                            "MPI_Wtime",
                                                            "MPI_Wtick",
                                                            "MPI_Get_",
                                                            "MPI_Op_",
                                                            "MPI_Attr_",
                                                            "MPI_Keyval_",
                                                            "MPI_Probe",
                                                            "MPI_Iprobe",
                                                            "MPI_Buffer_",
                                                            "MPI_Error",
                                                            "MPI_Errhandler_",
                                                            "MPI_Address",
                                                            "MPI_Pack",
                                                            "MPI_Unpack",
                                                            "MPI_Info_",
                                                            "MPI_Status_",
                                                            "MPI_Cancel",
                                                            "MPI_Request_free",
                                                            "MPI_Request_get_status",
                                                            "MPI_Test_cancelled",
                                                            "MPI_Query_thread",
                                                            "MPI_Is_thread_main"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return name.substr(0, begin.size()) == begin; });
}

}  // namespace trenza::traces
