#include "traces/trace_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "testbench/input_error.h"
#include "traces/decimal.h"

namespace trenza::traces {

using testbench::InputError;

TraceText::TraceText(std::string file, std::unique_ptr<testbench::ByteSource> source)
    : file_(std::move(file)), reader_(std::move(source)) {}

bool TraceText::next() {
  try {
    return reader_.next();
  } catch (const std::runtime_error& error) {
    throw InputError({file_, std::uint64_t{reader_.number()} + 1, 1}, error.what());
  }
}

void TraceText::fail(std::size_t column, const std::string& message) const {
  throw InputError({file_, std::max<std::uint32_t>(reader_.number(), 1), column}, message);
}

std::string_view shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return text.substr(0, kMost);
}

Fields::Fields(const TraceText& text, char separator) : text_(text), line_(text.line()), separator_(separator) {
  if (separator_ == ' ') skip_blanks();
}

void Fields::skip_blanks() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
}

bool Fields::at_end() const { return separator_ == ' ' ? at_ == line_.size() : !has_more_; }

Field Fields::next(const char* what) {
  if (at_end()) text_.fail(column(), fmt::format("expected {} before the end of the line", what));
  const std::size_t begin = at_;
  if (separator_ == ' ') {
    while (at_ < line_.size() && line_[at_] != ' ' && line_[at_] != '\t') ++at_;
    const std::string_view field = line_.substr(begin, at_ - begin);
    skip_blanks();
    return {field, begin + 1};
  }
  const std::size_t end = line_.find(separator_, at_);
  has_more_ = end != std::string_view::npos;
  at_ = has_more_ ? end + 1 : line_.size();
  return {line_.substr(begin, (has_more_ ? end : line_.size()) - begin), begin + 1};
}

std::uint64_t Fields::number_of(const Field& field, const char* what, std::uint64_t limit) const {
  const bool is_number = !field.text.empty() &&
                         std::all_of(field.text.begin(), field.text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number)
    text_.fail(field.column, fmt::format("expected {} (a number) in place of \"{}\"", what, shown(field.text)));
  std::uint64_t value = 0;
  for (const char c : field.text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (limit - digit) / 10 || digit > limit)
      text_.fail(field.column,
                 fmt::format("{} {} is too large; at most {} is possible", what, shown(field.text), limit));
    value = 10 * value + digit;
  }
  return value;
}

std::uint64_t Fields::number(const char* what, std::uint64_t limit) { return number_of(next(what), what, limit); }

std::int64_t Fields::number_or_negative(const char* what, std::uint64_t limit) {
  Field field = next(what);
  if (field.text.empty() || field.text.front() != '-') return static_cast<std::int64_t>(number_of(field, what, limit));
  field.text.remove_prefix(1);
  number_of(field, what, limit);
  return -1;
}

std::uint64_t Fields::decimal_of(const Field& field, const char* what, int digits, std::uint64_t limit) const {
  const ScaledDecimal result = scaled_decimal(field.text, digits, limit);
  if (!result.is_number)
    text_.fail(field.column,
               fmt::format("expected {} (a number, at least 0) in place of \"{}\"", what, shown(field.text)));
  if (result.value == kTooLarge) text_.fail(field.column, fmt::format("{} {} is too large", what, shown(field.text)));
  return result.value;
}

std::uint64_t Fields::decimal(const char* what, int digits, std::uint64_t limit) {
  return decimal_of(next(what), what, digits, limit);
}

void Fields::expect_end(const char* after) {
  if (!at_end())
    text_.fail(column(), fmt::format("unexpected \"{}\" after {}; expected the end of the line",
                                     shown(line_.substr(at_)), after));
}

}  // namespace trenza::traces
