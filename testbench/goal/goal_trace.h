// A GOAL trace as it was read: operations and dependencies in flat arrays.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbench/collectives/collective.h"
#include "testbench/input_error.h"
#include "testbench/large_array.h"

namespace trenza::testbench {

enum class OperationKind : std::uint8_t { calc, send, recv, collective };

/// The source of a receive that takes messages of every rank.
inline constexpr std::uint32_t kAnyRank = ~std::uint32_t{0};
/// Messages of the collectives of communicator c (by its place in GoalTrace::communicators) have the tag kCollectiveTag
/// + c. The tags in a trace are below.
inline constexpr std::uint64_t kCollectiveTag = std::uint64_t{1} << 63;
/// Rendezvous: the question before the message of operation k has the tag kQuestionTag + k, the answer kAnswerTag + k.
inline constexpr std::uint64_t kQuestionTag = kCollectiveTag + (std::uint64_t{1} << 62);
inline constexpr std::uint64_t kAnswerTag = kQuestionTag + (std::uint64_t{1} << 61);

/// One operation. Its number is its place in the file, over all ranks.
struct GoalOperation {
  std::uint64_t amount = 0;  ///< calc: nanoseconds; send, recv: bytes; collective: as Collective::bytes
  std::uint64_t tag = 0;     ///< collective: the root, or where its sizes by member begin in GoalTrace::counts
  std::uint32_t peer = 0;    ///< send: to, recv: from (kAnyRank: any), collective: place of its communicator
  std::uint8_t cpu = 0;
  OperationKind kind = OperationKind::calc;
  CollectiveKind collective = CollectiveKind::barrier;
  bool any_tag = false;  ///< recv: `tag` does not matter

  bool is_wildcard() const { return kind == OperationKind::recv && (peer == kAnyRank || any_tag); }
};

/// The ranks that do collectives together.
struct GoalCommunicator {
  static constexpr std::uint32_t kNoMember = ~std::uint32_t{0};

  GoalCommunicator(std::uint64_t number, std::vector<std::uint32_t> ranks_of_members);

  std::uint64_t id = 0;              ///< in the trace
  std::vector<std::uint32_t> ranks;  ///< by member
  /// kNoMember if the rank is not one.
  std::uint32_t member_of(std::uint32_t rank) const;

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      members_;  ///< rank and member, by rank; none if they are the same
};

/// The place of an operation in the file, for messages.
class GoalPlace {
 public:
  GoalPlace() = default;
  /// `column` is that of the keyword, from 1; `label` below 2^48.
  GoalPlace(std::uint32_t line, std::uint16_t column, std::uint64_t label)
      : line_(line),
        label_low_(static_cast<std::uint32_t>(label)),
        label_high_(static_cast<std::uint16_t>(label >> 32)),
        column_(column) {}

  std::uint32_t line() const { return line_; }
  std::uint16_t column() const { return column_; }
  /// Begin of the label in GoalTrace::labels.
  std::uint64_t label() const { return (static_cast<std::uint64_t>(label_high_) << 32) | label_low_; }

 private:
  std::uint32_t line_ = 0;
  std::uint32_t label_low_ = 0;
  std::uint16_t label_high_ = 0;
  std::uint16_t column_ = 0;
};

/// `operation` may start when `on` has finished, or, with `on_start`, when it has started. Both are of the same rank.
struct GoalDependency {
  std::uint32_t operation = 0;
  std::uint32_t on = 0;
  bool on_start = false;
};

struct GoalTrace {
  explicit GoalTrace(const std::shared_ptr<ArrayStore>& store)
      : operations(store), dependencies(store), places(store), labels(store), counts(store) {}

  const std::shared_ptr<ArrayStore>& store() const { return operations.shared_store(); }

  std::string file;
  std::uint32_t ranks = 0;
  std::uint32_t ranks_line = 0;  ///< place of the number of ranks
  std::uint32_t ranks_column = 0;
  std::uint32_t nic_line = 0;  ///< place of the first nic that is not 0; 0: there is none
  std::uint32_t nic_column = 0;
  std::vector<std::uint32_t> first;  ///< operations of rank r: first[r] .. first[r + 1] - 1
  LargeArray<GoalOperation> operations;
  LargeArray<GoalDependency> dependencies;
  LargeArray<GoalPlace> places;                 ///< by operation
  LargeArray<char> labels;                      ///< each up to the next '\0'; that at 0 is empty
  std::vector<GoalCommunicator> communicators;  ///< the first is that of all ranks; empty without collectives
  LargeArray<std::uint64_t> counts;             ///< bytes by member of all_to_all_v and reduce_scatter

  std::uint32_t rank_of(std::uint32_t operation) const;
  /// "rank 3 l7 (recv 8b from 1 tag 0, line 12)".
  std::string describe(std::uint32_t operation) const;
  FilePosition position(std::uint32_t operation) const;
};

/// Reads a trace in GOAL text (docs/traces.md), plain or zstd, once and in order. Throws InputError for everything that
/// a single look at each line can find; matching and the order of operations are checked by match_messages and
/// check_order. `memory`: that of an ArrayStore.
GoalTrace read_goal(const std::string& path, std::size_t memory = ArrayStore::kDefaultMemory);

}  // namespace trenza::testbench
