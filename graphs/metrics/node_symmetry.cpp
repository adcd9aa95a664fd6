#include "graphs/metrics/node_symmetry.h"

#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "graphs/metrics/automorphism_search.h"
#include "graphs/metrics/breadth_first.h"

namespace trenza::graphs {

namespace {

/// Sets that are merged.
class Orbits {
 public:
  explicit Orbits(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void merge(std::size_t one, std::size_t other) { parent_[find(one)] = find(other); }

 private:
  std::vector<std::size_t> parent_;
};

/// Decides what can be decided without a search. Returns false if a search is needed.
bool answered_before_search(const topologies::Network& network, SymmetryResult& result) {
  if (network.nodes > kSymmetrySearchNodes || network.nodes < 1) {
    result = {false, false, "more than " + std::to_string(kSymmetrySearchNodes) + " nodes: not searched"};
    return true;
  }
  BreadthFirst search(network);
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    search.run(node);
    if (search.reached_all()) continue;
    result = {false, false, "not connected: not searched"};
    return true;
  }
  return false;
}

const char* const kSearched = "exhaustive search";
const char* const kGivenUp = "search given up";

}  // namespace

SymmetryResult node_symmetric_exhaustive(const topologies::Network& network, LinkCount count) {
  SymmetryResult result;
  if (answered_before_search(network, result)) return result;
  AutomorphismSearch search(network, count);
  for (topologies::NodeId node = 1; node < network.nodes; ++node) {
    if (search.signature(node) != search.signature(0)) return {true, false, "distances differ between nodes"};
  }
  Orbits orbits(static_cast<std::size_t>(network.nodes));
  for (topologies::NodeId node = 1; node < network.nodes; ++node) {
    if (orbits.find(static_cast<std::size_t>(node)) == orbits.find(0)) continue;
    const Automorphism found = search.find({{0, node}});
    if (found.empty()) return {!search.given_up(), false, search.given_up() ? kGivenUp : kSearched};
    for (std::size_t i = 0; i < found.size(); ++i) orbits.merge(i, static_cast<std::size_t>(found[i]));
  }
  return {true, true, kSearched};
}

SymmetryResult edge_symmetric_exhaustive(const topologies::Network& network, LinkCount count) {
  SymmetryResult result;
  if (answered_before_search(network, result)) return result;
  AutomorphismSearch search(network, count);
  std::vector<std::pair<topologies::NodeId, topologies::NodeId>> links;
  std::map<std::pair<topologies::NodeId, topologies::NodeId>, std::size_t> number;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::NodeId to = node; to < network.nodes; ++to) {
      if (search.channels(node, to) == 0 && search.channels(to, node) == 0) continue;
      number[{node, to}] = links.size();
      links.emplace_back(node, to);
    }
  }
  if (links.empty()) return {true, true, "no links"};
  Orbits orbits(links.size());
  const auto [first, second] = links[0];
  for (std::size_t link = 1; link < links.size(); ++link) {
    if (orbits.find(link) == orbits.find(0)) continue;
    const auto [one, other] = links[link];
    Automorphism found = search.find({{first, one}, {second, other}});
    bool given_up = search.given_up();
    if (found.empty()) {
      found = search.find({{first, other}, {second, one}});
      given_up = given_up || search.given_up();
    }
    if (found.empty()) return {!given_up, false, given_up ? kGivenUp : kSearched};
    for (std::size_t i = 0; i < links.size(); ++i) {
      const topologies::NodeId from = found[static_cast<std::size_t>(links[i].first)];
      const topologies::NodeId to = found[static_cast<std::size_t>(links[i].second)];
      orbits.merge(i, number.at({std::min(from, to), std::max(from, to)}));
    }
  }
  return {true, true, kSearched};
}

}  // namespace trenza::graphs
