#include "graphs/peers/table1.h"

#include <fmt/core.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

#include "graphs/ibt/scheme_metrics.h"
#include "graphs/metrics/distances.h"
#include "graphs/metrics/parallel.h"
#include "graphs/peers/literature.h"
#include "topologies/ibt/ibt_network.h"
#include "topologies/peers/barrel_shifter.h"
#include "topologies/peers/de_bruijn.h"
#include "topologies/peers/hypercube.h"
#include "topologies/peers/max_degree.h"
#include "topologies/peers/rdt.h"

namespace trenza::graphs {

namespace {

constexpr std::int64_t kCube = 102 * 102 * 102;
constexpr double kHalfDigit = 0.005;  // means and deviations are printed with two decimals
constexpr double kErrors = 4;

struct Printed {
  std::string network;
  int degree = 0;
  std::int64_t nodes = 0;
  Table1Values values;
};

Table1Row start(const Printed& printed) {
  Table1Row row;
  row.network = printed.network;
  row.printed_degree = printed.degree;
  row.printed_nodes = printed.nodes;
  row.printed = printed.values;
  return row;
}

Table1Values values(const DistanceSummary& distances) {
  return {distances.diameter, distances.mean_with_self, distances.deviation_with_self};
}

Table1Row bypass_torus(const Printed& printed, int dimensions, int size, const topologies::BypassScheme& scheme) {
  Table1Row row = start(printed);
  const auto metrics = measure_scheme(dimensions, size, scheme);
  row.degree = 2 * dimensions + (scheme.empty() ? 0 : 2);
  row.nodes = metrics.nodes;
  row.computed = values(metrics.distances);
  row.sources = static_cast<int>(metrics.classes.size());
  row.note = "exact: a search from each class of nodes";
  return row;
}

Table1Row peer(const Printed& printed, const topologies::Network& network, const DistanceSummary& found) {
  Table1Row row = start(printed);
  row.degree = topologies::max_degree(network);
  row.nodes = network.nodes;
  row.computed = values(found);
  row.evidence = found.exact ? Table1Evidence::exact : Table1Evidence::sampled;
  row.sources = found.sources;
  row.standard_error = found.standard_error;
  row.note = found.exact ? "exact: a search from each class of nodes"
                         : fmt::format("sampled: {} sources, standard error of the mean {:.4f}", found.sources,
                                       found.standard_error);
  return row;
}

Table1Row symmetric_peer(const Printed& printed, const topologies::Network& network) {
  return peer(printed, network, measure_distances(network));
}

Table1Row literature(const Printed& printed, const LiteratureNetwork& known) {
  Table1Row row = start(printed);
  row.degree = known.degree;
  row.nodes = known.nodes;
  row.computed = row.printed;
  row.evidence = Table1Evidence::literature;
  row.note = known.source;
  return row;
}

Printed as_printed(const LiteratureNetwork& known) {
  return {known.name + " (" + known.configuration + ")",
          known.degree,
          known.nodes,
          {known.diameter, known.mean, known.deviation}};
}

Table1Row de_bruijn_row(const Printed& printed, const Table1Options& options) {
  const topologies::Network network = topologies::de_bruijn(4, 10);
  DistanceOptions search;
  search.threads = options.threads;
  search.samples = options.sampled_sources;
  search.seed = options.seed;
  return peer(printed, network, measure_distances(network, search));
}

using MakeRow = std::function<Table1Row()>;

std::vector<MakeRow> rows(const Table1Options& options) {
  return {
      [] {
        return bypass_torus({"Torus (102 x 102 x 102)", 6, kCube, {153, 76.50, 25.51}}, 3, 102, {});
      },
      [] {
        return bypass_torus({"Torus (32 x 32 x 32 x 32)", 8, kMebi, {64, 32.00, 9.27}}, 4, 32, {});
      },
      [] {
        Table1Row row =
            symmetric_peer({"RDT(2,4,1)/alpha (1024 x 1024)", 8, kMebi, {24, 13.87, 3.46}}, topologies::rdt());
        row.note += fmt::format("; ranks {}", topologies::kRdtAlpha);
        return row;
      },
      [] { return literature(as_printed(literature_pec()), literature_pec()); },
      [] { return literature(as_printed(literature_srt()), literature_srt()); },
      [] {
        return bypass_torus({"iBT(102^3; <12,24>)", 8, kCube, {16, 11.44, 1.95}}, 3, 102, {12, 24});
      },
      [options] {
        return de_bruijn_row({"de Bruijn graph DG(4,10)", 8, kMebi, {10, 9.00, 0.92}}, options);
      },
      [] {
        return symmetric_peer({"Hypercube 2^20", 20, kMebi, {20, 10.00, 2.24}}, topologies::hypercube(20));
      },
      [] {
        return symmetric_peer({"Scalable barrel shifter", 39, kMebi, {10, 6.78, 1.26}}, topologies::barrel_shifter(20));
      },
  };
}

}  // namespace

std::vector<Table1Row> table1(const Table1Options& options) {
  const auto makers = rows(options);
  std::vector<Table1Row> table(makers.size());
  std::mutex telling;
  std::size_t done = 0;
  for_each_block(static_cast<int>(makers.size()), options.threads, [&](int block, int) {
    table[static_cast<std::size_t>(block)] = makers[static_cast<std::size_t>(block)]();
    const std::lock_guard<std::mutex> lock(telling);
    ++done;
    if (options.progress) options.progress(done, makers.size());
  });
  return table;
}

bool confirms_print(const Table1Row& row) {
  if (row.evidence == Table1Evidence::literature) return false;
  const double slack = row.evidence == Table1Evidence::sampled ? kErrors * row.standard_error : 0;
  return row.degree == row.printed_degree && row.nodes == row.printed_nodes &&
         row.computed.diameter == row.printed.diameter &&
         std::abs(row.computed.mean - row.printed.mean) <= kHalfDigit + slack &&
         std::abs(row.computed.deviation - row.printed.deviation) <= kHalfDigit + slack;
}

}  // namespace trenza::graphs
