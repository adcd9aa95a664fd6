#include "testbench/goal/goal_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "testbench/input_error.h"
#include "topologies/nearest_name.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kMaxRanks = (std::uint64_t{1} << 24) - 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxNanoseconds = std::uint64_t{1} << 52;
constexpr std::uint64_t kMaxTag = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxCpu = 255;
constexpr std::size_t kMaxOperations = std::size_t{1} << 30;

constexpr std::array<std::string_view, 12> kCollectives{"comm",     "barrier", "bcast",     "reduce",
                                                        "gather",   "scatter", "allreduce", "allgather",
                                                        "alltoall", "scan",    "alltoallv", "reduce_scatter"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_collective(std::string_view keyword) {
  return std::find(kCollectives.begin(), kCollectives.end(), keyword) != kCollectives.end();
}

}  // namespace

GoalParser::GoalParser(std::string file, std::unique_ptr<ByteSource> source, std::size_t memory)
    : reader_(std::move(source)), trace_(std::make_shared<ArrayStore>(memory)), labels_(trace_.store()) {
  trace_.file = std::move(file);
}

void GoalParser::fail(std::size_t column, const std::string& message) const {
  throw InputError({trace_.file, std::max<std::uint32_t>(reader_.number(), 1), column}, message);
}

void GoalParser::fail_expected(const std::string& what) const {
  fail(column(), at_end() ? fmt::format("expected {} before the end of the line", what)
                          : fmt::format("expected {} before \"{}\"", what, peek_token()));
}

std::string_view GoalParser::peek_token() const {
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end]) && end - at_ < 40) ++end;
  return text_.substr(at_, std::max<std::size_t>(end - at_, 1));
}

bool GoalParser::next_statement() {
  bool in_comment = false;
  std::uint32_t comment_line = 0;
  std::size_t comment_column = 0;
  try {
    while (reader_.next()) {
      text_ = reader_.line();
      at_ = 0;
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
    }
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError({trace_.file, std::uint64_t{reader_.number()} + 1, 1}, error.what());
  }
  text_ = {};
  at_ = 0;
  if (in_comment)
    throw InputError({trace_.file, comment_line, comment_column}, "this comment is not closed: expected \"*/\"");
  return false;
}

void GoalParser::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

std::string_view GoalParser::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool GoalParser::accept(std::string_view keyword) {
  skip_blanks();
  const std::size_t end = at_ + keyword.size();
  if (text_.substr(at_, keyword.size()) != keyword ||
      (end < text_.size() && is_word(text_[end]) && is_word(keyword.back())))
    return false;
  at_ = end;
  return true;
}

void GoalParser::expect(const char* keyword) {
  if (!accept(keyword)) fail_expected(fmt::format("\"{}\"", keyword));
}

std::uint64_t GoalParser::number(const char* what, std::uint64_t limit) {
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

void GoalParser::expect_end(const char* after) {
  skip_blanks();
  if (!at_end())
    fail(column(), fmt::format("unexpected \"{}\" after {}; expected the end of the line", peek_token(), after));
}

GoalTrace GoalParser::parse() {
  while (next_statement()) {
    trace_.store()->tick();
    if (!has_header_) {
      header();
    } else if (in_rank_) {
      inside_rank();
    } else {
      outside_rank();
    }
  }
  check_end();
  trace_.labels = labels_.take_text();
  return std::move(trace_);
}

void GoalParser::header() {
  const std::size_t begin = column();
  if (!accept("num_ranks")) {
    const std::string_view found = word();
    const std::string near = topologies::nearest_name(found, {"num_ranks"});
    fail(begin, fmt::format("expected \"num_ranks\" and the number of ranks at the begin of the trace{}",
                            near.empty() ? "" : fmt::format("; \"{}\"?", found)));
  }
  skip_blanks();
  trace_.ranks_line = reader_.number();
  trace_.ranks_column = static_cast<std::uint32_t>(column());
  trace_.ranks = static_cast<std::uint32_t>(number("the number of ranks", kMaxRanks));
  if (trace_.ranks == 0) fail(trace_.ranks_column, "a trace has at least 1 rank");
  expect_end("the number of ranks");
  trace_.first.push_back(0);
  has_header_ = true;
}

void GoalParser::outside_rank() {
  const std::size_t begin = column();
  if (accept("rank")) return open_rank();
  if (text_[at_] == '}') fail(begin, "this \"}\" closes no rank");
  const std::string_view found = word();
  if (is_collective(found)) unknown(found, begin);
  if (rank_ == trace_.ranks)
    fail(begin,
         fmt::format("unexpected text after the last rank ({}); expected the end of the file", trace_.ranks - 1));
  at_ = begin - 1;
  fail_expected(fmt::format("\"rank {} {{\"", rank_));
}

void GoalParser::open_rank() {
  skip_blanks();
  const std::size_t begin = column();
  const std::uint64_t rank = number("the number of a rank", std::numeric_limits<std::uint64_t>::max());
  if (rank >= trace_.ranks)
    fail(begin, fmt::format("there is no rank {}: num_ranks is {} (line {})", rank, trace_.ranks, trace_.ranks_line));
  if (rank < rank_) fail(begin, fmt::format("rank {} is given twice", rank));
  if (rank > rank_)
    fail(begin, fmt::format("expected rank {} before rank {}: ranks stand in ascending order", rank_, rank));
  expect("{");
  expect_end("\"{\"");
  in_rank_ = true;
  rank_line_ = reader_.number();
}

void GoalParser::close_rank() {
  expect_end("\"}\"");
  trace_.first.push_back(static_cast<std::uint32_t>(trace_.operations.size()));
  labels_.clear();
  in_rank_ = false;
  ++rank_;
}

void GoalParser::inside_rank() {
  if (accept("}")) return close_rank();
  const std::size_t begin = column();
  const std::string_view first = word();
  if (first.empty()) fail_expected("an operation, a dependency or \"}\"");
  const std::size_t after_first = at_;
  skip_blanks();
  std::uint64_t label = 0;
  std::string_view keyword = first;
  std::size_t keyword_column = begin;
  if (!at_end() && text_[at_] == ':') {
    if (!is_letter(first.front())) fail(begin, fmt::format("\"{}\" is no label: a label begins with a letter", first));
    ++at_;
    label = define(first, begin);
    skip_blanks();
    keyword_column = column();
    keyword = word();
    if (keyword.empty()) fail_expected("\"send\", \"recv\" or \"calc\"");
  } else {
    const std::size_t second_column = column();
    const std::string_view second = word();
    if (second == "requires" || second == "irequires") return dependency(first, begin, second == "irequires");
    if (first == "rank")
      fail(begin, fmt::format("rank {} is not closed: expected \"}}\" (it was opened in line {})", rank_, rank_line_));
    const bool is_operation = first == "send" || first == "recv" || first == "calc" || is_collective(first);
    const std::string near = topologies::nearest_name(second, {"requires", "irequires"});
    if (!is_operation && !near.empty())
      fail(second_column, fmt::format("unknown keyword \"{}\"; did you mean \"{}\"?", second, near));
    at_ = after_first;
  }
  operation(keyword, keyword_column, label);
}

void GoalParser::operation(std::string_view keyword, std::size_t column, std::uint64_t label) {
  GoalOperation op;
  if (keyword == "calc") {
    op.kind = OperationKind::calc;
    op.amount = number("the time of calc in ns", kMaxNanoseconds);
  } else if (keyword == "send") {
    op.kind = OperationKind::send;
    message(op, "to");
  } else if (keyword == "recv") {
    op.kind = OperationKind::recv;
    message(op, "from");
  } else {
    unknown(keyword, column);
  }
  if (accept("cpu")) op.cpu = static_cast<std::uint8_t>(number("the cpu", kMaxCpu));
  if (op.kind != OperationKind::calc && accept("nic")) number("the nic", kMaxCpu);
  skip_blanks();
  if (!at_end()) {
    const bool is_calc = op.kind == OperationKind::calc;
    fail(this->column(),
         fmt::format("unexpected \"{}\"; after an operation may follow {}, in this order, and the end of the line",
                     peek_token(), is_calc ? "\"cpu\"" : "\"tag\", \"cpu\" and \"nic\""));
  }
  if (trace_.operations.size() >= kMaxOperations)
    fail(column, "the trace has more than 2^30 operations, the most that can be replayed");
  trace_.operations.push_back(op);
  constexpr std::size_t kMaxColumn = std::numeric_limits<std::uint16_t>::max();
  trace_.places.push_back(GoalPlace(reader_.number(), static_cast<std::uint16_t>(std::min(column, kMaxColumn)), label));
}

void GoalParser::message(GoalOperation& op, const char* direction) {
  op.amount = number("the size of the message in bytes", kMaxBytes);
  expect("b");
  expect(direction);
  skip_blanks();
  if (op.kind == OperationKind::recv && accept("-1"))
    fail(column() - 2,
         "receives from any source (-1) cannot be replayed: which message they take would depend on the network; name "
         "the source");
  const std::size_t begin = column();
  const std::uint64_t peer = number("a rank", std::numeric_limits<std::uint64_t>::max());
  if (peer >= trace_.ranks)
    fail(begin, fmt::format("there is no rank {}: num_ranks is {} (line {})", peer, trace_.ranks, trace_.ranks_line));
  op.peer = static_cast<std::uint32_t>(peer);
  if (!accept("tag")) return;
  skip_blanks();
  if (op.kind == OperationKind::recv && accept("-1"))
    fail(column() - 2,
         "receives with any tag (-1) cannot be replayed: which message they take would depend on the network; name the "
         "tag");
  op.tag = number("the tag", kMaxTag);
}

std::uint64_t GoalParser::define(std::string_view label, std::size_t column) {
  try {
    const std::uint64_t place = labels_.define(label, static_cast<std::uint32_t>(trace_.operations.size()));
    if (place != LabelTable::kNoPlace) return place;
  } catch (const std::length_error& error) {
    fail(column, error.what());
  }
  const std::uint32_t line = trace_.places[labels_.find(label)].line();
  fail(column, fmt::format("the label \"{}\" is defined already in rank {} (line {})", label, rank_, line));
}

std::uint32_t GoalParser::defined(std::string_view label, std::size_t column) const {
  const std::uint32_t operation = labels_.find(label);
  if (operation == LabelTable::kNone)
    fail(column, fmt::format("the label \"{}\" is not defined above in rank {}", label, rank_));
  return operation;
}

void GoalParser::dependency(std::string_view label, std::size_t label_column, bool on_start) {
  const std::uint32_t operation = defined(label, label_column);
  skip_blanks();
  const std::size_t begin = column();
  const std::string_view on = word();
  if (on.empty()) fail_expected("a label");
  trace_.dependencies.push_back(GoalDependency{operation, defined(on, begin), on_start});
  expect_end("the dependency");
}

void GoalParser::unknown(std::string_view keyword, std::size_t column) const {
  if (is_collective(keyword))
    fail(column,
         fmt::format("\"{}\" belongs to collectives; they must be expanded to sends and receives before a replay",
                     keyword));
  const std::string near = topologies::nearest_name(keyword, {"send", "recv", "calc"});
  fail(column, fmt::format("unknown keyword \"{}\"{}", keyword,
                           near.empty() ? "; expected \"send\", \"recv\" or \"calc\""
                                        : fmt::format("; did you mean \"{}\"?", near)));
}

void GoalParser::check_end() const {
  if (!has_header_) fail(1, "the trace is empty: expected \"num_ranks\"");
  if (in_rank_)
    fail(1, fmt::format("rank {} is not closed: expected \"}}\" before the end of the file (it was opened in line {})",
                        rank_, rank_line_));
  if (rank_ < trace_.ranks)
    fail(1, fmt::format(
                "rank {} is missing: num_ranks is {} (line {}), expected \"rank {} {{\" before the end of the file",
                rank_, trace_.ranks, trace_.ranks_line, rank_));
}

GoalTrace read_goal(const std::string& path, std::size_t memory) {
  std::unique_ptr<ByteSource> source;
  try {
    source = open_trace_file(path);
  } catch (const std::runtime_error& error) {
    throw InputError({path, 1, 1}, error.what());
  }
  return GoalParser(path, std::move(source), memory).parse();
}

}  // namespace trenza::testbench
