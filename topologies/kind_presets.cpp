// Kinds with the single parameter a: the networks of the papers (sources: kinds.h).
#include <utility>

#include "topologies/kinds.h"
#include "topologies/rt_records.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

namespace {

constexpr int kX = 0;
constexpr int kY = 1;
constexpr int kZ = 2;

/// `dimensions` sizes 2a, a, a ...; every dimension of `twisted` has twist a over x.
TopologyKind preset(std::string name, std::string summary, int dimensions, std::vector<int> twisted,
                    std::vector<Record> (*records)(int a, int x, int y) = nullptr) {
  TopologyKind kind;
  kind.name = std::move(name);
  kind.summary = std::move(summary);
  kind.integers = {"a"};
  kind.make = [label = kind.name, dimensions, twisted = std::move(twisted), records](const TopologySpec& spec) {
    const auto given = spec.integers.find("a");
    if (given == spec.integers.end()) throw TopologyError(label + " needs the parameter a");
    const int a = given->second;
    constexpr int kMaxA = 1 << 16;  // far beyond the largest network, small enough for 2a
    if (a < 2 || a > kMaxA) {
      throw TopologyError(label + ": a is " + std::to_string(a) + "; it must be " +
                          (a < 2 ? "at least 2" : "at most " + std::to_string(kMaxA)));
    }
    std::vector<int> sizes(static_cast<std::size_t>(dimensions), a);
    sizes[kX] = 2 * a;
    std::vector<Twist> twists;
    for (const int k : twisted) twists.push_back({k, kX, a});
    RecordFormula formula;
    if (records != nullptr) formula = [a, records](const std::vector<int>& d) { return records(a, d[kX], d[kY]); };
    return make_twisted_torus(label + "(" + std::to_string(a) + ")", sizes, twists, formula);
  };
  return kind;
}

}  // namespace

TopologyKind rt_kind() { return preset("rt", "rectangular torus RT(a): 2a x a", 2, {}, rt_records); }
TopologyKind rtt_kind() {
  return preset("rtt", "rectangular twisted torus RTT(a): 2a x a, the wraparound of y adds a to x", 2, {kY},
                rtt_records);
}
TopologyKind pt_kind() { return preset("pt", "prismatic torus PT(a): 2a x a x a", 3, {}); }
TopologyKind ptt_kind() {
  return preset("ptt", "prismatic twisted torus PTT(a): PT(a), the wraparound of y adds a to x", 3, {kY});
}
TopologyKind pdtt_kind() {
  return preset("pdtt", "prismatic doubly twisted torus PDTT(a): PT(a), the wraparounds of y and z add a to x", 3,
                {kY, kZ});
}

}  // namespace trenza::topologies
