// Kinds with the single parameter a: the networks of the papers (sources: kinds.h).
#include <utility>

#include "topologies/directions.h"
#include "topologies/kinds.h"
#include "topologies/rt_records.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

namespace {

/// A kind with the one parameter a, from 2.
struct Preset {
  std::string name;
  std::string summary;
  std::vector<int> sizes;     ///< in units of a
  std::vector<Twist> twists;  ///< likewise
  std::vector<Record> (*records)(int a, int x, int y) = nullptr;
};

TorusShape shape_of(const Preset& preset, int a) {
  TorusShape shape{preset.sizes, preset.twists, {}, 2};
  for (int& size : shape.sizes) size *= a;
  for (Twist& twist : shape.twists) twist.amount *= a;
  return shape;
}

TopologyKind kind_of(const Preset& preset) {
  constexpr int kLeastA = 2;
  constexpr int kMostA = 1 << 16;  // far beyond the largest network, small enough for 2a
  TopologyKind kind;
  kind.name = preset.name;
  kind.summary = preset.summary;
  kind.main = "a";
  kind.parameters = {integer_parameter("a", "size of the kinds that have one parameter", kLeastA, kMostA)};
  const auto name = [preset](int a) { return preset.name + "(" + std::to_string(a) + ")"; };
  kind.network = [preset, name](const TopologySpec& spec) {
    const int a = spec.integer("a");
    return torus_wiring(name(a), shape_of(preset, a));
  };
  kind.make = [preset, name](const TopologySpec& spec) {
    const int a = spec.integer("a");
    RecordFormula formula;
    if (preset.records != nullptr)
      formula = [a, records = preset.records](const std::vector<int>& d) { return records(a, d[kX], d[kY]); };
    return make_twisted_torus(name(a), shape_of(preset, a), formula);
  };
  return kind;
}

}  // namespace

TopologyKind rt_kind() { return kind_of({"rt", "rectangular torus RT(a): 2a x a", {2, 1}, {}, rt_records}); }
TopologyKind rtt_kind() {
  return kind_of({"rtt",
                  "rectangular twisted torus RTT(a): 2a x a, the wraparound of y adds a to x",
                  {2, 1},
                  {{kY, kX, 1}},
                  rtt_records});
}
TopologyKind pt_kind() { return kind_of({"pt", "prismatic torus PT(a): 2a x a x a", {2, 1, 1}, {}}); }
TopologyKind ptt_kind() {
  return kind_of(
      {"ptt", "prismatic twisted torus PTT(a): PT(a), the wraparound of y adds a to x", {2, 1, 1}, {{kY, kX, 1}}});
}
TopologyKind pdtt_kind() {
  return kind_of({"pdtt",
                  "prismatic doubly twisted torus PDTT(a): PT(a), the wraparounds of y and z add a to x",
                  {2, 1, 1},
                  {{kY, kX, 1}, {kZ, kX, 1}}});
}
TopologyKind bcc_kind() {
  return kind_of({"bcc",
                  "body-centred cubic lattice BCC(a): 2a x 2a x a, the wraparound of z adds a to x and to y",
                  {2, 2, 1},
                  {{kZ, kX, 1}, {kZ, kY, 1}}});
}

}  // namespace trenza::topologies
