// Kinds de_bruijn, barrel_shifter and rdt: networks that others are compared with, routed by table.
#include "topologies/kinds.h"
#include "topologies/peers/barrel_shifter.h"
#include "topologies/peers/de_bruijn.h"
#include "topologies/peers/rdt.h"
#include "topologies/tables/table_topology.h"

namespace trenza::topologies {

namespace {

constexpr int kMostNodeDigits = 23;

TopologyKind table_routed(std::string name, std::string summary, std::vector<Parameter> parameters,
                          std::function<Network(const TopologySpec&)> network) {
  TopologyKind kind;
  kind.name = std::move(name);
  kind.summary = std::move(summary);
  kind.main = parameters.front().name;
  kind.parameters = std::move(parameters);
  kind.network = network;
  kind.make = [network = std::move(network)](const TopologySpec& spec) { return make_up_down_network(network(spec)); };
  return kind;
}

}  // namespace

TopologyKind de_bruijn_kind() {
  TopologyKind kind = table_routed(
      "de_bruijn", "de Bruijn graph of the words of n digits from an alphabet of k",
      {integer_parameter("k", "size of the alphabet", 2),
       integer_parameter("n", "digits of a node's number", 1, kMostNodeDigits),
       choice_parameter("links", "whether links lead both ways; directed ones can be measured, not run",
                        {"undirected", "directed"})},
      [](const TopologySpec& spec) {
        return de_bruijn(spec.integer("k"), spec.integer("n"),
                         spec.text("links") == "directed" ? DeBruijnLinks::directed : DeBruijnLinks::undirected);
      });
  kind.main = "n";
  return kind;
}

TopologyKind barrel_shifter_kind() {
  return table_routed("barrel_shifter", "2^n nodes on a ring, links over all powers of 2",
                      {integer_parameter("n", "digits of a node's number", 1, kMostNodeDigits)},
                      [](const TopologySpec& spec) { return barrel_shifter(spec.integer("n")); });
}

TopologyKind rdt_kind() {
  constexpr int kDefaultSide = 1024;
  constexpr int kLeastSide = 128;
  return table_routed(
      "rdt", "recursive diagonal torus RDT(2,4,1)/alpha",
      {optional(integer_parameter("side", "nodes in each of its two dimensions", kLeastSide), kDefaultSide),
       optional(text_parameter("ranks", "upper ranks of the eight classes of nodes, a digit each"),
                std::string(kRdtAlpha), std::string("`") + kRdtAlpha + "`")},
      [](const TopologySpec& spec) { return rdt(spec.integer("side"), spec.text("ranks")); });
}

}  // namespace trenza::topologies
