#include "topologies/worm/header_states.h"

#include <algorithm>
#include <limits>

#include "topologies/topology_error.h"

namespace trenza::topologies {

void HeaderStates::start(NodeId destination) {
  states_.clear();
  std::fill(slots_.begin(), slots_.end(), -1);
  go_on(destination);
}

void HeaderStates::go_on(NodeId destination) {
  for (NodeId node = 0; node < graph_.nodes(); ++node)
    distance_[static_cast<std::size_t>(node)] = node == destination ? 0 : relation_.distance(node, destination);
}

std::size_t HeaderStates::slot(NodeId node, HeaderWord header) const {
  // Odd constants with bits all over; the upper half of the product is well mixed.
  std::uint64_t hash = (header ^ (static_cast<std::uint64_t>(node) << 40)) * 0x9e3779b97f4a7c15U;
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9U;
  std::size_t at = (hash >> 32) & (slots_.size() - 1);
  while (slots_[at] >= 0) {
    const State& state = states_[static_cast<std::size_t>(slots_[at])];
    if (state.header == header && state.node == node) break;
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

std::int64_t HeaderStates::find(NodeId node, HeaderWord header) const { return slots_[slot(node, header)]; }

std::int64_t HeaderStates::find_or_add(NodeId node, HeaderWord header) {
  std::size_t at = slot(node, header);
  if (slots_[at] >= 0) return slots_[at];
  if (2 * (states_.size() + 1) > slots_.size()) {
    grow();
    at = slot(node, header);
  }
  slots_[at] = static_cast<std::int32_t>(states_.size());
  states_.push_back({header, node});
  return slots_[at];
}

void HeaderStates::grow() {
  slots_.assign(2 * slots_.size(), -1);
  for (std::size_t state = 0; state < states_.size(); ++state)
    slots_[slot(states_[state].node, states_[state].header)] = static_cast<std::int32_t>(state);
}

void HeaderStates::sort_by_node() {
  first_.assign(static_cast<std::size_t>(graph_.nodes()) + 1, 0);
  for (const State& state : states_) ++first_[static_cast<std::size_t>(state.node) + 1];
  for (std::size_t node = 1; node < first_.size(); ++node) first_[node] += first_[node - 1];
  std::vector<std::int64_t> place(first_.begin(), first_.end() - 1);
  by_node_.resize(states_.size());
  for (std::size_t state = 0; state < states_.size(); ++state) {
    std::int64_t& next = place[static_cast<std::size_t>(states_[state].node)];
    by_node_[static_cast<std::size_t>(next++)] = static_cast<std::int32_t>(state);
  }
}

}  // namespace trenza::topologies
