// The text of a trace, line by line and field by field. All errors are InputError "FILE:LINE:COLUMN: message".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "testbench/goal/byte_source.h"
#include "testbench/goal/line_reader.h"

namespace trenza::traces {

class TraceText {
 public:
  TraceText(std::string file, std::unique_ptr<testbench::ByteSource> source);

  /// Moves to the next line; false at the end.
  bool next();
  std::string_view line() const { return reader_.line(); }
  /// Of the line, from 1; 0 before the first.
  std::uint32_t number() const { return reader_.number(); }
  const std::string& file() const { return file_; }

  /// Throws: `column` of the line, from 1.
  [[noreturn]] void fail(std::size_t column, const std::string& message) const;

 private:
  std::string file_;
  testbench::LineReader reader_;
};

/// The usual limit of a number in a trace.
inline constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 62;

/// What stands between two separators.
struct Field {
  std::string_view text;
  std::size_t column = 1;
};

/// Takes the fields of the line of a text, from the left. Lives as long as the line.
class Fields {
 public:
  /// `separator` ' ': any number of blanks and tabs; otherwise each separator ends a field, which may be empty.
  Fields(const TraceText& text, char separator);

  bool at_end() const;
  /// Where the next field begins.
  std::size_t column() const { return at_ + 1; }
  /// `what` in messages: what is expected there.
  Field next(const char* what);
  /// An integer of digits alone, at most `limit`.
  std::uint64_t number(const char* what, std::uint64_t limit);
  /// The same with a sign; any negative number is given as -1.
  std::int64_t number_or_negative(const char* what, std::uint64_t limit);
  /// A decimal number times 10^digits, rounded, at most `limit` then.
  std::uint64_t decimal(const char* what, int digits, std::uint64_t limit);
  /// The same for the text of a field that has been taken.
  std::uint64_t decimal_of(const Field& field, const char* what, int digits, std::uint64_t limit) const;
  std::uint64_t number_of(const Field& field, const char* what, std::uint64_t limit) const;
  /// Refuses further fields. `after`: what they follow.
  void expect_end(const char* after);
  const TraceText& text() const { return text_; }

 private:
  void skip_blanks();

  const TraceText& text_;
  std::string_view line_;
  std::size_t at_ = 0;
  char separator_;
  bool has_more_ = true;  ///< separators: a field follows, maybe an empty one
};

/// The text at most 40 bytes long, for messages.
std::string_view shown(std::string_view text);

}  // namespace trenza::traces
