// Rows of the table of keys: `router` of the flit-level machine.
#include <fmt/core.h>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
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

/// The kinds of channels of `duato_nbc`.
void add_kinds_of_channels(std::vector<Key>& keys) {
  constexpr std::uint64_t kMost = 15;
  const auto of_classes = [](Key key) {
    key.optional = true;
    return worm(when(with("router.routing", {"duato_nbc"}), std::move(key)));
  };
  Key escape = integer("router.virtual_channels.escape", 1, kMost, "", "", "classes of escape channels");
  escape.fallback_words = "what the network needs: half its diameter, rounded down, and 1 more";
  keys.push_back(of_classes(escape));
  Key adaptive = integer("router.virtual_channels.adaptive", 1, kMost, "", "", "fully adaptive channels");
  adaptive.fallback_words = "the others";
  keys.push_back(of_classes(adaptive));
}

void add_routing(std::vector<Key>& keys) {
  keys.push_back(worm(choice(
      "router.routing", {"dimension_order", "duato", "up_down", "duato_nbc", "nbc", "nhop"}, "dimension_order",
      "which virtual channels a head may have: `dimension_order` those of the lowest dimension that is left; `duato` "
      "any of the productive ports, or else an escape channel in dimension order; `up_down` those of a spanning "
      "tree, for any network; `nhop`, `nbc` those of its class at all productive ports: one that grows with every hop "
      "that leaves a node of colour 1, `nbc` with bonus cards; `duato_nbc` any of the productive ports, or else as "
      "`nbc`")));
  const Condition has_rings = with("router.routing", {"dimension_order", "duato"});
  keys.push_back(worm(
      when(has_rings,
           choice("router.escape", {"dateline", "flit_bubble"}, "dateline",
                  "what keeps packets from waiting for each other around a ring: `dateline` two classes of "
                  "virtual channels; `flit_bubble` a flit of room, which packets leave when they enter the ring"))));
  keys.push_back(worm(
      when(has_rings, choice("router.dateline", {"memoryless", "static", "crossing"}, "memoryless",
                             "which of two classes of virtual channels a packet in a ring takes: `memoryless` by "
                             "whether it still has to cross the dateline, at every hop; `static` the same where it "
                             "enters, and then the class stays; `crossing` class 0 until it crosses"))));
  Key sticky =
      other("router.sticky_escape", KeyKind::boolean, "", "a packet on an escape channel stays on escape channels");
  sticky.fallback = "on";
  keys.push_back(worm(when(with("router.routing", {"duato"}), sticky)));
  const Condition has_classes = with("router.routing", {"duato_nbc", "nbc"});
  keys.push_back(worm(when(has_classes, choice("router.bonus_cards", {"any", "all"}, "any",
                                               "which of the classes that a hop may have a head asks for: `any` of "
                                               "them, or the highest, which spends `all` bonus cards at once"))));
  keys.push_back(
      worm(when(has_classes, choice("router.class_caps", {"exact", "equation_15"}, "exact",
                                    "the highest class of a hop: `exact`, or by `equation_15` of the paper, which is "
                                    "refused, because it can leave a head without a class"))));
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
  keys.push_back(worm(
      policy<microarch::ReallocationPolicy>("router.reallocation",
                                            "when an output virtual channel is free again (the default of routing "
                                            "`duato` and `duato_nbc` is `atomic`, which adaptive channels need)")));
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
  add_kinds_of_channels(keys);
  add_allocation(keys);
  add_nodes(keys);
}

}  // namespace trenza::settings
