// Computations of the peripheral twist paper.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "apps/reproduce/computation.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/node_symmetry.h"
#include "graphs/searches/twist_search.h"
#include "settings/config_error.h"
#include "settings/network_spec.h"
#include "topologies/torus_network.h"

namespace trenza::apps {

namespace {

using graphs::Averaging;
using graphs::TwistMetric;
using graphs::TwistOptimum;
using settings::ConfigError;
using settings::Form;

const std::vector<TwistMetric> kSweptMetrics = {TwistMetric::diameter, TwistMetric::mean_distance,
                                                TwistMetric::largest_dimension_mean, TwistMetric::imbalance};

/// rows, from, to, averaging.
struct SearchForm {
  graphs::TwistSearch search;
  Averaging averaging = Averaging::path;
};

SearchForm read_search(Form& form) {
  constexpr int kMost = 200;
  SearchForm read;
  read.search.rows = form.integer("rows", 2, kMost);
  read.search.first_columns = form.integer("from", 2, kMost);
  read.search.last_columns = form.integer("to", read.search.first_columns, kMost);
  if (form.choice("averaging", {"path", "record"}, "path") == "record") read.averaging = Averaging::record;
  return read;
}

const TwistOptimum& optimum(const graphs::TwistSearchResult& found, int columns, TwistMetric metric,
                            Averaging averaging) {
  const bool any = metric == TwistMetric::diameter || metric == TwistMetric::mean_distance;
  return *std::find_if(found.optimums.begin(), found.optimums.end(), [&](const TwistOptimum& one) {
    return one.columns == columns && one.metric == metric && one.averaging == (any ? Averaging::any : averaging);
  });
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const TwistMetric metric : kSweptMetrics) names.push_back(graphs::metric_name(metric));
  return names;
}

PreparedComputation prepare_twists(Form& form) {
  const SearchForm read = read_search(form);
  const std::string name = form.choice("metric", metric_names());
  const bool relative = form.boolean("relative", false);
  PreparedComputation prepared;
  prepared.columns = {"columns", "aspect", "no_tw", "opt_tw", "tw_mid", "tw_rows", "best_twist"};
  prepared.compute = [=](int /*threads*/) {
    const auto found = graphs::search_twists(read.search);
    DataTable table{{"columns", "aspect", "no_tw", "opt_tw", "tw_mid", "tw_rows", "best_twist"}, {}};
    for (const TwistMetric metric : kSweptMetrics) {
      if (graphs::metric_name(metric) != name) continue;
      for (int columns = read.search.first_columns; columns <= read.search.last_columns; ++columns) {
        const TwistOptimum& one = optimum(found, columns, metric, read.averaging);
        const double unit = relative ? one.value : 1;
        table.rows.push_back({columns, one.aspect(), one.no_twist / unit, one.value / unit, one.mid / unit,
                              one.rows_value / unit, one.twists.front()});
      }
    }
    return table;
  };
  return prepared;
}

PreparedComputation prepare_best_twists(Form& form) {
  const SearchForm read = read_search(form);
  PreparedComputation prepared;
  prepared.columns = {"columns", "aspect"};
  for (const std::string& name : metric_names()) prepared.columns.push_back(name);
  for (const char* const more : {"tw_mid", "tw_rows", "in_all"}) prepared.columns.emplace_back(more);
  prepared.compute = [read, columns = prepared.columns](int /*threads*/) {
    const auto found = graphs::search_twists(read.search);
    DataTable table{columns, {}};
    for (int d = read.search.first_columns; d <= read.search.last_columns; ++d) {
      std::vector<nlohmann::ordered_json> row{d, optimum(found, d, TwistMetric::diameter, read.averaging).aspect()};
      std::vector<int> common = optimum(found, d, TwistMetric::diameter, read.averaging).twists;
      for (const TwistMetric metric : kSweptMetrics) {
        const std::vector<int>& twists = optimum(found, d, metric, read.averaging).twists;
        // Where several are best, the one nearest to half the columns, as a search downwards from there finds it.
        row.emplace_back(twists.back());
        std::vector<int> both;
        std::set_intersection(common.begin(), common.end(), twists.begin(), twists.end(), std::back_inserter(both));
        common = both;
      }
      const TwistOptimum& any = optimum(found, d, TwistMetric::diameter, read.averaging);
      row.insert(row.end(), {any.mid_twist, any.rows_twist, !common.empty()});
      table.rows.push_back(std::move(row));
    }
    return table;
  };
  return prepared;
}

/// "d+" or "d-" by letter, as a port.
topologies::PortId port_of(const settings::Value& step, const topologies::Network& network) {
  const std::string text = settings::text_of(step);
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    if (network.port_names[static_cast<std::size_t>(port)] == text) return port;
  }
  throw ConfigError(step.place, "`" + text + "` is no port of the network; expected one of " +
                                    settings::listed(network.port_names) +
                                    settings::suggestion(text, network.port_names));
}

PreparedComputation prepare_step_orders(Form& form) {
  const settings::Value& spec = form.needed("network", "a network such as 'twisted_torus: {size: [4, 4]}'");
  const topologies::Network network = settings::network_of(settings::text_of(spec), settings::to_string(spec.place));
  const std::vector<int> from = form.integers("from", 0, 1 << 20);
  if (from.size() != 2 || network.sizes.size() != 2 || from[0] >= network.sizes[0] || from[1] >= network.sizes[1])
    throw ConfigError(form.place("from"), "is no node; expected two coordinates of a network of two dimensions");
  const settings::Value& steps = form.needed("steps", "two ports, such as [yp, xm]");
  if (!steps.is_list() || steps.items.size() != 2)
    throw ConfigError(steps.place, "is " + steps.description() + "; expected two ports, such as [yp, xm]");
  const topologies::PortId first = port_of(steps.items[0], network);
  const topologies::PortId second = port_of(steps.items[1], network);
  PreparedComputation prepared;
  prepared.columns = {"order", "x", "y"};
  prepared.compute = [=](int /*threads*/) {
    DataTable table{{"order", "x", "y"}, {}};
    const topologies::NodeId source = from[0] + network.sizes[0] * from[1];
    for (const auto& [one, other] : {std::pair{first, second}, std::pair{second, first}}) {
      const topologies::NodeId end = network.neighbour(network.neighbour(source, one), other);
      table.rows.push_back({network.port_names[static_cast<std::size_t>(one)] + " " +
                                network.port_names[static_cast<std::size_t>(other)],
                            end % network.sizes[0], end / network.sizes[0]});
    }
    return table;
  };
  return prepared;
}

/// Whether a dimension twists and is twisted.
bool conflicts(const std::vector<topologies::Twist>& twists) {
  for (const topologies::Twist& one : twists) {
    for (const topologies::Twist& other : twists) {
      if (one.over == other.of) return true;
    }
  }
  return false;
}

struct TwistSetCount {
  int sets = 0;
  int commuting = 0;
  int symmetric = 0;

  void add(const topologies::Network& network) {
    ++sets;
    commuting += graphs::steps_commute(network) ? 1 : 0;
    const graphs::SymmetryResult found = graphs::node_symmetric_exhaustive(network);
    symmetric += found.known && found.symmetric ? 1 : 0;
  }
};

/// Every set of twists of a torus, each amount from 0 on.
void each_twist_set(const std::vector<int>& sizes,
                    const std::function<void(const std::vector<topologies::Twist>&)>& use) {
  const auto dimensions = static_cast<int>(sizes.size());
  std::vector<topologies::Twist> all;
  for (int of = 0; of < dimensions; ++of) {
    for (int over = 0; over < dimensions; ++over) {
      if (of != over) all.push_back({of, over, 0});
    }
  }
  while (true) {
    std::vector<topologies::Twist> given;
    for (const topologies::Twist& twist : all) {
      if (twist.amount != 0) given.push_back(twist);
    }
    use(given);
    std::size_t place = 0;
    for (; place < all.size(); ++place) {
      if (++all[place].amount < sizes[static_cast<std::size_t>(all[place].over)]) break;
      all[place].amount = 0;
    }
    if (place == all.size()) return;
  }
}

std::vector<int> sizes_of(const std::string& text, const settings::Place& place) {
  std::vector<int> sizes;
  int size = 0;
  for (const char letter : text + "x") {
    if (letter >= '0' && letter <= '9' && size < 100) {
      size = 10 * size + (letter - '0');
    } else if (letter == 'x' && size >= 2 && size <= 16) {
      sizes.push_back(size);
      size = 0;
    } else {
      throw ConfigError(place, "`" + text + "` is no size; expected one such as 4x4 or 3x3x3, of 2 to 16 each");
    }
  }
  if (sizes.size() < 2 || sizes.size() > 3)
    throw ConfigError(place, "`" + text + "` has " + std::to_string(sizes.size()) + " dimensions; expected 2 or 3");
  return sizes;
}

PreparedComputation prepare_twist_sets(Form& form) {
  std::vector<std::pair<std::string, std::vector<int>>> tori;
  for (const std::string& text : form.texts("sizes")) tori.emplace_back(text, sizes_of(text, form.place("sizes")));
  PreparedComputation prepared;
  prepared.columns = {"size",   "conflicting",    "conflicting_commute", "conflicting_symmetric",
                      "others", "others_commute", "others_symmetric"};
  prepared.compute = [tori, columns = prepared.columns](int /*threads*/) {
    DataTable table{columns, {}};
    for (const auto& [name, sizes] : tori) {
      TwistSetCount with;
      TwistSetCount without;
      each_twist_set(sizes, [&, &torus = sizes](const std::vector<topologies::Twist>& twists) {
        (conflicts(twists) ? with : without).add(topologies::torus_network("", torus, twists));
      });
      table.rows.push_back(
          {name, with.sets, with.commuting, with.symmetric, without.sets, without.commuting, without.symmetric});
    }
    return table;
  };
  return prepared;
}

/// Sets of twists (by which dimension twists which) without a conflict.
struct CombinationCount {
  int possible = 0;       ///< twists
  int most = 0;           ///< of them in one set
  std::int64_t sets = 0;  ///< that are not empty
  int lower_single = 0;   ///< sets of one twist over a dimension of lower order
  int lower_pairs = 0;    ///< sets of two
  int lower_sets = 0;     ///< all that are not empty
};

CombinationCount count_combinations(int dimensions) {
  CombinationCount count;
  std::vector<topologies::Twist> all;
  for (int of = 0; of < dimensions; ++of) {
    for (int over = 0; over < dimensions; ++over) {
      if (of != over) all.push_back({of, over, 1});
    }
  }
  count.possible = static_cast<int>(all.size());
  for (std::uint32_t chosen = 1; chosen < std::uint32_t{1} << all.size(); ++chosen) {
    std::uint32_t twisting = 0;
    std::uint32_t twisted = 0;
    int size = 0;
    bool lower = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      twisting |= 1U << static_cast<unsigned>(all[i].of);
      twisted |= 1U << static_cast<unsigned>(all[i].over);
      lower = lower && all[i].over < all[i].of;
      ++size;
    }
    if ((twisting & twisted) != 0) continue;
    ++count.sets;
    count.most = std::max(count.most, size);
    if (!lower) continue;
    ++count.lower_sets;
    count.lower_single += size == 1 ? 1 : 0;
    count.lower_pairs += size == 2 ? 1 : 0;
  }
  return count;
}

PreparedComputation prepare_twist_counts(Form& form) {
  constexpr int kMost = 5;  // 2^20 sets
  const int last = form.integer("dimensions", 2, kMost);
  PreparedComputation prepared;
  prepared.columns = {"dimensions", "possible",     "most_at_once", "claimed_most",
                      "sets",       "lower_single", "lower_pairs",  "lower_sets"};
  prepared.compute = [last, columns = prepared.columns](int /*threads*/) {
    DataTable table{columns, {}};
    for (int dimensions = 2; dimensions <= last; ++dimensions) {
      const CombinationCount count = count_combinations(dimensions);
      table.rows.push_back({dimensions, count.possible, count.most, dimensions - 1, count.sets, count.lower_single,
                            count.lower_pairs, count.lower_sets});
    }
    return table;
  };
  return prepared;
}

PreparedComputation prepare_twist_loads(Form& form) {
  constexpr int kMost = 100;
  const int rows = form.integer("rows", 2, kMost);
  const int columns = form.integer("columns", 2, kMost);
  const std::vector<int> twists = form.integers("twists", 0, columns - 1);
  PreparedComputation prepared;
  prepared.columns = {"series", "twist", "mean", "max_avg_per_dim", "largest_load", "bound"};
  prepared.compute = [=, names = prepared.columns](int /*threads*/) {
    DataTable table{names, {}};
    for (const int twist : twists) {
      const graphs::TwistPoint point = graphs::measure_twist(columns, rows, twist);
      const std::vector<topologies::Twist> all =
          twist == 0 ? std::vector<topologies::Twist>{} : std::vector<topologies::Twist>{{1, 0, twist}};
      const graphs::UniformBounds bounds = graphs::uniform_bounds(topologies::torus_network("", {columns, rows}, all));
      table.rows.push_back({fmt::format("t{}", twist), twist, point.mean, point.by_path.largest(), bounds.largest_load,
                            bounds.throughput});
    }
    return table;
  };
  return prepared;
}

}  // namespace

std::vector<Computation> twist_computations() {
  return {{"twists", "a number of columns: a metric without a twist, with the best, with columns / 2 and with rows",
           "{rows: 12, from: 12, to: 48, metric: diameter}", prepare_twists},
          {"best_twists", "a number of columns: the best twist in each of four metrics", "{rows: 12, from: 12, to: 48}",
           prepare_best_twists},
          {"step_orders", "an order of two steps: where they lead",
           "{network: 'torus: [4, 4]', from: [0, 2], steps: [yp, xm]}", prepare_step_orders},
          {"twist_sets", "a size: how many sets of twists commute, and are node-symmetric", "{sizes: [4x4, 3x3x3]}",
           prepare_twist_sets},
          {"twist_counts", "a number of dimensions: how many twists there are, and may be together", "{dimensions: 4}",
           prepare_twist_counts},
          {"twist_loads", "a twist: its largest mean distance per dimension, and the bound for uniform traffic",
           "{rows: 6, columns: 24, twists: [0, 6]}", prepare_twist_loads}};
}

}  // namespace trenza::apps
