// A place in the text of a trace, and what is read there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/goal/line_reader.h"

namespace trenza::testbench {

/// Reads the lines of one file, word by word. Errors are InputError "FILE:LINE:COLUMN: message".
class GoalCursor {
 public:
  GoalCursor(std::string file, std::unique_ptr<ByteSource> source)
      : file_(std::move(file)), reader_(std::move(source)) {}

  const std::string& file() const { return file_; }
  std::uint32_t line() const { return reader_.number(); }

  [[noreturn]] void fail(std::size_t column, const std::string& message) const;
  /// fail() at the cursor: `expected WHAT before "REST"`.
  [[noreturn]] void fail_expected(const std::string& what) const;

  /// Moves to what comes next and is neither blank nor comment, in this line or a later one; false at the end of the
  /// file.
  bool next_statement();
  void skip_blanks();
  bool at_end() const { return at_ == text_.size(); }
  /// The character at the cursor. Precondition: it is not at the end of the line.
  char front() const { return text_[at_]; }
  std::size_t column() const { return at_ + 1; }
  void move_to(std::size_t column) { at_ = column - 1; }
  std::string_view word();              ///< the letters, digits and '_' at the cursor; empty if there are none
  std::string_view peek_token() const;  ///< what stands at the cursor, for messages
  bool accept(std::string_view keyword);
  std::uint64_t number(const char* what, std::uint64_t limit);
  void expect(const char* keyword);
  void expect_end(const char* after);

 private:
  bool next_line();

  std::string file_;
  LineReader reader_;
  std::string_view text_;  ///< the line
  std::size_t at_ = 0;
};

}  // namespace trenza::testbench
