#include "settings/profile.h"

#include <algorithm>

#include "settings/schema.h"
#include "settings/typed_value.h"

namespace trenza::settings {

namespace {

const Profile& profile_named(const std::string& name) {
  return *std::find_if(profiles().begin(), profiles().end(), [&](const Profile& each) { return each.name == name; });
}

bool has_closed_dimension(const topologies::Graph& graph) {
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    const topologies::ChannelKind kind = graph.channel(id).kind;
    if (graph.has(id) && (kind == topologies::ChannelKind::wrap || kind == topologies::ChannelKind::twist)) return true;
  }
  return false;
}

}  // namespace

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> all{
      {"booksim2",
       "as the input-queued router of BookSim 2 with the delays that it has without a configuration",
       {{"router.switching", "wormhole"},
        {"router.virtual_channels.count", "16"},
        {"router.buffer_flits", "8"},
        {"router.routing", "dimension_order"},
        {"router.dateline", "static"},
        {"router.routing_delay", "1"},
        {"router.allocator", "islip"},
        {"router.pipeline", "two_step"},
        {"router.vc_allocation.allocator", "islip"},
        {"router.vc_allocation.requests", "all"},
        {"router.crossbar", "per_port"},
        {"router.injection", "one_at_a_time"},
        {"router.injection_delay", "2"},
        {"router.injection_credit_delay", "2"},
        {"router.ejectors", "1"},
        {"router.ejection_delay", "3"},
        {"traffic.self", "on"}},
       {{"link.delay", {3, 2}}, {"router.credit_delay", {3, 2}}}}};
  return all;
}

const Profile* profile_of(const Value& tree) {
  const Value* const value = tree.find(kProfileKey);
  if (value == nullptr) return nullptr;
  return &profile_named(std::get<std::string>(typed_value(*find_key(kProfileKey), *value)));
}

void settle_profile(Settings& settings, const topologies::Topology& topology) {
  if (!settings.has(kProfileKey)) return;
  const bool closed = has_closed_dimension(topology.graph());
  for (const auto& [path, value] : profile_named(settings.get<std::string>(kProfileKey)).by_network) {
    if (!settings.at(path).given) settings.set_default(path, closed ? value.closed : value.open);
  }
}

}  // namespace trenza::settings
