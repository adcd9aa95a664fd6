#include "testbench/goal/goal_cursor.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "testbench/goal/characters.h"
#include "testbench/input_error.h"

namespace trenza::testbench {

namespace {

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

void GoalCursor::fail(std::size_t column, const std::string& message) const {
  throw InputError({file_, std::max<std::uint32_t>(reader_.number(), 1), column}, message);
}

void GoalCursor::fail_expected(const std::string& what) const {
  fail(column(), at_end() ? fmt::format("expected {} before the end of the line", what)
                          : fmt::format("expected {} before \"{}\"", what, peek_token()));
}

std::string_view GoalCursor::peek_token() const {
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end]) && end - at_ < 40) ++end;
  return text_.substr(at_, std::max<std::size_t>(end - at_, 1));
}

bool GoalCursor::next_line() {
  if (!reader_.next()) return false;
  text_ = reader_.line();
  at_ = 0;
  return true;
}

bool GoalCursor::next_statement() {
  bool in_comment = false;
  std::uint32_t comment_line = 0;
  std::size_t comment_column = 0;
  try {
    do {
      for (;;) {
        if (in_comment) {
          const std::size_t end = text_.find("*/", at_);
          if (end == std::string_view::npos) break;
          in_comment = false;
          at_ = end + 2;
        }
        skip_blanks();
        if (text_.substr(at_, 2) != "/*") break;
        in_comment = true;
        comment_line = reader_.number();
        comment_column = column();
        at_ += 2;
      }
      if (!in_comment && !at_end() && text_.substr(at_, 2) != "//") return true;
    } while (next_line());
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError({file_, std::uint64_t{reader_.number()} + 1, 1}, error.what());
  }
  text_ = {};
  at_ = 0;
  if (in_comment)
    throw InputError({file_, comment_line, comment_column}, "this comment is not closed: expected \"*/\"");
  return false;
}

void GoalCursor::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

std::string_view GoalCursor::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool GoalCursor::accept(std::string_view keyword) {
  skip_blanks();
  const std::size_t end = at_ + keyword.size();
  if (text_.substr(at_, keyword.size()) != keyword ||
      (end < text_.size() && is_word(text_[end]) && is_word(keyword.back())))
    return false;
  at_ = end;
  return true;
}

void GoalCursor::expect(const char* keyword) {
  if (!accept(keyword)) fail_expected(fmt::format("\"{}\"", keyword));
}

std::uint64_t GoalCursor::number(const char* what, std::uint64_t limit) {
  skip_blanks();
  const std::size_t begin = at_;
  std::uint64_t value = 0;
  bool is_too_large = false;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) is_too_large = true;
    value = 10 * value + digit;
  }
  if (at_ == begin) fail_expected(fmt::format("{} (a number)", what));
  if (is_too_large || value > limit)
    fail(begin + 1,
         fmt::format("{} {} is too large; at most {} is possible", what, text_.substr(begin, at_ - begin), limit));
  return value;
}

void GoalCursor::expect_end(const char* after) {
  skip_blanks();
  if (!at_end())
    fail(column(), fmt::format("unexpected \"{}\" after {}; expected the end of the line", peek_token(), after));
}

}  // namespace trenza::testbench
