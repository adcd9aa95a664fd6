// Rows of the table of keys: `router`.
#include <fmt/core.h>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "settings/config_error.h"
#include "settings/schema_rows.h"

namespace trenza::settings {

namespace {

/// "`islip` outputs offer themselves ... (`iterations`: rounds, 1 to 16, default 1)".
std::string words_of(const microarch::PolicyInfo& policy) {
  const microarch::PolicyParameter& parameter = policy.parameter;
  std::string words = fmt::format("`{}` {}", policy.name, policy.summary);
  if (parameter.name.empty()) return words;
  std::vector<std::string> values;
  for (int k = 0; parameter.is_word() && k <= parameter.most; ++k) values.push_back(parameter.text(k));
  const std::string range =
      parameter.is_word() ? listed(values) : fmt::format("{} to {}", parameter.least, parameter.most);
  if (parameter.bare) return fmt::format("{} (a number: {}; {})", words, parameter.summary, range);
  return fmt::format("{} (`{}`: {}; {}, default {})", words, parameter.name, parameter.summary, range,
                     parameter.text(parameter.initial));
}

/// The pipelines with arbiters of their own, whatever the allocator.
std::vector<std::string> with_vc_arbiters() {
  std::vector<std::string> names;
  for (const microarch::PolicyInfo& info : microarch::PipelinePolicy::kAll) {
    if (!microarch::PipelinePolicy(info.name).is<microarch::JointPipeline>()) names.emplace_back(info.name);
  }
  return names;
}

/// A key of the first machine.
Key cut_through(Key key) { return of(microarch::VirtualCutThrough::kInfo.name, std::move(key)); }

void add_virtual_channels(std::vector<Key>& keys) {
  keys.push_back(cut_through(integer("router.virtual_channels.escape", 1, 2, "", "",
                                     "escape channels of each link and class; given, it must be what the network "
                                     "needs")));
  keys.back().fallback_words = "what the network needs: 2 for `ibt` with `escape: three_classes`, else 1";
  keys.push_back(cut_through(
      integer("router.virtual_channels.adaptive", 0, 7, "2", "",
              "fully adaptive minimal channels of each link and class; 0 is plain dimension order with bubble")));
}

void add_node_keys(std::vector<Key>& keys) {
  keys.push_back(cut_through(integer("router.injectors", 1, 8, "4", "", "injection queues of each node and class")));
  keys.push_back(cut_through(policy<microarch::InjectionPolicy>("router.injection", "which injector takes a packet")));
  keys.push_back(
      cut_through(integer("router.ejectors", 1, 8, "4", "", "ejection ports of each node, one flit per cycle each")));
}

}  // namespace

Key policy_key(const char* path, const std::string& question, const std::vector<microarch::PolicyInfo>& policies) {
  std::vector<std::string> names;
  std::string summary = question + ":";
  for (const microarch::PolicyInfo& info : policies) {
    names.emplace_back(info.name);
    summary += " " + words_of(info) + ";";
  }
  summary.pop_back();
  Key key = choice(path, names, names.front(), summary);
  key.kind = KeyKind::policy;
  key.policies = policies;
  return key;
}

std::vector<std::string> arbitrated_allocators() {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < microarch::AllocatorPolicy::kAll.size(); ++k) {
    const auto choice = microarch::AllocatorPolicy::at(k);
    if (choice.visit([](auto allocator) { return allocator.kArbiters; })) names.push_back(choice.name());
  }
  return names;
}

void add_router_keys(std::vector<Key>& keys) {
  constexpr auto kFlits = static_cast<std::uint64_t>(microarch::kMaxPacketFlits);
  keys.push_back(policy<microarch::SwitchingPolicy>("router.switching", "how packets move"));
  add_profile_key(keys);
  add_virtual_channels(keys);
  keys.push_back(
      integer("router.message_classes", 1, 2, "1", "",
              "classes of packets, each with its own virtual channels and injectors: with 2, responses never "
              "queue behind requests"));
  keys.push_back(cut_through(
      integer("router.buffer_packets", 1, 255, "4", "packets",
              "depth of the buffer of each virtual channel, times `max_packet_flits`; below 2 the proof fails")));
  keys.push_back(integer("router.max_packet_flits", 1, kFlits, "", "flits", "largest packet, header included"));
  keys.back().fallback_words = "the largest packet of the traffic; traces: 64";
  keys.push_back(policy<microarch::AllocatorPolicy>("router.allocator", "how outputs are given to inputs"));
  keys.push_back(policy<microarch::PipelinePolicy>("router.pipeline", "the steps in which a router decides"));
  add_worm_keys(keys);
  keys.push_back(cut_through(
      when(either(with("router.allocator", arbitrated_allocators()), with("router.pipeline", with_vc_arbiters())),
           policy<microarch::ArbiterPolicy>("router.arbiter", "who wins where several ask"))));
  add_share_keys(keys);
  keys.push_back(cut_through(
      policy<microarch::SelectionPolicy>("router.selection", "which of the possible outputs a header asks for")));
  keys.push_back(policy<microarch::CrossbarKind>("router.crossbar", "inputs of the crossbar"));
  add_node_keys(keys);
  keys.push_back(cut_through(integer("router.router_delay", 1, 255, "1", "cycles",
                                     "from the arrival of a head to its earliest grant, the grant included")));
  keys.push_back(integer("router.credit_delay", 1, 255, "1", "cycles",
                         "from a flit that leaves a buffer to the use of its credit"));
  Key bubble = other("router.bubble", KeyKind::boolean, "",
                     "off only to study deadlock: `run` then refuses unless told `--unsafe`");
  bubble.fallback = "on";
  keys.push_back(cut_through(bubble));
}

}  // namespace trenza::settings
