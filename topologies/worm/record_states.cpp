#include "topologies/worm/record_states.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "topologies/symmetry.h"

namespace trenza::topologies {

std::optional<RecordStates> RecordStates::find(const Topology& topology, const WormRelation& relation) {
  if (!relation.headers_by_difference() || !steps_commute_everywhere(topology.graph())) return std::nullopt;
  RecordStates states;
  states.graph_ = &topology.graph();
  states.relation_ = &relation;
  states.ports_ = topology.graph().ports();
  const auto nodes = static_cast<std::size_t>(topology.graph().nodes());
  states.take_all_nodes();
  states.merge_nodes(relation.translation_invariant() ? std::vector<std::int32_t>(nodes, 0)
                                                      : relation.choice_classes());
  if (!states.collect(topology, relation) || !states.follow(relation)) return std::nullopt;
  return states;
}

bool RecordStates::collect(const Topology& topology, const WormRelation& relation) {
  for (NodeId source = 0; source < topology.graph().nodes(); ++source) {
    const std::uint64_t routes = source == 0 ? 1 : relation.routes(source, 0);
    if (routes == 0) return false;
    for (std::uint64_t draw = 0; draw < routes; ++draw) {
      headers_.push_back(relation.initial(source, 0, draw));
      starts_.push_back(source);
      if (destination_of(headers_.back()) != 0) return false;
    }
  }
  arrived_ = 0;
  return true;
}

bool RecordStates::follow(const WormRelation& relation) {
  std::unordered_map<HeaderWord, std::int32_t> number;
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    if (!number.emplace(headers_[i], static_cast<std::int32_t>(i)).second) return false;
  }
  first_after_.push_back(0);
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    const NodeId at = starts_[i];
    const RouteChoice choice = relation.choices(at, headers_[i], {});
    if (choice.arrived != (at == 0)) return false;
    escape_ports_.push_back(choice.tiers[RouteChoice::kEscape].ports);
    const std::uint32_t offered = escape_ports_.back() | choice.adaptive_ports();
    for (PortId port = 0; port < ports_; ++port) {
      if ((offered >> port & 1U) != 0) {
        if (!graph_->has_out(at, port)) return false;
        const NodeId next = graph_->out(at, port).to;
        const HeaderWord header = relation.advance(at, headers_[i], port, true);
        const auto found = number.find(header);
        if (header != relation.advance(at, headers_[i], port, false) || found == number.end()) return false;
        const auto after = static_cast<std::size_t>(found->second);
        if (starts_[after] != next || (next != 0 ? relation.distance(next, 0) : 0) >= relation.distance(at, 0))
          return false;
        after_.push_back(found->second);
      }
      first_after_.push_back(static_cast<std::int32_t>(after_.size()));
    }
  }
  return true;
}

void RecordStates::take_all_nodes() {
  nodes_.resize(static_cast<std::size_t>(graph_->nodes()));
  std::iota(nodes_.begin(), nodes_.end(), 0);
  position_ = nodes_;
}

void RecordStates::merge_nodes(const std::vector<std::int32_t>& classes) {
  if (classes.size() != nodes_.size()) return;
  std::map<std::int32_t, NodeId> numbers;  // by class: its position
  std::vector<NodeId> position;
  std::vector<NodeId> first;
  std::vector<NodeId> members;
  for (NodeId node = 0; node < graph_->nodes(); ++node) {
    const auto [entry, fresh] = numbers.emplace(classes[static_cast<std::size_t>(node)], first.size());
    if (fresh) {
      first.push_back(node);
      members.push_back(0);
    }
    position.push_back(entry->second);
    ++members[static_cast<std::size_t>(entry->second)];
  }
  const auto position_after = [&](NodeId node, PortId port) {
    return graph_->has_out(node, port) ? position[static_cast<std::size_t>(graph_->out(node, port).to)] : -1;
  };
  for (NodeId node = 0; node < graph_->nodes(); ++node) {
    const NodeId like = first[static_cast<std::size_t>(position[static_cast<std::size_t>(node)])];
    for (PortId port = 0; port < ports_; ++port) {
      if (position_after(node, port) != position_after(like, port)) return;
    }
  }
  for (const NodeId count : members) {
    if (count != members[0]) return;
  }
  position_ = std::move(position);
  nodes_ = std::move(first);
}

RecordStates RecordStates::at_all_nodes() const {
  RecordStates states = *this;
  states.take_all_nodes();
  return states;
}

RecordStates RecordStates::merged() const {
  std::vector<std::size_t> order(headers_.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<int> distance;
  for (const NodeId start : starts_) distance.push_back(start == 0 ? 0 : relation_->distance(start, 0));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return distance[a] > distance[b]; });

  // What is known of a header: its likeness, and by port the class of the header before an escape hop (-1: none).
  const auto width = static_cast<std::size_t>(ports_) + 1;
  std::vector<std::uint64_t> known(headers_.size() * width, ~std::uint64_t{0});
  std::map<std::vector<std::uint64_t>, std::int32_t> classes;
  std::vector<std::int32_t> class_of(headers_.size());
  std::vector<std::pair<std::size_t, std::int32_t>> hops;  // (class * ports + port, class after)
  RecordStates states = *this;
  states.headers_.clear();
  for (const std::size_t i : order) {
    const auto row = known.begin() + static_cast<std::ptrdiff_t>(i * width);
    *row = relation_->likeness(headers_[i]);
    const std::vector<std::uint64_t> key(row, row + static_cast<std::ptrdiff_t>(width));
    const auto [entry, fresh] = classes.emplace(key, static_cast<std::int32_t>(states.headers_.size()));
    if (fresh) states.headers_.push_back(headers_[i]);
    class_of[i] = entry->second;
    if (static_cast<std::int64_t>(i) == arrived_) states.arrived_ = class_of[i];
    for (PortId port = 0; port < ports_; ++port) {
      if ((escape_ports_[i] >> port & 1U) == 0) continue;
      const auto after = static_cast<std::size_t>(after_[static_cast<std::size_t>(
          first_after_[i * static_cast<std::size_t>(ports_) + static_cast<std::size_t>(port)])]);
      std::uint64_t& before = known[after * width + 1 + static_cast<std::size_t>(port)];
      if (before != ~std::uint64_t{0}) return *this;  // two headers before the same hop: nothing is merged
      before = static_cast<std::uint64_t>(class_of[i]);
    }
  }
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    for (std::size_t port = 0; port < static_cast<std::size_t>(ports_); ++port) {
      const std::size_t entry = i * static_cast<std::size_t>(ports_) + port;
      for (std::int32_t at = first_after_[entry]; at < first_after_[entry + 1]; ++at)
        hops.emplace_back(static_cast<std::size_t>(class_of[i]) * static_cast<std::size_t>(ports_) + port,
                          class_of[static_cast<std::size_t>(after_[static_cast<std::size_t>(at)])]);
    }
  }
  std::sort(hops.begin(), hops.end());
  hops.erase(std::unique(hops.begin(), hops.end()), hops.end());
  states.after_.clear();
  states.first_after_.assign(1, 0);
  std::size_t hop = 0;
  for (std::size_t entry = 0; entry < states.headers_.size() * static_cast<std::size_t>(ports_); ++entry) {
    for (; hop < hops.size() && hops[hop].first == entry; ++hop) states.after_.push_back(hops[hop].second);
    states.first_after_.push_back(static_cast<std::int32_t>(states.after_.size()));
  }
  return states;
}

}  // namespace trenza::topologies
