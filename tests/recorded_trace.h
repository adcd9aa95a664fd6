// A reader of GOAL text with collectives that shares nothing with the product: for tests of traces that it writes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trenza::test {

struct RecordedOp {
  std::string kind;  ///< the keyword
  long bytes = -1;   ///< calc: nanoseconds
  long peer = -1;    ///< send, recv: the other rank; -1: any
  long tag = 0;
  long root = -1;
  long comm = -1;
  std::vector<long> list;

  /// "bcast 8 root 1", "alltoallv 4 8": without its communicator.
  std::string text() const;
};

/// `later` requires, or irequires, `earlier`: places among the operations of the rank.
struct RecordedDependency {
  std::size_t later;
  std::size_t earlier;
  bool on_start;

  bool operator==(const RecordedDependency& other) const {
    return later == other.later && earlier == other.earlier && on_start == other.on_start;
  }
};

struct RecordedRank {
  std::vector<RecordedOp> ops;
  std::map<std::string, std::size_t> labels;
  std::vector<RecordedDependency> dependencies;

  /// Operations of this kind.
  long count(const std::string& kind) const;
  /// Sum of their bytes.
  long bytes(const std::string& kind) const;
  long collectives() const;
  /// Receives from any source, and of any tag.
  long any_source() const;
  long any_tag() const;
};

struct RecordedTrace {
  std::vector<RecordedRank> ranks;
  std::map<long, std::vector<long>> comms;  ///< with the world, 0

  long count(const std::string& kind) const;
};

/// Reads the text. What is not as the grammar has it fails the test, and so do dependencies on later labels.
RecordedTrace parse_recorded(const std::string& text);

/// Fails the test if the ranks do not fit: collectives differ among the members of a communicator, or sends and
/// receives of (source, destination, tag) in number, or in bytes in their order. Receives from any source take what is
/// left over.
void expect_consistent(const RecordedTrace& trace);

}  // namespace trenza::test
