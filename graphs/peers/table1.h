// Table 1 of the iBT paper, computed anew: networks of a million nodes by degree, diameter and average distance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphs/ibt/scheme_metrics.h"

namespace trenza::graphs {

struct Table1Values {
  int diameter = 0;
  double mean = 0;       ///< over all nodes, distance 0 to itself: what the paper averages
  double deviation = 0;  ///< over all nodes
};

enum class Table1Evidence {
  exact,       ///< computed from every class of sources
  sampled,     ///< computed from a sample of sources
  literature,  ///< not computed: `computed` repeats what is printed
};

struct Table1Row {
  std::string network;  ///< "Torus (102 x 102 x 102)"
  int degree = 0;       ///< computed, but for literature values
  std::int64_t nodes = 0;
  int printed_degree = 0;
  std::int64_t printed_nodes = 0;
  Table1Values printed;
  Table1Values computed;
  Table1Evidence evidence = Table1Evidence::exact;
  int sources = 0;            ///< breadth-first searches behind `computed`; 0 for literature values
  double standard_error = 0;  ///< of the mean, if sampled
  std::string note;           ///< how it was computed, or where it is printed
};

struct Table1Options {
  int threads = 1;            ///< for rows; a row takes one
  int sampled_sources = 512;  ///< of the de Bruijn graph; 0: all of its classes, which takes about a minute of one core
  std::uint64_t seed = 1;     ///< of that sample
  TaskProgress progress;      ///< counts rows
};

/// The nine rows in the order of the paper. The same for any number of threads.
std::vector<Table1Row> table1(const Table1Options& options = {});

/// Whether the computed values are the printed ones within the digits that are printed; a sampled mean may be off by
/// four standard errors more. False for literature values: nothing was computed.
bool confirms_print(const Table1Row& row);

}  // namespace trenza::graphs
