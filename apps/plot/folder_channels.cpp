#include "apps/plot/folder_channels.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/exit_status.h"
#include "apps/plot/channel_quantity.h"
#include "apps/plot/folder_choice.h"
#include "apps/plot/network_drawing.h"
#include "apps/plot/network_links.h"
#include "apps/report/report_source.h"
#include "apps/result_table.h"

namespace trenza::apps {

namespace {

/// Runs of one network that count together.
struct Drawn {
  std::string series;
  std::size_t network = 0;
  ChannelCounts counts;
};

std::vector<Drawn> drawn_networks(const ReportSource& source, const std::vector<std::string>& where) {
  std::vector<nlohmann::ordered_json> points;
  for (const ReportPoint& point : source.points) points.push_back(point.at);
  const FolderChoice choice(where, source.folders.front().index.keys, points);
  std::vector<Drawn> all;
  for (const ReportPoint& point : source.points) {
    if (!point.has_document || !choice.takes(point.at)) continue;
    const std::string series = choice.series_of(point.at);
    if (point.channels.empty() || !point.network)
      throw UsageError(fmt::format(
          "--channels: point {} ({}) has no counts by channel; expected points that ran with `run.stalls: detail`",
          point.name, series));
    auto known = std::find_if(all.begin(), all.end(), [&](const Drawn& one) { return one.series == series; });
    if (known == all.end()) known = all.insert(known, {series, *point.network, {}});
    if (known->network != *point.network)
      throw UsageError(fmt::format("--channels: the points of {} are of several networks; expected one", series));
    known->counts.add(point.channels);
  }
  if (all.empty()) throw UsageError("--channels: no point has a document; expected the folder of a sweep that has run");
  if (all.size() > kMostDrawings)
    throw UsageError(fmt::format("--channels: there are {} networks; expected {} at most, chosen by --where KEY=VALUE",
                                 all.size(), kMostDrawings));
  return all;
}

/// Counts by channel over the cycles.
std::vector<double> values_of(const ChannelCounts& counts, const std::string& quantity) {
  const auto found = counts.by_channel.find(quantity);
  if (found == counts.by_channel.end())
    throw UsageError(
        fmt::format("--channels: `{}` was not counted; expected points that ran with `run.stalls: detail`", quantity));
  std::vector<double> values;
  for (const std::uint64_t count : found->second)
    values.push_back(static_cast<double>(count) / static_cast<double>(counts.cycles));
  return values;
}

}  // namespace

std::string folder_channels_svg(const std::string& folder, const std::string& name,
                                const std::vector<std::string>& where) {
  const ChannelQuantity& quantity = find_channel_quantity("--channels", name);
  const ReportSource source = read_report({folder});
  double most = 0;
  std::vector<NetworkPicture> pictures;
  for (const Drawn& drawn : drawn_networks(source, where)) {
    const topologies::Topology& topology = *source.networks[drawn.network].topology;
    std::vector<double> values = values_of(drawn.counts, name);
    most = std::max(most, *std::max_element(values.begin(), values.end()));
    NetworkPicture picture{wiring_of(topology), {}};
    picture.options.channels = ChannelValues{
        quantity.title, quantity.unit, fmt::format("{} cycles", grouped(drawn.counts.cycles)), 0, std::move(values)};
    if (drawn.series != topology.name()) picture.options.name = drawn.series;
    pictures.push_back(std::move(picture));
  }
  for (NetworkPicture& picture : pictures) picture.options.channels->most = most;
  return networks_svg(pictures);
}

}  // namespace trenza::apps
