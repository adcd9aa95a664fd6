#include "topologies/explorer/state_explorer.h"

#include <algorithm>

namespace trenza::topologies {

namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 26;

/// A buffer; its contents are numbered: 0 is empty, then each destination alone, then each pair (first, second).
struct Buffer {
  ChannelId channel = -1;
  bool escape = true;
  std::vector<NodeId> destinations;  ///< of the packets that can be in it
  std::int64_t weight = 1;           ///< of its contents in the number of a configuration

  int kinds() const { return static_cast<int>(destinations.size()); }
  int contents(int depth) const { return 1 + kinds() + (depth == 2 ? kinds() * kinds() : 0); }
  int packets(int content) const { return content == 0 ? 0 : content <= kinds() ? 1 : 2; }
  NodeId packet(int content, int place) const {
    if (content <= kinds()) return destinations[static_cast<std::size_t>(content - 1)];
    const int pair = content - 1 - kinds();
    return destinations[static_cast<std::size_t>(place == 0 ? pair / kinds() : pair % kinds())];
  }
  int without_first(int content) const { return content <= kinds() ? 0 : (content - 1 - kinds()) % kinds() + 1; }
  int with(int content, NodeId destination) const {
    const auto found = std::find(destinations.begin(), destinations.end(), destination);
    const int kind = static_cast<int>(found - destinations.begin());
    return content == 0 ? kind + 1 : 1 + kinds() + (content - 1) * kinds() + kind;
  }
};

class Explorer {
 public:
  Explorer(const Topology& topology, const ExplorerRules& rules)
      : topology_(topology), graph_(topology.graph()), rules_(rules) {
    add_buffers(true);
    if (rules.adaptive) add_buffers(false);
  }

  std::optional<Exploration> run(std::int64_t limit) {
    std::int64_t all = 1;
    for (Buffer& buffer : buffers_) {
      buffer.weight = all;
      all *= buffer.contents(rules_.depth);
      if (all > kMostNumbers) return std::nullopt;
    }
    seen_.assign(static_cast<std::size_t>(all), false);
    contents_.assign(buffers_.size(), 0);
    visit(0);
    while (!open_.empty() && result_.deadlock.empty()) {
      if (result_.configurations > limit) return std::nullopt;
      number_ = open_.back();
      open_.pop_back();
      unpack();
      const bool moved = move_packets();
      if (!moved && number_ != 0) result_.deadlock = text();
      inject_packets();
    }
    return result_;
  }

 private:
  RouteChoice choice(NodeId at, NodeId destination) const {
    return topology_.routing().choices(at, topology_.routing().initial(at, destination, 0));
  }

  void add_buffers(bool escape) {
    std::vector<int>& index = escape ? escape_of_ : adaptive_of_;
    index.assign(static_cast<std::size_t>(graph_.channels()), -1);
    for (ChannelId id = 0; id < graph_.channels(); ++id) {
      if (!graph_.has(id)) continue;
      Buffer buffer{id, escape, {}, 1};
      const Channel& channel = graph_.channel(id);
      for (NodeId destination = 0; destination < graph_.nodes(); ++destination) {
        if (destination == channel.from) continue;
        const RouteChoice asks = choice(channel.from, destination);
        const bool by_it =
            escape ? asks.escape_port() == channel.out_port : (asks.adaptive_ports() >> channel.out_port & 1U) != 0;
        if (by_it) buffer.destinations.push_back(destination);
      }
      if (buffer.destinations.empty()) continue;
      index[static_cast<std::size_t>(id)] = static_cast<int>(buffers_.size());
      buffers_.push_back(buffer);
    }
  }

  void visit(std::int64_t number) {
    if (seen_[static_cast<std::size_t>(number)]) return;
    seen_[static_cast<std::size_t>(number)] = true;
    ++result_.configurations;
    open_.push_back(number);
  }

  void unpack() {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      contents_[i] = static_cast<int>(number_ / buffers_[i].weight % buffers_[i].contents(rules_.depth));
    }
  }

  /// Visits what comes of every move of a packet in the network; false if there is no move.
  bool move_packets() {
    bool moved = false;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      if (contents_[i] == 0) continue;
      const Buffer& buffer = buffers_[i];
      const NodeId at = graph_.channel(buffer.channel).to;
      const NodeId destination = buffer.packet(contents_[i], 0);
      const std::int64_t left = number_ + (buffer.without_first(contents_[i]) - contents_[i]) * buffer.weight;
      if (at == destination) {
        visit(left);
        moved = true;
      } else {
        moved = offer(at, destination, &buffer, left) || moved;
      }
    }
    return moved;
  }

  void inject_packets() {
    for (NodeId node = 0; node < graph_.nodes(); ++node) {
      for (NodeId destination = 0; destination < graph_.nodes(); ++destination) {
        if (node != destination) offer(node, destination, nullptr, number_);
      }
    }
  }

  /// Moves of a packet at a node that comes out of `from` (nullptr: it is new); `left` is the configuration without it.
  bool offer(NodeId at, NodeId destination, const Buffer* from, std::int64_t left) {
    const RouteChoice asks = choice(at, destination);
    const ChannelId escape = graph_.id(at, asks.escape_port());
    int need = 1;
    const int ring = topology_.ring_of(escape, 0);
    const bool goes_on = from != nullptr && from->escape && topology_.ring_of(from->channel, 0) == ring;
    if (ring >= 0 && !goes_on) need = rules_.slots_to_enter;
    bool moved = put(escape_of_[static_cast<std::size_t>(escape)], need, destination, left);
    if (!rules_.adaptive || (from != nullptr && from->escape)) return moved;
    for (PortId port = 0; port < graph_.ports(); ++port) {
      if ((asks.adaptive_ports() >> port & 1U) == 0) continue;
      moved = put(adaptive_of_[static_cast<std::size_t>(graph_.id(at, port))], 1, destination, left) || moved;
    }
    return moved;
  }

  bool put(int index, int need, NodeId destination, std::int64_t left) {
    const Buffer& buffer = buffers_[static_cast<std::size_t>(index)];
    const int content = contents_[static_cast<std::size_t>(index)];
    if (rules_.depth - buffer.packets(content) < need) return false;
    visit(left + (buffer.with(content, destination) - content) * buffer.weight);
    return true;
  }

  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const Channel& channel = graph_.channel(buffers_[i].channel);
      for (int place = 0; place < buffers_[i].packets(contents_[i]); ++place) {
        all += place > 0 ? ", " : all.empty() ? "" : "; ";
        if (place == 0) {
          all += topology_.port_name(channel.out_port) + " of r_" + topology_.node_name(channel.from) +
                 (buffers_[i].escape ? ": " : " (adaptive): ");
        }
        all += "to r_" + topology_.node_name(buffers_[i].packet(contents_[i], place));
      }
    }
    return all;
  }

  const Topology& topology_;
  const Graph& graph_;
  ExplorerRules rules_;
  std::vector<Buffer> buffers_;
  std::vector<int> escape_of_;    ///< by channel: its buffer
  std::vector<int> adaptive_of_;  ///< likewise
  std::vector<bool> seen_;
  std::vector<std::int64_t> open_;
  std::int64_t number_ = 0;    ///< of the configuration that is looked at
  std::vector<int> contents_;  ///< its buffers
  Exploration result_;
};

}  // namespace

std::optional<Exploration> explore(const Topology& topology, const ExplorerRules& rules, std::int64_t limit) {
  return Explorer(topology, rules).run(limit);
}

}  // namespace trenza::topologies
