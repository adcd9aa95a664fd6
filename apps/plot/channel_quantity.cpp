#include "apps/plot/channel_quantity.h"

#include <fmt/core.h>

#include "apps/exit_status.h"
#include "microarch/index.h"
#include "microarch/stall_reasons.h"
#include "topologies/nearest_name.h"

namespace trenza::apps {

namespace {

using microarch::index;
using microarch::OutputUse;
using microarch::StallReason;

/// Calls value(channel) for every channel that exists.
template <class Value>
std::vector<double> by_channel(const topologies::Graph& graph, const Value& value) {
  std::vector<double> values(index(graph.channels()));
  for (topologies::ChannelId c = 0; c < graph.channels(); ++c) {
    if (graph.has(c)) values[index(c)] = value(graph.channel(c));
  }
  return values;
}

double share(std::uint64_t cycles, std::uint64_t all) {
  return all == 0 ? 0.0 : static_cast<double>(cycles) / static_cast<double>(all);
}

/// Packets at the end of a channel that wait for a reason.
ChannelQuantity waiting(StallReason reason) {
  const std::string name(microarch::kStallReasons[index_of(reason)]);
  const auto values = [reason](const ChannelQuantity::Run& run) {
    return by_channel(run.topology.graph(), [&](const topologies::Channel& channel) {
      std::uint64_t cycles = 0;
      for (int vc = 0; vc < run.parameters.vcs(); ++vc) {
        const int input = channel.in_port * run.parameters.vcs() + vc;
        cycles += run.results.stalls.input(index(channel.to), input)[index_of(reason)];
      }
      return share(cycles, run.results.cycles);
    });
  };
  return {name, "packets at the end of a channel that wait: " + name, "packets", true, values};
}

/// How often an output does something.
ChannelQuantity idle(OutputUse use) {
  const std::string name(microarch::kOutputUses[index_of(use)]);
  const auto values = [use](const ChannelQuantity::Run& run) {
    return by_channel(run.topology.graph(), [&](const topologies::Channel& channel) {
      return share(run.results.stalls.output(index(channel.from), channel.out_port)[index_of(use)], run.results.cycles);
    });
  };
  return {name, "idle channels: " + name, "share of cycles", true, values};
}

ChannelQuantity by_flits(ChannelQuantity quantity) {
  quantity.by_flits_only = true;
  return quantity;
}

}  // namespace

const std::vector<ChannelQuantity>& channel_quantities() {
  static const std::vector<ChannelQuantity> kAll{
      {"use", "channel use", "flits/cycle", false,
       [](const ChannelQuantity::Run& run) { return run.results.channel_use; }},
      waiting(StallReason::link_busy),
      waiting(StallReason::no_credit),
      waiting(StallReason::bubble),
      waiting(StallReason::eject_busy),
      waiting(StallReason::input_busy),
      waiting(StallReason::pipeline),
      waiting(StallReason::lost_input),
      waiting(StallReason::lost_output),
      waiting(StallReason::lost_match),
      idle(OutputUse::not_chosen),
      idle(OutputUse::blocked_input),
      by_flits(waiting(StallReason::no_vc)),
      by_flits(waiting(StallReason::lost_vc)),
      by_flits(waiting(StallReason::lost_speculation)),
      by_flits(waiting(StallReason::starved)),
  };
  return kAll;
}

const ChannelQuantity& find_channel_quantity(const std::string& option, const std::string& name) {
  std::vector<std::string> names;
  std::string listed;
  for (const ChannelQuantity& quantity : channel_quantities()) {
    if (quantity.name == name) return quantity;
    names.push_back(quantity.name);
    listed += (listed.empty() ? "`" : ", `") + quantity.name + "`";
  }
  const std::string near = topologies::nearest_name(name, names);
  throw UsageError(fmt::format("{}: `{}` is no quantity of channels; expected {}{}", option, name, listed,
                               near.empty() ? "" : "; did you mean `" + near + "`?"));
}

}  // namespace trenza::apps
