// Breadth-first search over all nodes of a bypass torus at once: a set of nodes is one bit per node, in rows along the
// first dimension, and a step moves whole rows.
#pragma once

#include <cstdint>
#include <vector>

#include "topologies/graph.h"
#include "topologies/ibt/ibt_spec.h"

namespace trenza::graphs {

/// Distances in the network that ibt_network(spec) builds, without building it. A level of the search costs a few word
/// operations for each 64 nodes and port. Use by one thread at a time.
class RowSearch {
 public:
  /// Throws TopologyError as check_ibt does.
  explicit RowSearch(const topologies::IbtSpec& spec);

  /// Number of nodes at distance 0, 1, 2, ... from `source`, up to the last that is reached.
  std::vector<std::int64_t> count_by_distance(topologies::NodeId source);

 private:
  using Word = std::uint64_t;

  /// One length along one dimension, both ways.
  struct Move {
    int dimension = 0;
    int length = 0;
    int residue = -1;  ///< only nodes of this (x_1 + ... + x_m) mod m k make it; -1: all do
    bool closed = true;
    /// For every dimension but the first, by coordinate: the distance in rows to the nodes that one move down and one
    /// move up reach; 0: there is none.
    std::vector<std::int64_t> from_below, from_above;
  };

  void add_move(int dimension, int length, int residue);
  void add_residue_rows(int period);
  const Word* residue_row(const Move& move, int row_sum) const;
  template <std::size_t Fixed>
  std::int64_t expand();
  template <std::size_t Fixed>
  void gather(std::int64_t row, const std::vector<int>& at, int row_sum, Word* found);

  topologies::IbtSpec spec_;
  std::size_t words_ = 1;  ///< of a row
  std::int64_t rows_ = 1;
  std::vector<std::int64_t> strides_;  ///< in rows, by dimension; 0 for the first
  std::vector<Move> moves_;
  std::vector<Word> full_;      ///< a row of all nodes
  std::vector<Word> residues_;  ///< period rows: nodes whose first coordinate is r mod m k
  std::vector<Word> seen_, frontier_, next_;
  std::vector<Word> moved_;  ///< scratch, a row
};

}  // namespace trenza::graphs
