// The drawings of networks on the page of a report, and the numbers that colour their channels.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "apps/report/series.h"

namespace trenza::apps {

/// {"cycles", QUANTITY: [counts by node * ports + port]}, without quantities that are 0 everywhere.
nlohmann::ordered_json channels_json(const ChannelCounts& counts);

/// Pages are to be small: channels are drawn for every so-manieth place of a curve, the last one always. 0: for none,
/// because no document has counts.
std::size_t drawn_every(const ReportCurves& curves);

/// By network: whether it is drawn. Those that make the page too large are not.
std::vector<bool> drawn_networks(const ReportSource& source);

/// The drawings that the page holds, each in a block of its own with data-network.
std::string network_panels(const ReportSource& source);

}  // namespace trenza::apps
