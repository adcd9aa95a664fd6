// The parser of GOAL text. Grammar: docs/traces.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "testbench/goal/goal_trace.h"
#include "testbench/goal/label_table.h"
#include "testbench/goal/line_reader.h"

namespace trenza::testbench {

/// Reads one file, line by line. Errors are InputError "FILE:LINE:COLUMN: message".
class GoalParser {
 public:
  /// `memory`: that of an ArrayStore.
  GoalParser(std::string file, std::unique_ptr<ByteSource> source, std::size_t memory = ArrayStore::kDefaultMemory);

  /// Reads the whole file. Must be called once.
  GoalTrace parse();

 private:
  [[noreturn]] void fail(std::size_t column, const std::string& message) const;
  /// fail() at the cursor: `expected WHAT before "REST"`.
  [[noreturn]] void fail_expected(const std::string& what) const;

  // The line at the cursor.
  bool next_statement();  ///< moves to the next line that is neither blank nor comment; false at the end of the file
  void skip_blanks();
  bool at_end() const { return at_ == text_.size(); }
  std::size_t column() const { return at_ + 1; }
  std::string_view word();              ///< the letters, digits and '_' at the cursor; empty if there are none
  std::string_view peek_token() const;  ///< what stands at the cursor, for messages
  bool accept(std::string_view keyword);
  std::uint64_t number(const char* what, std::uint64_t limit);
  void expect(const char* keyword);
  void expect_end(const char* after);

  // The grammar.
  void header();
  void outside_rank();
  void open_rank();
  void close_rank();
  void inside_rank();
  void operation(std::string_view keyword, std::size_t column, std::uint64_t label);
  void message(GoalOperation& op, const char* direction);
  void dependency(std::string_view label, std::size_t label_column, bool on_start);
  std::uint64_t define(std::string_view label, std::size_t column);  ///< place of its text
  std::uint32_t defined(std::string_view label, std::size_t column) const;
  [[noreturn]] void unknown(std::string_view keyword, std::size_t column) const;
  void check_end() const;

  LineReader reader_;
  GoalTrace trace_;
  LabelTable labels_;
  std::string_view text_;  ///< the line
  std::size_t at_ = 0;     ///< the cursor
  bool has_header_ = false;
  bool in_rank_ = false;
  std::uint32_t rank_ = 0;       ///< the open one, or the next
  std::uint32_t rank_line_ = 0;  ///< where the open one began
};

}  // namespace trenza::testbench
