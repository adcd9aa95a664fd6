// The words of time-independent traces of SimGrid.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::traces {

/// Bytes of the types of MPI, by their number in SMPI: double, int, char, short, long, float, byte, long long, signed
/// char, unsigned char, unsigned short, unsigned, unsigned long, unsigned long long.
inline constexpr std::array<std::uint64_t, 14> kSimgridTypeBytes{8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8};

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

/// The action of that name; nothing if there is none.
std::optional<SimgridAction> find_simgrid_action(std::string_view name);
std::vector<std::string> simgrid_action_names();

/// The number of a rank may have a p before it: what is left without it.
std::string_view simgrid_rank_digits(std::string_view word);
/// Whether a line may begin with this word.
bool is_simgrid_rank(std::string_view word);

}  // namespace trenza::traces
