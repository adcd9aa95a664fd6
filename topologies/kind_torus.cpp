// Kinds torus and twisted_torus: any sizes, any node-symmetric set of twists.
#include "topologies/directions.h"
#include "topologies/kinds.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

namespace {

std::string size_text(const std::vector<int>& sizes) {
  std::string text;
  for (const int size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

Twist parse_twist(const std::string& key, int amount) {
  const int of = key.size() == 2 ? dimension_of_letter(key[0]) : -1;
  const int over = key.size() == 2 ? dimension_of_letter(key[1]) : -1;
  if (of < 0 || over < 0) {
    throw TopologyError("twist \"" + key +
                        "\" does not name two dimensions; write for example yx: 3, the wraparound of y adds 3 to x "
                        "(dimensions are x, y, z, w, v, u)");
  }
  return {of, over, amount};
}

}  // namespace

TopologyKind torus_kind() {
  TopologyKind kind;
  kind.name = "torus";
  kind.summary = "torus of 1 to 6 dimensions of any size";
  kind.has_size = true;
  kind.make = [](const TopologySpec& spec) {
    return make_twisted_torus("torus(" + size_text(spec.size) + ")", spec.size, {});
  };
  return kind;
}

TopologyKind twisted_torus_kind() {
  TopologyKind kind;
  kind.name = "twisted_torus";
  kind.summary =
      "torus of 1 to 6 dimensions whose wraparounds shift other dimensions (twist: {yx: 3}: the wraparound of y adds 3 "
      "to x)";
  kind.has_size = true;
  kind.has_twist = true;
  kind.make = [](const TopologySpec& spec) {
    std::vector<Twist> twists;
    std::string name = "twisted_torus(" + size_text(spec.size);
    for (const auto& [key, amount] : spec.twist) {
      twists.push_back(parse_twist(key, amount));
      name += ", " + key + "=" + std::to_string(amount);
    }
    return make_twisted_torus(name + ")", spec.size, twists);
  };
  return kind;
}

}  // namespace trenza::topologies
