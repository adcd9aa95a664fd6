// The parser of GOAL text. Grammar: docs/traces.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/goal/collective_records.h"
#include "testbench/goal/goal_cursor.h"
#include "testbench/goal/goal_trace.h"
#include "testbench/goal/label_table.h"

namespace trenza::testbench {

/// Reads one file, line by line. Errors are InputError "FILE:LINE:COLUMN: message".
class GoalParser {
 public:
  /// `memory`: that of an ArrayStore.
  GoalParser(std::string file, std::unique_ptr<ByteSource> source, std::size_t memory = ArrayStore::kDefaultMemory);

  /// Reads the whole file. Must be called once.
  GoalTrace parse();

 private:
  // The grammar.
  void header();
  void outside_rank();
  void open_rank();
  void close_rank();
  void inside_rank();
  void operation(std::string_view keyword, std::size_t column, std::uint64_t label);
  std::uint64_t computation();  ///< ns
  void nic();
  void message(GoalOperation& op, const char* direction);
  std::uint32_t peer();
  void dependency(std::string_view label, std::size_t label_column, bool on_start);
  std::uint64_t define(std::string_view label, std::size_t column);  ///< place of its text
  std::uint32_t defined(std::string_view label, std::size_t column) const;
  [[noreturn]] void unknown(std::string_view keyword, std::size_t column) const;
  void check_end() const;

  GoalCursor text_;
  GoalTrace trace_;
  LabelTable labels_;
  CollectiveRecords collectives_;
  bool has_header_ = false;
  bool in_rank_ = false;
  std::uint32_t rank_ = 0;       ///< the open one, or the next
  std::uint32_t rank_line_ = 0;  ///< where the open one began
};

}  // namespace trenza::testbench
