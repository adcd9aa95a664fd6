// Rows of the table of keys: `router` of the flit-level machine.
#include <fmt/core.h>

#include "microarch/parameters.h"
#include "settings/profile.h"
#include "settings/schema_rows.h"

namespace trenza::settings {

namespace {

constexpr std::uint64_t kMostDelay = 255;

Key worm(Key key) { return of(microarch::Wormhole::kInfo.name, std::move(key)); }

void add_channels(std::vector<Key>& keys) {
  constexpr std::uint64_t kMostChannels = 16;
  constexpr std::uint64_t kMostFlits = microarch::kMaxPacketFlits;
  keys.push_back(worm(
      integer("router.virtual_channels.count", 1, kMostChannels, "4", "", "virtual channels of each link and class")));
  keys.push_back(worm(integer("router.buffer_flits", 1, kMostFlits, "8", "flits",
                              "depth of the buffer of each virtual channel, also of those of a source")));
}

void add_routing(std::vector<Key>& keys) {
  keys.push_back(worm(choice(
      "router.routing", {"dimension_order", "duato", "up_down"}, "dimension_order",
      "which virtual channels a head may have: `dimension_order` those of the lowest dimension that is left; `duato` "
      "any of the productive ports, or else an escape channel in dimension order; `up_down` those of a spanning "
      "tree, for any network")));
  keys.push_back(worm(when(
      with("router.routing", {"dimension_order", "duato"}),
      choice("router.dateline", {"memoryless", "static", "crossing"}, "memoryless",
             "which of two classes of virtual channels a packet in a ring takes: `memoryless` by whether it still has "
             "to cross the dateline, at every hop; `static` the same where it enters, and then the class stays; "
             "`crossing` class 0 until it crosses"))));
  Key sticky =
      other("router.sticky_escape", KeyKind::boolean, "", "a packet on an escape channel stays on escape channels");
  sticky.fallback = "on";
  keys.push_back(worm(when(with("router.routing", {"duato"}), sticky)));
  keys.push_back(
      worm(integer("router.routing_delay", 0, 15, "0", "cycles", "route computation; 0: it costs no cycle")));
}

/// The VC allocator, and the arbiter of both allocators.
void add_allocation(std::vector<Key>& keys) {
  const char* const allocator = "router.vc_allocation.allocator";
  keys.push_back(worm(policy<microarch::AllocatorPolicy>(allocator, "how output virtual channels are given to heads")));
  keys.push_back(worm(policy<microarch::VcRequestPolicy>("router.vc_allocation.requests",
                                                         "which of the free output virtual channels that it may have "
                                                         "a head asks for")));
  keys.push_back(
      worm(policy<microarch::ReallocationPolicy>("router.reallocation",
                                                 "when an output virtual channel is free again (the default of routing "
                                                 "`duato` is `atomic`, which adaptive channels need)")));
  Condition of_channels = with(allocator, arbitrated_allocators());
  of_channels.words = "vc_allocation." + of_channels.words;
  keys.push_back(worm(when(either(with("router.allocator", arbitrated_allocators()), of_channels),
                           policy<microarch::ArbiterPolicy>("router.arbiter", "who wins where several ask"))));
}

void add_nodes(std::vector<Key>& keys) {
  keys.push_back(worm(policy<microarch::WormInjectionPolicy>("router.injection", "how a source sends its packets")));
  keys.push_back(worm(
      integer("router.injection_delay", 0, kMostDelay, "0", "cycles", "from the source to the buffer of its router")));
  keys.push_back(worm(integer("router.injection_credit_delay", 1, kMostDelay, "1", "cycles",
                              "from a flit that leaves this buffer to the use of its credit at the source")));
  keys.push_back(
      worm(integer("router.ejectors", 1, 8, "1", "", "ejection ports of each node, one flit per cycle each")));
  keys.push_back(worm(
      integer("router.ejection_delay", 1, kMostDelay, "1", "cycles", "from the crossbar to the ejection of a flit")));
}

}  // namespace

void add_profile_key(std::vector<Key>& keys) {
  std::vector<std::string> names;
  std::string summary = "values that take the place of the defaults:";
  for (const Profile& profile : profiles()) {
    names.push_back(profile.name);
    summary += fmt::format(" `{}` {};", profile.name, profile.summary);
  }
  summary.pop_back();
  Key key = choice("router.profile", names, "", summary);
  key.optional = true;
  key.fallback_words = "none";
  keys.push_back(worm(key));
}

void add_worm_keys(std::vector<Key>& keys) {
  add_channels(keys);
  add_routing(keys);
  add_allocation(keys);
  add_nodes(keys);
}

}  // namespace trenza::settings
