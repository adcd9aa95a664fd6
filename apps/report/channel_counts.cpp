#include "apps/report/channel_counts.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/plot/channel_quantity.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::ChannelId;

const char* const kUse = "use";

/// Counts of a document, by names of places.
class Counter {
 public:
  Counter(const ReportNetwork& network, ChannelCounts& counts, bool by_flits)
      : channels_(static_cast<std::size_t>(network.topology->graph().channels())), counts_(counts) {
    for (const ChannelQuantity& quantity : channel_quantities()) {
      if (by_flits || !quantity.by_flits_only) known_.insert({quantity.name, quantity.from_stalls});
    }
  }

  void add(const std::string& quantity, ChannelId channel, std::uint64_t count) {
    if (known_.count(quantity) > 0) row(quantity)[static_cast<std::size_t>(channel)] += count;
  }
  /// All quantities of stalls, also those that are 0 everywhere.
  void open_all() {
    for (const auto& [name, from_stalls] : known_) row(name);
  }
  void open(const std::string& quantity) { row(quantity); }

 private:
  std::vector<std::uint64_t>& row(const std::string& quantity) {
    std::vector<std::uint64_t>& values = counts_.by_channel[quantity];
    values.resize(channels_);
    return values;
  }

  std::size_t channels_;
  ChannelCounts& counts_;
  std::map<std::string, bool> known_;
};

/// Packets at the end of a channel wait in the inputs that it leads to; what an output does is of the channel itself.
void count_stalls(const Json& routers, const ReportNetwork& network, Counter& counter) {
  counter.open_all();
  for (const auto& [router, places] : routers.items()) {
    if (places.contains("inputs")) {
      for (const auto& [input, reasons] : places["inputs"].items()) {
        const auto channel = network.inputs.find(fmt::format("{} {}", router, input.substr(0, input.find('.'))));
        if (channel == network.inputs.end()) continue;  // an injector
        for (const auto& [reason, cycles] : reasons.items()) {
          if (reason != "empty" && reason != "moving")
            counter.add(reason, channel->second, cycles.get<std::uint64_t>());
        }
      }
    }
    if (!places.contains("outputs")) continue;
    for (const auto& [output, uses] : places["outputs"].items()) {
      const auto channel = network.outputs.find(fmt::format("{} {}", router, output));
      if (channel == network.outputs.end()) continue;  // an ejector
      for (const char* const use : {"not_chosen", "blocked_input"})
        counter.add(use, channel->second, uses.value(use, std::uint64_t{0}));
      counter.add(kUse, channel->second, uses.value("moving", std::uint64_t{0}));
    }
  }
}

void count_series(const Json& series, const ReportNetwork& network, Counter& counter) {
  counter.open(kUse);
  for (const Json& lane : series["channels"]) {
    const auto channel = network.series.find(lane["channel"].get<std::string>());
    if (channel == network.series.end()) continue;
    for (const Json& flits : lane["flits"]) counter.add(kUse, channel->second, flits.get<std::uint64_t>());
  }
}

}  // namespace

void ChannelCounts::add(const ChannelCounts& other) {
  if (other.empty()) return;
  cycles += other.cycles;
  for (const auto& [quantity, counts] : other.by_channel) {
    std::vector<std::uint64_t>& sums = by_channel[quantity];
    sums.resize(counts.size());
    for (std::size_t c = 0; c < counts.size(); ++c) sums[c] += counts[c];
  }
}

ChannelCounts channel_counts(const Json& document, const ReportNetwork& network) {
  ChannelCounts counts;
  counts.cycles = document["cycles"].get<std::uint64_t>();
  if (counts.cycles == 0) return {};
  const bool by_flits = document.contains("stalls") && document["stalls"]["inputs"].contains("starved");
  Counter counter(network, counts, by_flits);
  if (document.contains("stalls") && document["stalls"].contains("routers")) {
    count_stalls(document["stalls"]["routers"], network, counter);
  } else if (document.contains("series")) {
    count_series(document["series"], network, counter);
  }
  return counts;
}

}  // namespace trenza::apps
