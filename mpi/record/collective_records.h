// The record of each collective: which bytes of its arguments count.
#pragma once

#include <mpi.h>

#include <vector>

#include "mpi/record/call.h"

namespace trenza::recorder {

/// Where a collective is recorded: its communicator, and its request if it is non-blocking.
struct CollectivePlace {
  MPI_Comm comm;
  MPI_Request* request;
};

void record_barrier(const CollectivePlace& place);
/// A collective without a list. One of no bytes, or of one rank, moves nothing and is left out. `root`: 0 without one.
void record_bytes(const CollectivePlace& place, Kind kind, std::uint64_t bytes, int root);
/// gather (`own`: what the rank sends, `others`: what the root receives from each) and scatter (the other way round).
void record_rooted(const CollectivePlace& place, Kind kind, std::uint64_t own, std::uint64_t others, int root);

/// What a rank sends to each member, as counts of types.
struct Blocks {
  const int* counts;
  MPI_Datatype type;          ///< of all blocks
  const MPI_Datatype* types;  ///< or, if not null, of each
};
/// The second ones if the program sends from where it receives (MPI_IN_PLACE).
inline Blocks blocks_sent(const void* send_buffer, const Blocks& sent, const Blocks& received) {
  return send_buffer == MPI_IN_PLACE ? received : sent;
}
/// Bytes of a block that is significant on all ranks, but for MPI_IN_PLACE.
std::uint64_t own_block(const void* buffer, int count, MPI_Datatype type);
/// Bytes of a block that is significant at the root only; 0 elsewhere.
std::uint64_t block_of_root(int root, MPI_Comm comm, int count, MPI_Datatype type);

void record_to_each(const CollectivePlace& place, Kind kind, const Blocks& blocks);
/// MPI_Gatherv as an alltoallv in which only the root receives.
void record_gatherv(const CollectivePlace& place, const void* send_buffer, int send_count, MPI_Datatype send_type,
                    int root);
/// MPI_Scatterv as an alltoallv in which only the root sends.
void record_scatterv(const CollectivePlace& place, const int* counts, MPI_Datatype type, int root);
/// MPI_Allgatherv as an allgather if all blocks have one size, otherwise as an alltoallv.
void record_allgatherv(const CollectivePlace& place, const int* counts, MPI_Datatype type);
void record_reduce_scatter_block(const CollectivePlace& place, int count, MPI_Datatype type);

}  // namespace trenza::recorder
