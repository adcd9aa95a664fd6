#include "apps/result_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/text_table.h"
#include "testbench/comparison.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using Cell = std::function<std::string(const Json&)>;

const Json* find(const Json& results, const char* pointer) {
  const Json::json_pointer path(pointer);
  return results.contains(path) && !results[path].is_null() ? &results[path] : nullptr;
}

Cell text(const char* pointer) {
  return [pointer](const Json& results) {
    const Json* const value = find(results, pointer);
    return value == nullptr ? std::string() : value->get<std::string>();
  };
}

Cell real(const char* pointer, int decimals) {
  return [=](const Json& results) {
    const Json* const value = find(results, pointer);
    return value == nullptr ? std::string() : significant(value->get<double>(), decimals);
  };
}

Cell integer(const char* pointer) {
  return [=](const Json& results) {
    const Json* const value = find(results, pointer);
    return value == nullptr ? std::string() : grouped(value->get<std::uint64_t>());
  };
}

Cell percent(const char* pointer) {
  return [=](const Json& results) {
    const Json* const value = find(results, pointer);
    return value == nullptr ? std::string() : significant(100 * value->get<double>(), 1);
  };
}

/// A latency; a run that has not reached a steady state has none, and says so in the place of the mean.
Cell latency(const char* pointer, bool mean) {
  return [=](const Json& results) {
    const Json* const steady = find(results, "/steady");
    if (steady != nullptr && !steady->get<bool>()) return std::string(mean ? "not steady" : "");
    return mean ? real(pointer, 2)(results) : integer(pointer)(results);
  };
}

/// The ends of an interval.
Cell interval(const char* pointer, int decimals) {
  return [=](const Json& results) {
    const Json* const ends = find(results, pointer);
    if (ends == nullptr) return std::string();
    return significant((*ends)["low"].get<double>(), decimals) + " .. " +
           significant((*ends)["high"].get<double>(), decimals);
  };
}

Cell yes_or_no(const char* pointer) {
  return [=](const Json& results) {
    const Json* const value = find(results, pointer);
    return std::string(value == nullptr ? "" : value->get<bool>() ? "yes" : "no");
  };
}

/// The shares of the mix of a saturated run in each dimension: "0.960 1.090".
std::string mix_by_dimension(const Json& results) {
  const Json* const mix = find(results, "/saturation/mix/by_dimension");
  std::string text;
  if (mix == nullptr) return text;
  for (const Json& share : *mix) {
    if (share.is_number()) text += fmt::format("{}{:.3f}", text.empty() ? "" : " ", share.get<double>());
  }
  return text;
}

/// The greatest and the least share by distance, and the hops of each: "1.310 of 1, 0.720 of 14".
std::string mix_by_distance(const Json& results) {
  const Json* const mix = find(results, "/saturation/mix/by_distance");
  std::optional<std::size_t> most;
  std::optional<std::size_t> least;
  for (std::size_t hops = 0; mix != nullptr && hops < mix->size(); ++hops) {
    const Json& share = (*mix)[hops];
    if (!share.is_number()) continue;
    if (!most || share > (*mix)[*most]) most = hops;
    if (!least || share < (*mix)[*least]) least = hops;
  }
  if (!most) return "";
  return fmt::format("{:.3f} of {}, {:.3f} of {}", (*mix)[*most].get<double>(), *most, (*mix)[*least].get<double>(),
                     *least);
}

/// Whether the latency drifts by more than its interval explains.
std::string drift(const Json& results) {
  const Json* const within = find(results, "/latency/drift/within");
  if (within == nullptr) return "";
  return within->get<bool>() ? "within its interval" : "beyond its interval";
}

/// The value of a measure, if it is this one.
Cell measure(const char* name, int decimals) {
  return [=](const Json& results) {
    const Json* const found = find(results, "/measure/name");
    return found == nullptr || *found != name ? std::string() : real("/measure/value", decimals)(results);
  };
}

/// Why runs are not steady, not precise, or have no measure, one line each.
std::string notes(const std::vector<Json>& results) {
  const auto reason = [](const Json& run, const char* pointer) {
    const Json* const text = find(run, pointer);
    return text == nullptr ? std::string() : text->get<std::string>();
  };
  std::string text;
  for (const Json& run : results) {
    const std::string name = run["config"]["name"].get<std::string>();
    if (const auto why = reason(run, "/steady_reason"); !why.empty())
      text += fmt::format("{} is not steady: {}\n", name, why);
    if (const auto why = reason(run, "/precise_reason"); !why.empty())
      text += fmt::format("{} is not as precise as run.until asks: {}\n", name, why);
    if (const auto why = reason(run, "/measure/reason"); !why.empty())
      text += fmt::format("{} has no {}: {}\n", name, reason(run, "/measure/name"), why);
  }
  return text;
}

struct Line {
  std::string label;
  std::string unit;
  Cell cell;
};

/// A cell that is empty for traces, where it would say nothing.
Cell open_loop(const Cell& cell) {
  return [cell](const Json& results) { return find(results, "/steady") == nullptr ? std::string() : cell(results); };
}

/// A cell that is empty for synthetic traffic.
Cell closed_loop(const Cell& cell) {
  return [cell](const Json& results) { return find(results, "/steady") == nullptr ? cell(results) : std::string(); };
}

std::vector<Line> lines(const Json& base) {
  const std::string load = "phits/cycle/node";
  const Cell faster = [base](const Json& run) {
    const std::optional<double> value = testbench::speedup(base, run);
    return value ? significant(*value, 3) : std::string();
  };
  return {
      {"outcome", "", text("/outcome")},
      {"nodes", "", integer("/nodes")},
      {"cycles", "cycles", integer("/cycles")},
      {"  of them warm-up", "cycles", open_loop(integer("/warmup_cycles"))},
      {"steady", "", yes_or_no("/steady")},
      {"  drift of the latency", "", drift},
      {"precise", "", yes_or_no("/precise")},
      {"maximum throughput", load, measure("maximum_throughput", 4)},
      {"base latency", "cycles", measure("base_latency", 2)},
      {"execution time", "cycles", integer("/execution_cycles")},
      {"", "ms", real("/execution_milliseconds", 3)},
      {"  on a network of no cost", "cycles", integer("/ideal_cycles")},
      {"algorithm", "", text("/collective/algorithm")},
      {"  each time", "cycles", real("/collective/cycles", 0)},
      {"  bus bandwidth", "GB/s", real("/collective/bus_bandwidth", 4)},
      {"  bound", "GB/s", real("/collective/bus_bandwidth_bound", 4)},
      {"speed-up over " + base["config"]["name"].get<std::string>(), "", faster},
      {"offered load", load, open_loop(real("/offered_load", 4))},
      {"accepted load", load, real("/accepted_load", 4)},
      {"  95 % interval", load, interval("/accepted_load_interval", 4)},
      {"  saturated", "", yes_or_no("/saturation/saturated")},
      {"  mix, by dimension", "accepted/offered", mix_by_dimension},
      {"  mix, by distance", "accepted/offered, of hops", mix_by_distance},
      {"  bound, uniform traffic", load, real("/uniform_bound", 4)},
      {"  least served source", load, real("/accepted_load_min_source", 4)},
      {"  most served source", load, real("/accepted_load_max_source", 4)},
      {"  Jain's index of sources", "", real("/sources/jain_index", 4)},
      {"latency, mean", "cycles", latency("/latency/mean", true)},
      {"  95 % interval", "cycles", interval("/latency/interval/mean", 2)},
      {"  50 % of the packets", "cycles", latency("/latency/p50", false)},
      {"  95 %", "cycles", latency("/latency/p95", false)},
      {"  99 %", "cycles", latency("/latency/p99", false)},
      {"  longest", "cycles", latency("/latency/max", false)},
      {"  requests, mean", "cycles", real("/classes/0/latency_mean", 2)},
      {"  responses, mean", "cycles", real("/classes/1/latency_mean", 2)},
      {"network latency, mean", "cycles", latency("/network_latency/mean", true)},
      {"hops, mean", "", real("/hops/mean", 3)},
      {"link use, mean", "%", percent("/link_use/mean")},
      {"  busiest link", "%", percent("/link_use/max")},
      {"", "", text("/link_use/max_name")},
      {"hops on the escape channel", "%", percent("/escape_share")},
      {"packets", "", integer("/packets")},
      {"  requests", "", integer("/classes/0/packets")},
      {"  responses", "", integer("/classes/1/packets")},
      {"flit hops", "", integer("/flit_hops")},
      {"messages", "", closed_loop(integer("/messages"))},
      {"digest", "", text("/digest")},
  };
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string significant(double number, int decimals) {
  constexpr int kDigits = 4;
  constexpr int kMostDecimals = 12;
  if (number == 0 || !std::isfinite(number)) return fmt::format("{:.{}f}", number, decimals);
  const int before_point = static_cast<int>(std::floor(std::log10(std::abs(number)))) + 1;
  return fmt::format("{:.{}f}", number, std::clamp(kDigits - before_point, decimals, kMostDecimals));
}

std::string result_table(const std::vector<Json>& results) {
  std::vector<std::string> head;
  for (const Json& run : results) head.push_back(run["config"]["name"].get<std::string>());
  std::vector<TableRow> rows;
  for (const Line& line : lines(results.at(0))) {
    if (line.label.find("speed-up") == 0 && results.size() == 1) continue;
    TableRow row{line.label, {}, line.unit};
    for (const Json& run : results) row.cells.push_back(line.cell(run));
    rows.push_back(std::move(row));
  }
  return text_table(head, rows) + notes(results);
}

}  // namespace trenza::apps
