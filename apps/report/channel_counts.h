// What the channels of a network did, as far as documents say it by channel.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "apps/report/network_book.h"

namespace trenza::apps {

/// Counts of a run by channel: divided by the cycles, a quantity of channel_quantities().
struct ChannelCounts {
  std::uint64_t cycles = 0;                                      ///< of the whole run, the warm-up included
  std::map<std::string, std::vector<std::uint64_t>> by_channel;  ///< by name of the quantity, then by ChannelId

  bool empty() const { return by_channel.empty(); }
  /// Joins another run of the same network.
  void add(const ChannelCounts& other);
};

/// Reads `stalls.routers` (run.stalls: detail) and `series` (run.series) of a document; empty if it has neither.
/// Precondition: the network has a topology, that of the document.
ChannelCounts channel_counts(const nlohmann::ordered_json& document, const ReportNetwork& network);

}  // namespace trenza::apps
