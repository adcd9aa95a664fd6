#include "tests/recorded_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

namespace trenza::test {

namespace {

const std::set<std::string> kRooted{"bcast", "reduce", "gather", "scatter"};
const std::set<std::string> kSized{"bcast",     "reduce",    "gather",   "scatter",
                                   "allreduce", "allgather", "alltoall", "scan"};
const std::set<std::string> kListed{"alltoallv", "reduce_scatter"};

bool is_collective(const RecordedOp& op) {
  return op.kind == "barrier" || kSized.count(op.kind) == 1 || kListed.count(op.kind) == 1;
}

long number(std::istringstream& in) {
  long value = -99;
  EXPECT_TRUE(in >> value) << in.str();
  return value;
}

void word(std::istringstream& in, const std::string& expected) {
  std::string found;
  in >> found;
  EXPECT_EQ(found, expected) << in.str();
}

std::vector<long> braces(std::istringstream& in) {
  word(in, "{");
  std::vector<long> list;
  std::string item;
  while (in >> item && item != "}") list.push_back(std::stol(item));
  EXPECT_EQ(item, "}") << in.str();
  return list;
}

RecordedOp operation(std::istringstream& in) {
  RecordedOp op;
  in >> op.kind;
  if (op.kind == "calc") {
    op.bytes = number(in);
  } else if (op.kind == "send" || op.kind == "recv") {
    op.bytes = number(in);
    word(in, "b");
    word(in, op.kind == "send" ? "to" : "from");
    op.peer = number(in);
    word(in, "tag");
    op.tag = number(in);
  } else {
    EXPECT_TRUE(is_collective(op)) << in.str();
    if (kSized.count(op.kind) == 1) {
      op.bytes = number(in);
      word(in, "b");
    }
    if (kRooted.count(op.kind) == 1) {
      word(in, "root");
      op.root = number(in);
    }
    word(in, "comm");
    op.comm = number(in);
    if (kListed.count(op.kind) == 1) op.list = braces(in);
  }
  std::string rest;
  EXPECT_FALSE(in >> rest) << in.str();
  return op;
}

void dependency(const std::string& line, RecordedRank& rank) {
  std::istringstream in(line);
  std::string later;
  std::string kind;
  std::string earlier;
  in >> later >> kind >> earlier;
  EXPECT_TRUE(kind == "requires" || kind == "irequires") << line;
  ASSERT_EQ(rank.labels.count(later), 1U) << line;
  ASSERT_EQ(rank.labels.count(earlier), 1U) << line;
  EXPECT_LT(rank.labels[earlier], rank.labels[later]) << line;
  rank.dependencies.push_back({rank.labels[later], rank.labels[earlier], kind == "irequires"});
}

/// What all members of a communicator have in common in a collective.
std::vector<std::tuple<std::string, long, long>> turns(const RecordedRank& rank, long comm) {
  std::vector<std::tuple<std::string, long, long>> all;
  for (const RecordedOp& op : rank.ops) {
    if (is_collective(op) && op.comm == comm) all.emplace_back(op.kind, op.bytes, op.root);
  }
  return all;
}

void expect_collectives(const RecordedTrace& trace) {
  for (const auto& [comm, members] : trace.comms) {
    for (const long member : members) {
      EXPECT_EQ(turns(trace.ranks.at(static_cast<std::size_t>(member)), comm),
                turns(trace.ranks.at(static_cast<std::size_t>(members[0])), comm))
          << "rank " << member << ", comm " << comm;
    }
  }
  for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank) {
    for (const RecordedOp& op : trace.ranks[rank].ops) {
      if (!is_collective(op)) continue;
      ASSERT_EQ(trace.comms.count(op.comm), 1U) << op.comm;
      const std::vector<long>& members = trace.comms.at(op.comm);
      EXPECT_EQ(std::count(members.begin(), members.end(), static_cast<long>(rank)), 1);
      EXPECT_LT(op.root, static_cast<long>(members.size()));
      if (kListed.count(op.kind) == 1) {
        EXPECT_EQ(op.list.size(), members.size());
      }
    }
  }
}

}  // namespace

std::string RecordedOp::text() const {
  std::string text = kind;
  if (bytes >= 0) text += " " + std::to_string(bytes);
  if (root >= 0) text += " root " + std::to_string(root);
  for (const long item : list) text += " " + std::to_string(item);
  return text;
}

long RecordedRank::count(const std::string& kind) const {
  return std::count_if(ops.begin(), ops.end(), [&](const RecordedOp& op) { return op.kind == kind; });
}

long RecordedRank::bytes(const std::string& kind) const {
  long sum = 0;
  for (const RecordedOp& op : ops) sum += op.kind == kind ? op.bytes : 0;
  return sum;
}

long RecordedRank::collectives() const { return std::count_if(ops.begin(), ops.end(), is_collective); }

long RecordedRank::any_source() const {
  return std::count_if(ops.begin(), ops.end(), [](const RecordedOp& op) { return op.kind == "recv" && op.peer == -1; });
}

long RecordedRank::any_tag() const {
  return std::count_if(ops.begin(), ops.end(), [](const RecordedOp& op) { return op.kind == "recv" && op.tag == -1; });
}

long RecordedTrace::count(const std::string& kind) const {
  long sum = 0;
  for (const RecordedRank& rank : ranks) sum += rank.count(kind);
  return sum;
}

RecordedTrace parse_recorded(const std::string& text) {
  RecordedTrace trace;
  std::istringstream lines(text);
  std::string line;
  bool inside = false;
  std::size_t expected_ranks = 0;
  while (std::getline(lines, line)) {
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {  // "8b" are two words here
      if (line[i] == 'b' && std::isdigit(static_cast<unsigned char>(line[i - 1])) != 0 && line[i + 1] == ' ')
        line.insert(i, " ");
    }
    std::istringstream in(line);
    std::string first;
    in >> first;
    if (line.rfind("//", 0) == 0) continue;
    if (first == "num_ranks") {
      expected_ranks = static_cast<std::size_t>(number(in));
      for (std::size_t i = 0; i < expected_ranks; ++i) trace.comms[0].push_back(static_cast<long>(i));
    } else if (first == "comm" && !inside) {
      const long comm = number(in);
      EXPECT_EQ(trace.comms.count(comm), 0U) << line;
      trace.comms[comm] = braces(in);
    } else if (first == "rank" && !inside) {
      EXPECT_EQ(number(in), static_cast<long>(trace.ranks.size())) << line;
      word(in, "{");
      trace.ranks.emplace_back();
      inside = true;
    } else if (first == "}" && inside) {
      inside = false;
    } else if (inside && first.back() == ':') {
      RecordedRank& rank = trace.ranks.back();
      EXPECT_TRUE(rank.labels.emplace(first.substr(0, first.size() - 1), rank.ops.size()).second) << line;
      rank.ops.push_back(operation(in));
    } else if (inside) {
      dependency(line, trace.ranks.back());
    } else {
      ADD_FAILURE() << line;
    }
  }
  EXPECT_FALSE(inside);
  EXPECT_EQ(trace.ranks.size(), expected_ranks);
  return trace;
}

void expect_consistent(const RecordedTrace& trace) {
  expect_collectives(trace);
  std::map<std::tuple<long, long, long>, std::vector<long>> sent;  // bytes, by source, destination and tag
  std::map<std::tuple<long, long, long>, std::vector<long>> received;
  std::map<long, long> left;  // by destination
  for (std::size_t i = 0; i < trace.ranks.size(); ++i) {
    const long rank = static_cast<long>(i);
    for (const RecordedOp& op : trace.ranks[i].ops) {
      if (op.kind == "send") {
        sent[{rank, op.peer, op.tag}].push_back(op.bytes);
        ++left[op.peer];
      } else if (op.kind == "recv") {
        if (op.peer != -1 && op.tag != -1) received[{op.peer, rank, op.tag}].push_back(op.bytes);
        --left[rank];
      }
    }
  }
  for (const auto& [rank, messages] : left) EXPECT_EQ(messages, 0) << "rank " << rank;
  const bool exact = std::all_of(trace.ranks.begin(), trace.ranks.end(), [](const RecordedRank& rank) {
    return rank.any_source() == 0 && rank.any_tag() == 0;
  });
  if (exact) {
    EXPECT_EQ(sent, received);
  }
}

}  // namespace trenza::test
