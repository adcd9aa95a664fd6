#include "testbench/goal/goal_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "testbench/collectives/collective.h"
#include "testbench/goal/characters.h"
#include "testbench/goal/goal_limits.h"
#include "testbench/input_error.h"
#include "topologies/nearest_name.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kMaxRanks = (std::uint64_t{1} << 24) - 1;
constexpr std::uint64_t kMaxNanoseconds = std::uint64_t{1} << 52;
constexpr std::uint64_t kMaxTag = kCollectiveTag - 1;
constexpr std::uint64_t kMaxCpu = 255;
/// Keywords of dialects with one-sided operations.
constexpr std::array<std::string_view, 3> kOneSided{"put", "get", "append"};

/// Units of time that may stand beside a number; without one it is in ns.
struct Unit {
  std::string_view name;
  std::uint64_t nanoseconds;
};
constexpr std::array<Unit, 4> kUnits{{{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

bool is_one_sided(std::string_view keyword) {
  return std::find(kOneSided.begin(), kOneSided.end(), keyword) != kOneSided.end();
}

}  // namespace

GoalParser::GoalParser(std::string file, std::unique_ptr<ByteSource> source, std::size_t memory)
    : text_(std::move(file), std::move(source)),
      trace_(std::make_shared<ArrayStore>(memory)),
      labels_(trace_.store()),
      collectives_(text_, trace_) {
  trace_.file = text_.file();
}

GoalTrace GoalParser::parse() {
  while (text_.next_statement()) {
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
  const std::size_t begin = text_.column();
  if (!text_.accept("num_ranks")) {
    const std::string_view found = text_.word();
    const std::string near = topologies::nearest_name(found, {"num_ranks"});
    text_.fail(begin, fmt::format("expected \"num_ranks\" and the number of ranks at the begin of the trace{}",
                                  near.empty() ? "" : fmt::format("; \"{}\"?", found)));
  }
  text_.skip_blanks();
  trace_.ranks_line = text_.line();
  trace_.ranks_column = static_cast<std::uint32_t>(text_.column());
  trace_.ranks = static_cast<std::uint32_t>(text_.number("the number of ranks", kMaxRanks));
  if (trace_.ranks == 0) text_.fail(trace_.ranks_column, "a trace has at least 1 rank");
  trace_.first.push_back(0);
  has_header_ = true;
}

void GoalParser::outside_rank() {
  const std::size_t begin = text_.column();
  if (text_.accept("rank")) return open_rank();
  if (text_.front() == '}') text_.fail(begin, "this \"}\" closes no rank");
  const std::string_view found = text_.word();
  if (found == "comm" && rank_ == 0) return collectives_.communicator();
  if (rank_ == trace_.ranks)
    text_.fail(begin,
               fmt::format("unexpected text after the last rank ({}); expected the end of the file", trace_.ranks - 1));
  text_.move_to(begin);
  text_.fail_expected(fmt::format("\"rank {} {{\"", rank_));
}

void GoalParser::open_rank() {
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::uint64_t rank = text_.number("the number of a rank", std::numeric_limits<std::uint64_t>::max());
  if (rank >= trace_.ranks)
    text_.fail(begin,
               fmt::format("there is no rank {}: num_ranks is {} (line {})", rank, trace_.ranks, trace_.ranks_line));
  if (rank < rank_) text_.fail(begin, fmt::format("rank {} is given twice", rank));
  if (rank > rank_)
    text_.fail(begin, fmt::format("expected rank {} before rank {}: ranks stand in ascending order", rank_, rank));
  text_.expect("{");
  in_rank_ = true;
  rank_line_ = text_.line();
}

void GoalParser::close_rank() {
  trace_.first.push_back(static_cast<std::uint32_t>(trace_.operations.size()));
  labels_.clear();
  in_rank_ = false;
  ++rank_;
}

void GoalParser::inside_rank() {
  if (text_.accept("}")) return close_rank();
  const std::size_t begin = text_.column();
  const std::string_view first = text_.word();
  if (first.empty()) text_.fail_expected("an operation, a dependency or \"}\"");
  const std::size_t after_first = text_.column();
  text_.skip_blanks();
  std::uint64_t label = 0;
  std::string_view keyword = first;
  std::size_t keyword_column = begin;
  if (!text_.at_end() && text_.front() == ':') {
    if (!is_letter(first.front()))
      text_.fail(begin, fmt::format("\"{}\" is no label: a label begins with a letter", first));
    text_.expect(":");
    label = define(first, begin);
    text_.skip_blanks();
    keyword_column = text_.column();
    keyword = text_.word();
    if (keyword.empty()) text_.fail_expected("\"send\", \"recv\", \"calc\" or a collective");
  } else {
    const std::size_t second_column = text_.column();
    const std::string_view second = text_.word();
    if (second == "requires" || second == "irequires") return dependency(first, begin, second == "irequires");
    if (first == "rank")
      text_.fail(begin,
                 fmt::format("rank {} is not closed: expected \"}}\" (it was opened in line {})", rank_, rank_line_));
    const bool is_operation =
        first == "send" || first == "recv" || first == "calc" || find_collective(first) != nullptr;
    const std::string near = topologies::nearest_name(second, {"requires", "irequires"});
    if (!is_operation && !near.empty())
      text_.fail(second_column, fmt::format("unknown keyword \"{}\"; did you mean \"{}\"?", second, near));
    text_.move_to(after_first);
  }
  operation(keyword, keyword_column, label);
}

void GoalParser::operation(std::string_view keyword, std::size_t column, std::uint64_t label) {
  GoalOperation op;
  if (keyword == "calc") {
    op.kind = OperationKind::calc;
    op.amount = computation();
  } else if (keyword == "send") {
    op.kind = OperationKind::send;
    message(op, "to");
  } else if (keyword == "recv") {
    op.kind = OperationKind::recv;
    message(op, "from");
  } else if (const CollectiveFacts* collective = find_collective(keyword); collective != nullptr) {
    collectives_.operation(*collective, rank_, op);
  } else {
    unknown(keyword, column);
  }
  if (text_.accept("cpu")) op.cpu = static_cast<std::uint8_t>(text_.number("the cpu", kMaxCpu));
  const bool is_message = op.kind == OperationKind::send || op.kind == OperationKind::recv;
  if (is_message && text_.accept("nic")) nic();
  text_.skip_blanks();
  if (!text_.at_end()) {
    text_.fail(
        text_.column(),
        fmt::format("unexpected \"{}\"; after an operation may follow {}, in this order, and the end of the line",
                    text_.peek_token(), is_message ? "\"tag\", \"cpu\" and \"nic\"" : "\"cpu\""));
  }
  if (trace_.operations.size() >= kMaxOperations)
    text_.fail(column, "the trace has more than 2^30 operations, the most that can be replayed");
  trace_.operations.push_back(op);
  constexpr std::size_t kMaxColumn = std::numeric_limits<std::uint16_t>::max();
  trace_.places.push_back(GoalPlace(text_.line(), static_cast<std::uint16_t>(std::min(column, kMaxColumn)), label));
}

void GoalParser::nic() {
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  if (text_.number("the nic", kMaxCpu) == 0 || trace_.nic_line != 0) return;
  trace_.nic_line = text_.line();
  trace_.nic_column = static_cast<std::uint32_t>(begin);
}

std::uint64_t GoalParser::computation() {
  const char* const what = "the time of calc in ns";
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::uint64_t number = text_.number(what, kMaxNanoseconds);
  const std::size_t after = text_.column();
  text_.skip_blanks();
  const bool is_beside = text_.column() == after;
  const std::string_view unit = text_.word();
  const auto* const found =
      std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) { return one.name == unit; });
  if (found == kUnits.end()) {
    if (is_beside && !unit.empty())
      text_.fail(after, fmt::format("unknown unit \"{}\" of a time; expected ns, us, ms or s", unit));
    text_.move_to(after);
    return number;
  }
  if (number > kMaxNanoseconds / found->nanoseconds)
    text_.fail(begin, fmt::format("the time of calc {} {} is too large; at most {} ns is possible", number, unit,
                                  kMaxNanoseconds));
  return number * found->nanoseconds;
}

void GoalParser::message(GoalOperation& op, const char* direction) {
  op.amount = text_.number("the size of the message in bytes", kMaxBytes);
  text_.expect("b");
  text_.expect(direction);
  text_.skip_blanks();
  if (op.kind == OperationKind::recv && text_.accept("-1")) {
    op.peer = kAnyRank;
  } else {
    op.peer = peer();
  }
  if (!text_.accept("tag")) return;
  text_.skip_blanks();
  op.any_tag = op.kind == OperationKind::recv && text_.accept("-1");
  if (!op.any_tag) op.tag = text_.number("the tag", kMaxTag);
}

std::uint32_t GoalParser::peer() {
  const std::size_t begin = text_.column();
  const std::uint64_t peer = text_.number("a rank", std::numeric_limits<std::uint64_t>::max());
  if (peer >= trace_.ranks)
    text_.fail(begin,
               fmt::format("there is no rank {}: num_ranks is {} (line {})", peer, trace_.ranks, trace_.ranks_line));
  return static_cast<std::uint32_t>(peer);
}

std::uint64_t GoalParser::define(std::string_view label, std::size_t column) {
  try {
    const std::uint64_t place = labels_.define(label, static_cast<std::uint32_t>(trace_.operations.size()));
    if (place != LabelTable::kNoPlace) return place;
  } catch (const std::length_error& error) {
    text_.fail(column, error.what());
  }
  const std::uint32_t line = trace_.places[labels_.find(label)].line();
  text_.fail(column, fmt::format("the label \"{}\" is defined already in rank {} (line {})", label, rank_, line));
}

std::uint32_t GoalParser::defined(std::string_view label, std::size_t column) const {
  const std::uint32_t operation = labels_.find(label);
  if (operation == LabelTable::kNone)
    text_.fail(column, fmt::format("the label \"{}\" is not defined above in rank {}", label, rank_));
  return operation;
}

void GoalParser::dependency(std::string_view label, std::size_t label_column, bool on_start) {
  const std::uint32_t operation = defined(label, label_column);
  text_.skip_blanks();
  const std::size_t begin = text_.column();
  const std::string_view on = text_.word();
  if (on.empty()) text_.fail_expected("a label");
  trace_.dependencies.push_back(GoalDependency{operation, defined(on, begin), on_start});
  text_.expect_end("the dependency");
}

void GoalParser::unknown(std::string_view keyword, std::size_t column) const {
  if (is_one_sided(keyword))
    text_.fail(column,
               fmt::format("\"{}\" belongs to a dialect of GOAL with one-sided operations, which is not replayed; "
                           "expected \"send\", \"recv\", \"calc\" or a collective",
                           keyword));
  if (keyword == "comm") text_.fail(column, "communicators are given before the first rank");
  std::vector<std::string> names{"send", "recv", "calc"};
  for (const CollectiveFacts& facts : collective_kinds()) names.emplace_back(facts.keyword);
  const std::string near = topologies::nearest_name(keyword, names);
  text_.fail(column, fmt::format("unknown keyword \"{}\"{}", keyword,
                                 near.empty() ? "; expected \"send\", \"recv\", \"calc\" or a collective"
                                              : fmt::format("; did you mean \"{}\"?", near)));
}

void GoalParser::check_end() const {
  if (!has_header_) text_.fail(1, "the trace is empty: expected \"num_ranks\"");
  if (in_rank_)
    text_.fail(
        1, fmt::format("rank {} is not closed: expected \"}}\" before the end of the file (it was opened in line {})",
                       rank_, rank_line_));
  if (rank_ < trace_.ranks)
    text_.fail(
        1,
        fmt::format("rank {} is missing: num_ranks is {} (line {}), expected \"rank {} {{\" before the end of the file",
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
