#include "apps/report/network_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/plot/network_drawing.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostCountBytes = 800'000;
constexpr std::size_t kMostDrawingBytes = 900'000;

/// By network; empty: it is not drawn.
std::vector<std::string> drawings(const ReportSource& source) {
  std::vector<std::string> all(source.networks.size());
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!source.networks[k].topology) continue;
    std::string svg = channel_groups_svg(wiring_of(*source.networks[k].topology));
    if (bytes + svg.size() > kMostDrawingBytes) continue;
    bytes += svg.size();
    all[k] = std::move(svg);
  }
  return all;
}

}  // namespace

Json channels_json(const ChannelCounts& counts) {
  Json json = {{"cycles", counts.cycles}};
  for (const auto& [quantity, values] : counts.by_channel) {
    if (std::any_of(values.begin(), values.end(), [](std::uint64_t value) { return value != 0; }))
      json[quantity] = values;
  }
  return json;
}

std::size_t drawn_every(const ReportCurves& curves) {
  std::vector<std::vector<std::size_t>> sizes;
  std::size_t longest = 0;
  for (const ReportSeries& series : curves.series) {
    sizes.emplace_back();
    for (const CurvePoint& place : series.curve) {
      const bool has_counts = !place.channels.empty() && series.network;
      sizes.back().push_back(has_counts ? channels_json(place.channels).dump().size() : 0);
      if (has_counts) longest = std::max(longest, series.curve.size());
    }
  }
  for (std::size_t every = 1; every <= longest; ++every) {
    std::size_t bytes = 0;
    for (const std::vector<std::size_t>& curve : sizes) {
      for (std::size_t k = 0; k < curve.size(); k += every) bytes += curve[curve.size() - 1 - k];
    }
    if (bytes <= kMostCountBytes || every == longest) return every;
  }
  return 0;
}

std::vector<bool> drawn_networks(const ReportSource& source) {
  std::vector<bool> drawn;
  for (const std::string& svg : drawings(source)) drawn.push_back(!svg.empty());
  return drawn;
}

std::string network_panels(const ReportSource& source) {
  std::string panels;
  const std::vector<std::string> all = drawings(source);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].empty()) panels += fmt::format("<div class='network' data-network='{}' hidden>\n{}</div>\n", k, all[k]);
  }
  return panels;
}

}  // namespace trenza::apps
