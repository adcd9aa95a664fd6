// Rows of the table of keys: the shares of the inputs of a router, `router.strides`, `router.reference_pattern` and
// `router.transit_guard`.
#include "microarch/arbiters/arbiters.h"
#include "microarch/switching.h"
#include "settings/schema_rows.h"
#include "settings/stride_builder.h"

namespace trenza::settings {

namespace {

constexpr std::uint64_t kMostStride = 255;
constexpr std::uint64_t kMostGuard = 255;

/// The condition that the arbiter is one of type `Arbiter`.
template <class Arbiter>
Condition with_arbiter() {
  const std::string name(Arbiter::kInfo.name);
  return {"router.arbiter", true, {name}, "arbiter `" + name + "`"};
}

Key strides(const char* path, const char* summary) {
  Key key = other(path, KeyKind::integer_list, "1 for all", summary);
  key.minimum = 1;
  key.maximum = kMostStride;
  return when(with_arbiter<microarch::StrideArbiter>(), key);
}

}  // namespace

void add_share_keys(std::vector<Key>& keys) {
  keys.push_back(strides("router.strides.ports",
                         "stride of the inputs of each network port: under constant demand, flits of an output are "
                         "shared inversely to strides"));
  keys.push_back(of(microarch::VirtualCutThrough::kInfo.name,
                    strides("router.strides.injectors", "stride of each injector of a node, class by class")));
  keys.push_back(of(microarch::Wormhole::kInfo.name,
                    strides("router.strides.injectors", "stride of each local virtual channel, class by class")));
  Key pattern = other("router.reference_pattern", KeyKind::choice, "",
                      "traffic for which each source gets the same share (a pattern of `traffic.pattern`, process n on "
                      "node n)");
  pattern.choices = reference_patterns();
  pattern.fallback = pattern.choices.front();
  keys.push_back(when(with_arbiter<microarch::InverseWeightedArbiter>(), pattern));
  keys.push_back(when(with_arbiter<microarch::InverseWeightedArbiter>(),
                      other("router.strides.table", KeyKind::texts, "computed from `reference_pattern`",
                            "strides of all routers as a resolved configuration has them: `FIRST-LAST HEX` for "
                            "routers that have the same, two digits for each output (ejection last) and input port "
                            "(injection last)")));
  Key guard = other("router.transit_guard", KeyKind::integer, "",
                    "traffic in transit goes before injection; after so many grants of an output for which an injector "
                    "waits, the injector goes first; 0: never");
  guard.maximum = kMostGuard;
  guard.fallback = "0";
  guard.unit = "grants";
  keys.push_back(of(microarch::VirtualCutThrough::kInfo.name, guard));
}

}  // namespace trenza::settings
