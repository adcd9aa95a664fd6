#include "topologies/mapping/number_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "topologies/mapping/mapping_error.h"

namespace trenza::topologies {

namespace {

constexpr std::string_view kSeparators = " \t\r,:;";

}  // namespace

void NumberLine::fail(std::size_t offset, const std::string& reason) const {
  throw MappingError({MappingFault::Place::file, path_, number_, static_cast<std::int64_t>(offset) + 1, reason});
}

bool NumberLine::at_end() {
  at_ = std::min(text_.find_first_not_of(kSeparators, at_), text_.size());
  return at_ == text_.size();
}

std::int64_t NumberLine::number(const char* what, std::int64_t most) {
  if (at_end()) fail(at_, fmt::format("expected a {} here; a line is \"{}\"", what, form_));
  const std::string_view word = text_.substr(at_, text_.find_first_of(kSeparators, at_) - at_);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 0)
    fail(at_, fmt::format("\"{}\" is no {}: expected a whole number from 0 on", word, what));
  if (value > most) fail(at_, fmt::format("{} {} is too large", what, value));
  at_ += word.size();
  return value;
}

void NumberLine::expect_end(const char* count) {
  if (!at_end()) fail(at_, fmt::format("more than {} numbers; a line is \"{}\"", count, form_));
}

void fail_mapping_file(const std::string& path, const std::string& reason) {
  throw MappingError({MappingFault::Place::file, path, 0, 0, reason});
}

}  // namespace trenza::topologies
