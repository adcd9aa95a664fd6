#include "traces/goal_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <unordered_map>
#include <utility>

#include "traces/program.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

constexpr std::uint64_t kMostNumber = ~std::uint64_t{0};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Words, numbers and signs of a line.
class Tokens {
 public:
  explicit Tokens(const TraceText& text) : text_(text), line_(text.line()) {}

  std::size_t column() const { return at_ + 1; }
  bool at_end() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
    return at_ == line_.size();
  }
  std::string_view word() {
    at_end();
    const std::size_t begin = at_;
    while (at_ < line_.size() && is_word(line_[at_])) ++at_;
    return line_.substr(begin, at_ - begin);
  }
  bool accept(std::string_view token) {
    at_end();
    if (line_.substr(at_, token.size()) != token) return false;
    const std::size_t end = at_ + token.size();
    if (end < line_.size() && is_word(line_[end]) && is_word(token.back())) return false;
    at_ = end;
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) text_.fail(column(), fmt::format("expected \"{}\"", token));
  }
  std::uint64_t number(const char* what, std::uint64_t limit) {
    at_end();
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (; at_ < line_.size() && is_digit(line_[at_]); ++at_) {
      const auto digit = static_cast<std::uint64_t>(line_[at_] - '0');
      if (digit > limit || value > (limit - digit) / 10)
        text_.fail(begin + 1, fmt::format("{} is too large; at most {} is possible", what, limit));
      value = 10 * value + digit;
    }
    if (at_ == begin) text_.fail(begin + 1, fmt::format("expected {} (a number)", what));
    return value;
  }
  void rewind(std::size_t place) { at_ = place - 1; }

 private:
  const TraceText& text_;
  std::string_view line_;
  std::size_t at_ = 0;
};

class Scanner {
 public:
  Scanner(const std::string& file, std::unique_ptr<testbench::ByteSource> source) : text_(file, std::move(source)) {}

  GoalScan scan() {
    while (text_.next()) {
      Tokens tokens(text_);
      if (skip_comments(tokens)) line(tokens);
    }
    if (!has_header_) text_.fail(1, "the trace is empty: expected \"num_ranks\"");
    scan_.used_communicators = used_.size();
    finish_matrix();
    return std::move(scan_);
  }

 private:
  /// False if nothing else is in the line.
  bool skip_comments(Tokens& tokens) {
    for (;;) {
      if (in_comment_) {
        const std::size_t end = text_.line().find("*/", tokens.column() - 1);
        if (end == std::string_view::npos) return false;
        in_comment_ = false;
        tokens.rewind(end + 3);
      }
      if (tokens.at_end() || text_.line().substr(tokens.column() - 1, 2) == "//") return false;
      if (text_.line().substr(tokens.column() - 1, 2) != "/*") return true;
      in_comment_ = true;
      tokens.rewind(tokens.column() + 2);
    }
  }

  void line(Tokens& tokens) {
    if (!has_header_) {
      tokens.expect("num_ranks");
      scan_.ranks = static_cast<std::uint32_t>(tokens.number("the number of ranks", (1U << 24U) - 1));
      has_header_ = true;
    } else if (tokens.accept("}")) {
      in_rank_ = false;
    } else if (!in_rank_ && tokens.accept("comm")) {
      communicator(tokens);
    } else if (!in_rank_) {
      tokens.expect("rank");
      rank_ = rank(tokens);
      tokens.expect("{");
      in_rank_ = true;
      if (scan_.calc_ns.size() <= rank_) scan_.calc_ns.resize(rank_ + 1);
    } else {
      statement(tokens);
    }
  }

  std::uint32_t rank(Tokens& tokens) {
    if (scan_.ranks == 0) text_.fail(tokens.column(), "a trace has at least 1 rank");
    return static_cast<std::uint32_t>(tokens.number("a rank", scan_.ranks - 1));
  }

  void communicator(Tokens& tokens) {
    const std::uint64_t id = tokens.number("a communicator", kMostNumber);
    tokens.expect("{");
    first_member_[id] = rank(tokens);
    ++scan_.communicators;
  }

  void statement(Tokens& tokens) {
    std::size_t column = (tokens.at_end(), tokens.column());
    std::string_view word = tokens.word();
    if (tokens.accept(":")) {
      column = (tokens.at_end(), tokens.column());
      word = tokens.word();
    } else if (tokens.accept("requires") || tokens.accept("irequires")) {
      ++scan_.dependencies;
      return;
    }
    if (word == "calc") {
      const std::uint64_t time = tokens.number("the time in ns", kMostNanoseconds);
      scan_.calc_ns[rank_] += time;
      ++scan_.calcs;
    } else if (word == "send") {
      send(tokens);
    } else if (word == "recv") {
      recv(tokens);
    } else {
      collective(tokens, word, column);
    }
  }

  void send(Tokens& tokens) {
    const std::uint64_t bytes = tokens.number("the size of the message in bytes", kMostBytes);
    tokens.expect("b");
    tokens.expect("to");
    const std::uint32_t peer = rank(tokens);
    scan_.least_bytes = scan_.sends == 0 ? bytes : std::min(scan_.least_bytes, bytes);
    scan_.most_bytes = std::max(scan_.most_bytes, bytes);
    ++scan_.sends;
    if (peer == rank_) ++scan_.self_messages;
    auto& pair = pairs_[(std::uint64_t{rank_} << 32U) | peer];
    ++pair.first;
    pair.second += bytes;
  }

  void recv(Tokens& tokens) {
    tokens.number("the size of the message in bytes", kMostBytes);
    tokens.expect("b");
    tokens.expect("from");
    ++scan_.recvs;
    if (tokens.accept("-1")) {
      ++scan_.recvs_any_source;
    } else {
      rank(tokens);
    }
    if (tokens.accept("tag") && tokens.accept("-1")) ++scan_.recvs_any_tag;
  }

  void collective(Tokens& tokens, std::string_view word, std::size_t column) {
    static const std::set<std::string_view> kKinds{"barrier", "bcast",     "reduce",        "gather",
                                                   "scatter", "allreduce", "allgather",     "alltoall",
                                                   "scan",    "alltoallv", "reduce_scatter"};
    if (kKinds.count(word) == 0)
      text_.fail(column, fmt::format("unknown keyword \"{}\"; expected an operation of GOAL", shown(word)));
    CollectiveCount& count = scan_.collectives[std::string(word)];
    ++count.records;
    while (!tokens.at_end() && !tokens.accept("comm")) {
      if (!tokens.word().empty()) continue;
      text_.fail(tokens.column(), "expected \"comm\" and a communicator");
    }
    const std::uint64_t comm = tokens.number("a communicator", kMostNumber);
    used_.insert(comm);
    const auto first = first_member_.find(comm);
    if (rank_ == (first == first_member_.end() ? 0 : first->second)) ++count.instances;
  }

  void finish_matrix() {
    scan_.calc_ns.resize(scan_.ranks);
    scan_.matrix.ranks = scan_.ranks;
    for (const auto& [pair, traffic] : pairs_)
      scan_.matrix.entries.push_back(
          {static_cast<std::uint32_t>(pair >> 32U), static_cast<std::uint32_t>(pair), traffic.first, traffic.second});
    std::sort(scan_.matrix.entries.begin(), scan_.matrix.entries.end(),
              [](const auto& a, const auto& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  }

  TraceText text_;
  GoalScan scan_;
  std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> pairs_;  ///< messages and bytes
  std::map<std::uint64_t, std::uint32_t> first_member_;                               ///< of communicators
  std::set<std::uint64_t> used_;
  std::uint32_t rank_ = 0;
  bool has_header_ = false;
  bool in_rank_ = false;
  bool in_comment_ = false;
};

}  // namespace

std::uint64_t GoalScan::collective_records() const {
  std::uint64_t all = 0;
  for (const auto& [name, count] : collectives) all += count.records;
  return all;
}

GoalScan scan_goal(const std::string& file, std::unique_ptr<testbench::ByteSource> source) {
  return Scanner(file, std::move(source)).scan();
}

Locality locality(const testbench::TrafficMatrix& matrix, const std::vector<int>& sizes) {
  Locality result;
  for (const testbench::TrafficEntry& entry : matrix.entries) {
    std::uint32_t from = entry.from;
    std::uint32_t to = entry.to;
    std::uint64_t distance = 0;
    for (const int size : sizes) {
      const auto span = static_cast<std::uint32_t>(size);
      const std::uint32_t apart = (from % span + span - to % span) % span;
      distance += std::min(apart, span - apart);
      from /= span;
      to /= span;
    }
    result.bytes += entry.bytes;
    if (distance == 1) result.bytes_near += entry.bytes;
    result.byte_hops += entry.bytes * distance;
  }
  return result;
}

}  // namespace trenza::traces
