// Collectives by the numbers of the tools of the BSC: in the records 10 of Dimemas, and 4 of old traces of Paraver.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traces/communicator_table.h"
#include "traces/program.h"

namespace trenza::traces {

/// Above this the numbers are those of collectives that do not block, in an order that depends on the version.
inline constexpr std::uint64_t kMostBlockingNumber = 15;
/// reduce_scatter_block of prv2dim since it knows that, and scan of mpi2dim and of prv2dim before.
inline constexpr std::uint64_t kScanOrReduceScatter = 13;

/// The kind of the collective of that number; nothing above kMostBlockingNumber.
std::optional<StepKind> numbered_collective(std::uint64_t number);
/// Whether a collective of that number may be of this kind: kScanOrReduceScatter is of two.
bool may_be(std::uint64_t number, StepKind kind);

/// The bytes of a collective as GOAL counts them, from those that one of its members says that it sends and receives.
/// Extrae counts what all members send to it as received, and nothing as sent where a member sends in place.
std::uint64_t collective_bytes(StepKind kind, std::uint64_t sent, std::uint64_t received, std::size_t members);

/// Whether a member does what only the root does: sends a bcast or scatter, receives a reduce or gather.
bool acts_as_root(StepKind kind, std::uint64_t sent, std::uint64_t received);

/// A collective as one member records it.
struct MemberRecord {
  std::uint32_t rank = 0;
  std::uint32_t step = 0;         ///< among those of the rank
  std::uint32_t root = kAnyRank;  ///< as it stands in the trace; kAnyRank: Step::peer says it, as far as it is known
  std::uint32_t column = 0;       ///< of the root
  bool is_acting_root = false;    ///< see acts_as_root()
  bool may_be_scan = false;       ///< kScanOrReduceScatter, and as many bytes sent as received
};

/// Settles what the members must tell together. The root is the only member that acts as it, because what the trace
/// says may be wrong: Extrae compares the rank of the root in the communicator of a gather or scatter with numbers of
/// tasks. Where the sizes do not tell, the root stands in each record as the number of its task (generators, and
/// prv2dim for a reduce), as its rank in the communicator (mpi2dim), or as 1 at the root and 0 elsewhere (prv2dim). And
/// kScanOrReduceScatter is a scan if each member receives what it sends. Throws InputError if the members name
/// different roots or one that is none of them.
void settle_collectives(Program& program, const CommunicatorTable& communicators,
                        const std::vector<MemberRecord>& records);

}  // namespace trenza::traces
