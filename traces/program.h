// A parallel program as traces of other tools tell it: what each rank does, in its order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/input_error.h"

namespace trenza::traces {

enum class StepKind : std::uint8_t {
  calc,
  send,  ///< blocking, as the next one: what follows waits until it has ended
  recv,
  isend,  ///< what follows waits until it has started; a wait names it
  irecv,
  wait,
  // Collectives, blocking.
  barrier,
  bcast,
  reduce,
  gather,
  scatter,
  allreduce,
  allgather,
  alltoall,
  scan,
  alltoallv,
  reduce_scatter,
};

/// Whether it sends or receives a message, at once or in the end.
constexpr bool sends_message(StepKind kind) { return kind == StepKind::send || kind == StepKind::isend; }
constexpr bool receives_message(StepKind kind) { return kind == StepKind::recv || kind == StepKind::irecv; }
/// Whether it is one of the collectives.
constexpr bool is_collective(StepKind kind) { return kind >= StepKind::barrier; }
/// Whether it is a collective with a root.
constexpr bool has_root(StepKind kind) {
  return kind == StepKind::bcast || kind == StepKind::reduce || kind == StepKind::gather || kind == StepKind::scatter;
}
/// Whether it is a collective with a size for each member.
constexpr bool has_sizes(StepKind kind) { return kind == StepKind::alltoallv || kind == StepKind::reduce_scatter; }

/// The keyword of GOAL; "wait" has none there.
std::string_view step_name(StepKind kind);

inline constexpr std::uint32_t kAnyRank = ~std::uint32_t{0};
/// Step::extra of collectives with sizes: Step::amount bytes in all, divided evenly.
inline constexpr std::uint32_t kEvenSizes = ~std::uint32_t{0};

/// What a rank does next.
struct Step {
  std::uint64_t amount = 0;  ///< calc: nanoseconds; messages: bytes; collectives: bytes as GOAL counts them
  std::uint64_t tag = 0;     ///< of messages
  std::uint32_t peer = 0;    ///< send: to; recv: from, or kAnyRank; collectives: root, as rank in the communicator
  std::uint32_t extra = 0;   ///< wait: place of its isend or irecv among the steps of the rank; has_sizes: which list
  std::uint32_t comm = 0;    ///< of collectives
  std::uint32_t line = 0;    ///< where it stood
  std::uint16_t column = 0;
  StepKind kind = StepKind::calc;
  bool any_tag = false;  ///< recv, irecv
};

constexpr bool is_send(const Step& step) { return step.kind == StepKind::send || step.kind == StepKind::isend; }
constexpr bool is_recv(const Step& step) { return step.kind == StepKind::recv || step.kind == StepKind::irecv; }

/// The steps of one rank, in the order in which its program ran.
struct RankSteps {
  std::vector<Step> steps;
  std::uint32_t file = 0;  ///< where they stood: Program::files
};

// Limits of GOAL, and of what is converted.
inline constexpr std::uint32_t kMostRanks = std::uint32_t{1} << 18;
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMostNanoseconds = std::uint64_t{1} << 52;
inline constexpr std::size_t kMostSteps = std::size_t{1} << 30;

struct Program {
  std::vector<std::string> files;
  std::vector<RankSteps> ranks;
  /// World ranks of the members; [0] is empty and stands for all ranks.
  std::vector<std::vector<std::uint32_t>> communicators{1};
  std::vector<std::vector<std::uint64_t>> sizes;  ///< of collectives, see has_sizes()
  std::uint64_t left_out_messages = 0;            ///< that belong to no call in the trace

  testbench::FilePosition place(std::size_t rank, const Step& step) const {
    return {files[ranks[rank].file], step.line, step.column};
  }
  std::size_t members(std::uint32_t comm) const { return comm == 0 ? ranks.size() : communicators[comm].size(); }
};

/// Completes the collectives of a program that was read: the k-th one of a communicator on each of its members is the
/// same. Each gets the greatest size that a member gives, and the root of the member that knows it (`peer` is kAnyRank
/// on the others). Throws InputError if members disagree about the kind, the root or the number, if a rank is no
/// member, or nobody knows the root.
void join_collectives(Program& program);

}  // namespace trenza::traces
