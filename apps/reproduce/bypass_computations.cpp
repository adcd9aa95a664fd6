// Computations of the iBT paper.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>

#include "apps/reproduce/computation.h"
#include "graphs/ibt/diameter_formula.h"
#include "graphs/ibt/scheme_search.h"
#include "graphs/peers/table1.h"
#include "settings/config_error.h"
#include "settings/network_spec.h"
#include "topologies/peers/max_degree.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Form;
using topologies::BypassScheme;

constexpr int kMostSize = 150;

/// The search of a size, made once by the whole program: several figures draw the same one.
const graphs::SchemeSearch& search_of(int dimensions, int size, int threads) {
  static std::map<std::pair<int, int>, graphs::SchemeSearch> known;
  const auto [found, is_new] = known.try_emplace({dimensions, size});
  if (is_new) {
    graphs::SchemeSearchOptions options;
    options.threads = threads;
    found->second = graphs::search_schemes(dimensions, size, options);
  }
  return found->second;
}

PreparedComputation prepare_table_1(Form& form) {
  graphs::Table1Options options;
  options.sampled_sources = form.integer("sources", 2, 1 << 20, options.sampled_sources);
  PreparedComputation prepared;
  prepared.columns = {"network", "nodes",        "degree",    "printed_degree",    "diameter", "printed_diameter",
                      "mean",    "printed_mean", "deviation", "printed_deviation", "evidence", "confirmed"};
  prepared.compute = [options, columns = prepared.columns](int threads) {
    DataTable table{columns, {}};
    graphs::Table1Options how = options;
    how.threads = threads;
    for (const graphs::Table1Row& row : graphs::table1(how)) {
      const bool computed = row.evidence != graphs::Table1Evidence::literature;
      const auto only = [&](const Json& value) { return computed ? value : Json(nullptr); };
      const char* const evidence = row.evidence == graphs::Table1Evidence::exact     ? "exact"
                                   : row.evidence == graphs::Table1Evidence::sampled ? "sampled"
                                                                                     : "literature";
      table.rows.push_back({row.network, row.printed_nodes, only(row.degree), row.printed_degree,
                            only(row.computed.diameter), row.printed.diameter, only(row.computed.mean),
                            row.printed.mean, only(row.computed.deviation), row.printed.deviation, evidence,
                            only(graphs::confirms_print(row))});
    }
    return table;
  };
  return prepared;
}

/// dimensions, from, to, step: the sizes n of n^d.
struct SizesForm {
  int dimensions = 3;
  std::vector<int> sizes;
};

SizesForm read_sizes(Form& form) {
  constexpr int kMostDimensions = 4;
  SizesForm read;
  read.dimensions = form.integer("dimensions", 1, kMostDimensions);
  const int from = form.integer("from", 2 * read.dimensions, kMostSize);
  const int to = form.integer("to", from, kMostSize);
  const int step = form.integer("step", 1, kMostSize, read.dimensions);
  for (int n = from; n <= to; n += step) read.sizes.push_back(n);
  for (const int n : read.sizes) {
    if (n % read.dimensions != 0)
      throw ConfigError(form.place("step"),
                        fmt::format("leads to {}, which is no multiple of {} dimensions", n, read.dimensions));
  }
  return read;
}

std::int64_t power(int base, int exponent) {
  std::int64_t product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

PreparedComputation prepare_schemes(Form& form) {
  const SizesForm read = read_sizes(form);
  PreparedComputation prepared;
  prepared.columns = {"size", "nodes", "scheme", "lengths", "diameter", "mean", "has_formula", "formula"};
  prepared.compute = [read, columns = prepared.columns](int threads) {
    DataTable table{columns, {}};
    for (const int n : read.sizes) {
      for (const graphs::SchemeResult& one : search_of(read.dimensions, n, threads).results) {
        const graphs::DistanceSummary& found = one.metrics.distances;
        table.rows.push_back({n, power(n, read.dimensions), topologies::scheme_text(one.scheme), one.scheme.size(),
                              found.diameter, found.mean_with_self, one.formula.has_value(),
                              one.formula ? Json(*one.formula) : Json(nullptr)});
      }
    }
    return table;
  };
  return prepared;
}

/// "<6,12>" as a scheme.
BypassScheme scheme_of(const std::string& text, const settings::Place& place) {
  BypassScheme scheme;
  int length = 0;
  const bool framed = text.size() > 2 && text.front() == '<' && text.back() == '>';
  for (const char letter : framed ? text.substr(1, text.size() - 2) + "," : std::string()) {
    if (letter >= '0' && letter <= '9' && length < kMostSize) {
      length = 10 * length + (letter - '0');
    } else if (letter == ',' && length > 0) {
      scheme.push_back(length);
      length = 0;
    } else {
      scheme.clear();
      break;
    }
  }
  if (scheme.empty()) throw ConfigError(place, "`" + text + "` is no scheme; expected one such as <6,12>");
  return scheme;
}

PreparedComputation prepare_scheme_curves(Form& form) {
  const SizesForm read = read_sizes(form);
  std::vector<BypassScheme> schemes;
  for (const std::string& text : form.texts("schemes")) schemes.push_back(scheme_of(text, form.place("schemes")));
  PreparedComputation prepared;
  prepared.columns = {"size", "nodes", "series", "diameter", "mean", "least_diameter", "least_mean"};
  prepared.compute = [read, schemes, columns = prepared.columns](int threads) {
    DataTable table{columns, {}};
    for (const int n : read.sizes) {
      const graphs::SchemeSearch& search = search_of(read.dimensions, n, threads);
      const int diameter = search.results[search.best_by_diameter].metrics.distances.diameter;
      const double mean = search.results[search.best_by_mean].metrics.distances.mean_with_self;
      const auto add = [&](const std::string& series, int its_diameter, double its_mean) {
        table.rows.push_back({n, power(n, read.dimensions), series, its_diameter, its_mean, diameter, mean});
      };
      for (const BypassScheme& scheme : schemes) {
        for (const graphs::SchemeResult& one : search.results) {
          if (one.scheme != scheme) continue;
          add(topologies::scheme_text(scheme), one.metrics.distances.diameter, one.metrics.distances.mean_with_self);
        }
      }
      add("best", diameter, mean);
    }
    return table;
  };
  return prepared;
}

/// A network of a curve.
struct CurveNetwork {
  std::string series;
  std::string spec;
  std::string source;  ///< what messages begin with
  int best_size = 0;   ///< of the best iBT; 0: the spec
};

std::vector<Json> network_row(const CurveNetwork& one, int best_dimensions, int samples, int threads) {
  if (one.best_size > 0) {
    const graphs::SchemeSearch& search = search_of(best_dimensions, one.best_size, threads);
    const graphs::SchemeResult& best = search.results[search.best_by_diameter];
    return {one.series,
            fmt::format("ibt({}^{}; {})", one.best_size, best_dimensions, topologies::scheme_text(best.scheme)),
            power(one.best_size, best_dimensions),
            2 * best_dimensions + 2,
            best.metrics.distances.diameter,
            best.metrics.distances.mean_with_self,
            true};
  }
  const topologies::Network network = settings::network_of(one.spec, one.source);
  graphs::DistanceOptions options;
  options.threads = threads;
  options.samples = samples;
  const graphs::DistanceSummary found = graphs::measure_distances(network, options);
  return {one.series,     network.name,         network.nodes, topologies::max_degree(network),
          found.diameter, found.mean_with_self, found.exact};
}

PreparedComputation prepare_network_curves(Form& form) {
  constexpr int kMostDimensions = 4;
  constexpr int kMostSamples = 1 << 20;
  const int samples = form.integer("sources", 2, kMostSamples, 64);
  const settings::Value& series = form.needed("series", "a map such as {torus: ['torus: [8, 8]']}");
  if (!series.is_map() || series.entries.empty())
    throw ConfigError(series.place,
                      "is " + series.description() + "; expected a map such as {torus: ['torus: [8, 8]']}");
  std::vector<CurveNetwork> networks;
  for (const settings::Entry& entry : series.entries) {
    if (!entry.value.is_list())
      throw ConfigError(entry.value.place, "is " + entry.value.description() + "; expected a list of networks");
    for (const settings::Value& spec : entry.value.items) {
      const std::string source = settings::to_string(spec.place);
      networks.push_back({entry.key, settings::text_of(spec), source, 0});
      settings::read_network_spec(networks.back().spec, source);
    }
  }
  int dimensions = 0;
  if (const settings::Value* const best = form.value("best_ibt")) {
    Form inner(*best, "{dimensions: 3, sizes: [12, 24]}");
    dimensions = inner.integer("dimensions", 1, kMostDimensions);
    for (const int n : inner.integers("sizes", 2 * dimensions, kMostSize)) {
      if (n % dimensions != 0)
        throw ConfigError(inner.place("sizes"), fmt::format("{} is no multiple of {} dimensions", n, dimensions));
      networks.push_back({fmt::format("best iBT, {}-D", dimensions), "", "", n});
    }
    inner.finish();
  }
  PreparedComputation prepared;
  prepared.columns = {"series", "network", "nodes", "degree", "diameter", "mean", "exact"};
  prepared.compute = [=, columns = prepared.columns](int threads) {
    DataTable table{columns, {}};
    for (const CurveNetwork& one : networks) table.rows.push_back(network_row(one, dimensions, samples, threads));
    return table;
  };
  return prepared;
}

PreparedComputation prepare_diameter_terms(Form& form) {
  constexpr int kMostDimensions = 4;
  const int dimensions = form.integer("dimensions", 1, kMostDimensions);
  const int size = form.integer("size", 2 * dimensions, kMostSize);
  const int shorter = form.integer("shorter", 0, kMostSize, 0);
  PreparedComputation prepared;
  prepared.columns = {"length", "longer_bypass_hops", "bypass_hops", "torus_hops", "formula", "diameter",
                      "mean",   "fit_bypass",         "fit_torus",   "fit"};
  prepared.compute = [=, columns = prepared.columns](int threads) {
    DataTable table{columns, {}};
    for (const graphs::SchemeResult& one : search_of(dimensions, size, threads).results) {
      const bool wanted = shorter == 0 ? one.scheme.size() == 1 : one.scheme.size() == 2 && one.scheme[0] == shorter;
      const auto parts = wanted ? graphs::diameter_parts(dimensions, size, one.scheme) : std::nullopt;
      if (!parts) continue;
      std::vector<Json> row{one.scheme.back(),
                            parts->longer_bypass,
                            parts->bypass,
                            parts->torus,
                            parts->diameter(),
                            one.metrics.distances.diameter,
                            one.metrics.distances.mean_with_self};
      if (shorter == 0) {
        const graphs::UniformDiameterFit fit = graphs::fit_uniform_diameter(dimensions, size);
        const double torus = fit.slope * one.scheme[0] + fit.intercept;
        row.insert(row.end(), {fit.diameter(one.scheme[0]) - torus, torus, fit.diameter(one.scheme[0])});
      } else {
        row.insert(row.end(), {nullptr, nullptr, nullptr});
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  };
  return prepared;
}

}  // namespace

std::vector<Computation> bypass_computations() {
  return {{"table_1", "a network of a million nodes, as printed and computed", "{sources: 512}", prepare_table_1},
          {"schemes", "a qualified bypass scheme of a size: diameter and mean distance",
           "{dimensions: 3, from: 12, to: 102}", prepare_schemes},
          {"scheme_curves", "a size and one of the schemes, or the best of all",
           "{dimensions: 3, from: 12, to: 102, schemes: ['<6>', '<6,12>']}", prepare_scheme_curves},
          {"network_curves", "a network: nodes, degree, diameter and mean distance",
           "{series: {torus: ['torus: [8, 8]', 'torus: [16, 16]']}}", prepare_network_curves},
          {"diameter_terms", "a bypass length: the terms of the formula for the diameter, and the diameter",
           "{dimensions: 3, size: 90}", prepare_diameter_terms}};
}

}  // namespace trenza::apps
