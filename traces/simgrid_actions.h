// The words of time-independent traces of SimGrid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::traces {

/// Bytes of the type of MPI with that number in SMPI, on machines of 64 bits; nothing if it has none.
std::optional<std::uint64_t> simgrid_type_bytes(std::uint64_t number);
/// The largest number of a type.
std::uint64_t last_simgrid_type();

enum class SimgridAction : std::uint8_t {
  none,  ///< nothing that takes time or moves bytes
  init,
  compute,
  sleep,
  send,
  isend,
  recv,
  irecv,
  send_recv,
  wait,
  wait_all,
  barrier,
  bcast,
  reduce,
  allreduce,
  scan,
  alltoall,
  gather,
  scatter,
  allgather,
  // With counts for each rank: they are read when the number of ranks is known.
  gatherv,
  scatterv,
  allgatherv,
  alltoallv,
  reduce_scatter,
};

/// The action of that name, in capitals or not (SMPI writes Ssend, waitAny, allReduce); nothing if there is none.
std::optional<SimgridAction> find_simgrid_action(std::string_view name);
std::vector<std::string> simgrid_action_names();

/// The number of a rank may have a p before it: what is left without it.
std::string_view simgrid_rank_digits(std::string_view word);
/// Whether a line may begin with this word.
bool is_simgrid_rank(std::string_view word);

}  // namespace trenza::traces
