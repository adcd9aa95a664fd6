#include "topologies/peers/many_source_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace trenza::topologies {

namespace {

using Word = std::uint64_t;
constexpr std::size_t kLanes = 64;

/// How often each bit was set in the words added: the counts lie across the words of an array, bit by bit.
class LaneCounts {
 public:
  void add(Word word) {
    for (std::size_t i = 0; word != 0; ++i) {
      const Word carry = digits_[i] & word;
      digits_[i] ^= word;
      word = carry;
    }
  }

  std::int64_t of(std::size_t lane) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      count |= static_cast<std::int64_t>(digits_[i] >> lane & 1U) << i;
    }
    return count;
  }

 private:
  std::array<Word, 32> digits_{};  ///< enough for every NodeId
};

/// Search from up to 64 sources.
class Group {
 public:
  Group(const Network& network, const NodeId* sources, std::size_t lanes)
      : network_(network),
        lanes_(lanes),
        seen_(static_cast<std::size_t>(network.nodes)),
        frontier_(seen_),
        next_(seen_) {
    for (std::size_t lane = 0; lane < lanes; ++lane) seen_[static_cast<std::size_t>(sources[lane])] |= Word{1} << lane;
    frontier_ = seen_;
  }

  /// counts[lane] are the nodes by distance of that source.
  void run(std::vector<std::int64_t>* counts) {
    for (std::size_t lane = 0; lane < lanes_; ++lane) counts[lane].assign(1, 1);
    for (bool more = true; more;) {
      spread();
      const LaneCounts found = settle();
      more = false;
      for (std::size_t lane = 0; lane < lanes_; ++lane) {
        const auto count = found.of(lane);
        more = more || count > 0;
        if (count > 0) counts[lane].push_back(count);
      }
    }
  }

 private:
  void spread() {
    const auto ports = static_cast<std::size_t>(network_.ports);
    for (std::size_t node = 0; node < frontier_.size(); ++node) {
      const Word from = frontier_[node];
      if (from == 0) continue;
      const NodeId* to = &network_.next[node * ports];
      for (std::size_t port = 0; port < ports; ++port) {
        if (to[port] >= 0) next_[static_cast<std::size_t>(to[port])] |= from;
      }
    }
  }

  LaneCounts settle() {
    LaneCounts found;
    for (std::size_t node = 0; node < next_.size(); ++node) {
      const Word fresh = next_[node] & ~seen_[node];
      next_[node] = 0;
      frontier_[node] = fresh;
      if (fresh == 0) continue;
      seen_[node] |= fresh;
      found.add(fresh);
    }
    return found;
  }

  const Network& network_;
  std::size_t lanes_;
  std::vector<Word> seen_, frontier_, next_;
};

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t draw(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// Puts together what was found from each source; `weights` may be empty.
NetworkDistances gather(const std::vector<std::vector<std::int64_t>>& each, const std::vector<SourceClass>& weights) {
  NetworkDistances result;
  result.sources = static_cast<int>(each.size());
  for (std::size_t i = 0; i < each.size(); ++i) {
    add_counts(result.counts, each[i], weights.empty() ? 1 : weights[i].count);
    const auto eccentricity = static_cast<int>(each[i].size()) - 1;
    result.least_eccentricity = i == 0 ? eccentricity : std::min(result.least_eccentricity, eccentricity);
  }
  result.distances = summarize_distances(result.counts);
  return result;
}

double standard_error(const std::vector<std::vector<std::int64_t>>& each) {
  const auto count = static_cast<double>(each.size());
  if (count < 2) return 0;
  std::vector<double> means;
  double mean = 0;
  for (const auto& counts : each) {
    means.push_back(summarize_distances(counts).mean_incl);
    mean += means.back() / count;
  }
  double squares = 0;
  for (const double one : means) squares += (one - mean) * (one - mean);
  return std::sqrt(squares / (count - 1) / count);
}

}  // namespace

std::vector<std::vector<std::int64_t>> count_from_each(const Network& network, const std::vector<NodeId>& sources,
                                                       int threads, const TaskProgress& progress) {
  std::vector<std::vector<std::int64_t>> counts(sources.size());
  const std::size_t groups = (sources.size() + kLanes - 1) / kLanes;
  const auto search = [&](std::size_t group) {
    const std::size_t first = group * kLanes;
    Group(network, &sources[first], std::min(kLanes, sources.size() - first)).run(&counts[first]);
  };
  run_tasks(groups, threads, search, progress);
  return counts;
}

std::vector<NodeId> draw_nodes(NodeId nodes, int count, std::uint64_t seed) {
  std::vector<NodeId> drawn;
  if (count >= nodes) {
    for (NodeId node = 0; node < nodes; ++node) drawn.push_back(node);
    return drawn;
  }
  // The biased tail of the draws is left out; a node drawn again is drawn anew.
  const auto range = static_cast<std::uint64_t>(nodes);
  const std::uint64_t limit = ~std::uint64_t{0} / range * range;
  std::vector<bool> taken(static_cast<std::size_t>(nodes), false);
  while (drawn.size() < static_cast<std::size_t>(std::max(count, 0))) {
    const std::uint64_t number = draw(seed);
    const auto node = static_cast<NodeId>(number % range);
    if (number >= limit || taken[static_cast<std::size_t>(node)]) continue;
    taken[static_cast<std::size_t>(node)] = true;
    drawn.push_back(node);
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

NetworkDistances measure_network(const Network& network, int threads, const TaskProgress& progress) {
  std::vector<NodeId> nodes;
  for (const auto& one : network.sources) nodes.push_back(one.node);
  return gather(count_from_each(network, nodes, threads, progress), network.sources);
}

NetworkDistances sample_network(const Network& network, int samples, std::uint64_t seed, int threads,
                                const TaskProgress& progress) {
  const auto each = count_from_each(network, draw_nodes(network.nodes, samples, seed), threads, progress);
  NetworkDistances result = gather(each, {});
  result.exact = result.sources == network.nodes;
  result.standard_error = result.exact ? 0 : standard_error(each);
  return result;
}

int max_degree(const Network& network) {
  int most = 0;
  const auto ports = static_cast<std::ptrdiff_t>(network.ports);
  for (auto at = network.next.begin(); at != network.next.end(); at += ports) {
    most = std::max(most, static_cast<int>(ports - std::count(at, at + ports, -1)));
  }
  return most;
}

}  // namespace trenza::topologies
