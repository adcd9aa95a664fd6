#include "graphs/metrics/automorphism_search.h"

#include <algorithm>

#include "graphs/metrics/breadth_first.h"

namespace trenza::graphs {

namespace {

/// Comparisons of one search: about a second.
constexpr std::int64_t kMaxComparisons = 1'000'000'000;

std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
  return word ^ (word >> 31);
}

}  // namespace

AutomorphismSearch::AutomorphismSearch(const topologies::Network& network, LinkCount count)
    : nodes_(static_cast<std::size_t>(network.nodes)), channels_(nodes_ * nodes_, 0), distance_(nodes_ * nodes_, 0) {
  BreadthFirst search(network);
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      if (to < 0) continue;
      std::uint16_t& channels = channels_[index(node, to)];
      channels = static_cast<std::uint16_t>(count == LinkCount::multiple ? channels + 1 : 1);
    }
    search.run(node);
    for (topologies::NodeId to = 0; to < network.nodes; ++to) {
      distance_[index(node, to)] = static_cast<std::uint16_t>(search.distance(to));
    }
  }
  set_colours();
}

void AutomorphismSearch::set_colours() {
  // A node's colour is what it sees: the colours of the others with distances and channels both ways, refined until no
  // new colours appear. Sums of mixed words do not depend on the order of nodes.
  colour_.assign(nodes_, 1);
  std::size_t colours = 1;
  while (true) {
    std::vector<std::uint64_t> next(nodes_);
    for (std::size_t i = 0; i < nodes_; ++i) {
      std::uint64_t sum = mix(colour_[i]);
      for (std::size_t j = 0; j < nodes_; ++j) {
        const std::size_t forth = i * nodes_ + j;
        const std::size_t back = j * nodes_ + i;
        std::uint64_t word = std::uint64_t{distance_[forth]} << 48 | std::uint64_t{distance_[back]} << 32;
        word |= std::uint64_t{channels_[forth]} << 16 | std::uint64_t{channels_[back]};
        sum += mix(mix(word + 0x9e3779b97f4a7c15U) ^ colour_[j]);
      }
      next[i] = mix(sum);
    }
    std::vector<std::uint64_t> distinct = next;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    colour_ = std::move(next);
    if (distinct.size() == colours) return;
    colours = distinct.size();
  }
}

std::vector<topologies::NodeId> AutomorphismSearch::placing_order(
    const std::vector<std::pair<topologies::NodeId, topologies::NodeId>>& images) const {
  // Given nodes first, then always a neighbour of a placed one: few images remain for it.
  std::vector<topologies::NodeId> order;
  std::vector<char> placed(nodes_, 0);
  for (const auto& [node, image] : images) {
    order.push_back(node);
    placed[static_cast<std::size_t>(node)] = 1;
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t to = 0; to < nodes_; ++to) {
      if (placed[to] != 0 || channels(order[i], static_cast<topologies::NodeId>(to)) == 0) continue;
      placed[to] = 1;
      order.push_back(static_cast<topologies::NodeId>(to));
    }
  }
  return order;
}

bool AutomorphismSearch::fits(std::size_t depth, topologies::NodeId image) {
  const topologies::NodeId node = order_[depth];
  if (used_[static_cast<std::size_t>(image)] != 0 || signature(node) != signature(image)) return false;
  if (channels(node, node) != channels(image, image)) return false;
  for (std::size_t i = 0; i < depth; ++i) {
    ++comparisons_;
    const topologies::NodeId other = order_[i];
    const topologies::NodeId other_image = image_[static_cast<std::size_t>(other)];
    const std::size_t forth = index(node, other);
    const std::size_t back = index(other, node);
    const std::size_t image_forth = index(image, other_image);
    const std::size_t image_back = index(other_image, image);
    if (distance_[forth] != distance_[image_forth] || channels_[forth] != channels_[image_forth]) return false;
    if (distance_[back] != distance_[image_back] || channels_[back] != channels_[image_back]) return false;
  }
  return true;
}

bool AutomorphismSearch::extend(std::size_t depth) {
  if (depth == nodes_) return true;
  const topologies::NodeId node = order_[depth];
  for (std::size_t candidate = 0; candidate < nodes_; ++candidate) {
    const auto image = static_cast<topologies::NodeId>(candidate);
    if (depth < wanted_.size() && image != wanted_[depth].second) continue;
    if (!fits(depth, image)) continue;
    if (comparisons_ > kMaxComparisons) {
      given_up_ = true;
      return false;
    }
    image_[static_cast<std::size_t>(node)] = image;
    used_[candidate] = 1;
    if (extend(depth + 1)) return true;
    used_[candidate] = 0;
    if (given_up_) return false;
  }
  return false;
}

Automorphism AutomorphismSearch::find(const std::vector<std::pair<topologies::NodeId, topologies::NodeId>>& images) {
  wanted_ = images;
  order_ = placing_order(images);
  image_.assign(nodes_, -1);
  used_.assign(nodes_, 0);
  comparisons_ = 0;
  given_up_ = false;
  if (order_.size() != nodes_ || !extend(0)) return {};
  return image_;
}

}  // namespace trenza::graphs
