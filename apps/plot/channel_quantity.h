// The quantities that a drawing of a run can show as the colours of channels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/results.h"

namespace trenza::apps {

/// A quantity with one number for each channel. A new one is one entry of channel_quantities().
struct ChannelQuantity {
  struct Run {
    const testbench::Results& results;
    const topologies::Topology& topology;
    const microarch::FabricParameters& parameters;
  };
  std::string name;          ///< as users write it
  std::string title;         ///< "channel use"
  std::string unit;          ///< "flits/cycle"
  bool from_stalls = false;  ///< from the counts of `run.stalls`, which are of the whole run; else of the window
  std::function<std::vector<double>(const Run& run)> values;  ///< by topologies::ChannelId
  bool by_flits_only = false;                                 ///< of switching by flits
};

/// All of them, the default first.
const std::vector<ChannelQuantity>& channel_quantities();
/// Throws UsageError that names `option` for a name that is none.
const ChannelQuantity& find_channel_quantity(const std::string& option, const std::string& name);

}  // namespace trenza::apps
