// Kinds torus, twisted_torus, mesh and hypercube: any sizes, any twists, closed or open dimensions.
#include <fmt/core.h>

#include "topologies/bit_routing.h"
#include "topologies/directions.h"
#include "topologies/kinds.h"
#include "topologies/peers/hypercube.h"
#include "topologies/tables/table_topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

namespace {

constexpr int kTwo = 2;
constexpr int kMostSizeDigits = 7;

Twist parse_twist(const std::string& key, int amount) {
  const int of = key.size() == 2 ? dimension_of_letter(key[0]) : -1;
  const int over = key.size() == 2 ? dimension_of_letter(key[1]) : -1;
  if (of < 0 || over < 0) {
    throw TopologyError("twist \"" + key +
                            "\" does not name two dimensions; write for example yx: 3, the wraparound of y adds 3 to x "
                            "(dimensions are x, y, z, w, v, u)",
                        "twist");
  }
  return {of, over, amount};
}

struct NamedShape {
  std::string name;
  TorusShape shape;
};

/// The shape of a spec, and its name: "twisted_torus(12x5, yx=3)", "torus(8x4, open=y)".
NamedShape shape_of(const TopologySpec& spec) {
  NamedShape result{spec.kind + "(" + size_text(spec.integers("size")), {spec.integers("size"), {}, {}, kTwo}};
  if (spec.has("twist")) {
    for (const auto& [key, amount] : spec.twists("twist")) {
      result.shape.twists.push_back(parse_twist(key, amount));
      result.name += ", " + key + "=" + std::to_string(amount);
    }
  }
  if (spec.has("wrap")) result.shape.wrap = spec.booleans("wrap");
  std::string open;
  for (std::size_t k = 0; k < result.shape.wrap.size() && k < static_cast<std::size_t>(kMaxDimensions); ++k) {
    if (!result.shape.wrap[k]) open += dimension_letter(static_cast<int>(k));
  }
  if (!open.empty()) result.name += ", open=" + open;
  if (spec.has("size_two_links")) result.shape.size_two_links = spec.integer("size_two_links");
  if (result.shape.size_two_links != kTwo) result.name += ", size_two_links=1";
  result.name += ")";
  return result;
}

std::vector<Parameter> grid_parameters(bool twisted) {
  std::vector<Parameter> parameters{integers_parameter("size", "nodes in each dimension, x first", kTwo)};
  if (twisted) {
    parameters.push_back(
        optional(twists_parameter("twist", "`yx: 3` means that the wraparound of y adds 3 to x; may be negative"),
                 std::map<std::string, int>{}, "none"));
  }
  parameters.push_back(
      optional(booleans_parameter("wrap", "which dimensions close to rings (on) or stay open (off), x first"),
               std::vector<bool>{}, "all on"));
  parameters.push_back(optional(
      integer_parameter("size_two_links", "links between the two nodes of a closed dimension of size 2", 1, kTwo),
      kTwo));
  return parameters;
}

TopologyKind grid_kind(const std::string& name, const std::string& summary, bool twisted) {
  TopologyKind kind;
  kind.name = name;
  kind.summary = summary;
  kind.main = "size";
  kind.parameters = grid_parameters(twisted);
  kind.network = [](const TopologySpec& spec) {
    const NamedShape grid = shape_of(spec);
    return torus_wiring(grid.name, grid.shape);
  };
  kind.make = [](const TopologySpec& spec) {
    const NamedShape grid = shape_of(spec);
    if (!TorusLattice(grid.shape.sizes, grid.shape.twists).conflict().empty())
      return make_mesh_ordered_torus(grid.name, grid.shape);
    return make_twisted_torus(grid.name, grid.shape);
  };
  return kind;
}

/// All dimensions of 2 nodes and one link.
TorusShape hypercube_shape(int n) { return {std::vector<int>(static_cast<std::size_t>(n), kTwo), {}, {}, 1}; }

}  // namespace

std::string size_text(const std::vector<int>& sizes) {
  std::string text;
  for (const int size : sizes) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

std::vector<int> parse_sizes(const std::string& kind, const std::string& text) {
  std::vector<int> sizes;
  std::string digits;
  for (const char c : text + "x") {
    if (c >= '0' && c <= '9' && digits.size() < kMostSizeDigits) {
      digits += c;
    } else if (c == 'x' && !digits.empty() && sizes.size() < static_cast<std::size_t>(kMaxDimensions)) {
      sizes.push_back(std::stoi(digits));
      digits.clear();
    } else {
      throw TopologyError(fmt::format("{}: \"{}\" is no list of sizes; write for example 4x4x8", kind, text));
    }
  }
  return sizes;
}

TopologyKind torus_kind() { return grid_kind("torus", "torus of 1 to 6 dimensions of any size", false); }

TopologyKind twisted_torus_kind() {
  return grid_kind(
      "twisted_torus",
      "torus of 1 to 6 dimensions whose wraparounds shift other dimensions (twist: {yx: 3}: the wraparound of y adds 3 "
      "to x); where a dimension both shifts and is shifted, the twists conflict: hops do not commute, routing records "
      "would lead to wrong nodes, and the network is routed by table",
      true);
}

TopologyKind mesh_kind() {
  TopologyKind kind;
  kind.name = "mesh";
  kind.summary = "mesh of 1 to 6 dimensions of any size";
  kind.main = "size";
  kind.parameters = {integers_parameter("size", "nodes in each dimension, x first", kTwo)};
  const auto shape = [](const TopologySpec& spec) {
    const std::vector<int>& sizes = spec.integers("size");
    return NamedShape{"mesh(" + size_text(sizes) + ")", {sizes, {}, std::vector<bool>(sizes.size(), false), kTwo}};
  };
  kind.network = [shape](const TopologySpec& spec) { return torus_wiring(shape(spec).name, shape(spec).shape); };
  kind.make = [shape](const TopologySpec& spec) { return make_twisted_torus(shape(spec).name, shape(spec).shape); };
  return kind;
}

TopologyKind hypercube_kind() {
  constexpr int kMostBits = 23;
  TopologyKind kind;
  kind.name = "hypercube";
  kind.summary = "hypercube of 2^n nodes; above n = 6 headers carry a bit for each dimension in the place of a record";
  kind.main = "n";
  kind.parameters = {integer_parameter("n", "digits of a node's number", 1, kMostBits)};
  kind.network = [](const TopologySpec& spec) { return hypercube(spec.integer("n")); };
  kind.make = [](const TopologySpec& spec) {
    const int n = spec.integer("n");
    if (n > kMaxDimensions) return make_bit_routed_hypercube(n);
    return make_twisted_torus("hypercube(" + std::to_string(n) + ")", hypercube_shape(n));
  };
  return kind;
}

}  // namespace trenza::topologies
