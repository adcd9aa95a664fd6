#include "topologies/ibt/ibt_network.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "topologies/directions.h"

namespace trenza::topologies {

namespace {

/// One port as seen from a node: a step along a dimension.
struct Step {
  int dimension = 0;
  int hops = 0;
};

/// The coordinates of node after node, without divisions.
class Odometer {
 public:
  explicit Odometer(const IbtSpec& spec)
      : sizes_(spec.sizes), at_(sizes_.size()), residues_(spec.bypass_dimensions()), period_(spec.period()) {
    NodeId stride = 1;
    for (const int size : sizes_) {
      strides_.push_back(stride);
      stride *= size;
    }
  }

  void advance() {
    for (std::size_t k = 0; k < at_.size(); ++k) {
      if (++at_[k] < sizes_[k]) return;
      at_[k] = 0;
    }
  }

  /// (x_1 + ... + x_m) mod m k.
  int residue() const {
    int sum = 0;
    for (int k = 0; k < residues_; ++k) sum += at_[static_cast<std::size_t>(k)];
    return sum % period_;
  }

  /// The difference of node numbers that a step makes; false where it leaves an open dimension.
  bool offset(const Step& step, bool closed, NodeId& result) const {
    const auto k = static_cast<std::size_t>(step.dimension);
    int to = at_[k] + step.hops;
    if (to < 0 || to >= sizes_[k]) {
      if (!closed) return false;
      to += to < 0 ? sizes_[k] : -sizes_[k];
    }
    result = (to - at_[k]) * strides_[k];
    return true;
  }

 private:
  const std::vector<int>& sizes_;
  std::vector<int> at_;
  std::vector<NodeId> strides_;
  int residues_;
  int period_;
};

NodeId node_count(const IbtSpec& spec) {
  NodeId nodes = 1;
  for (const int size : spec.sizes) nodes *= size;
  return nodes;
}

/// The least node of each orbit of the translations. They change the residue only along a closed dimension of the
/// first m: there the representatives take m k coordinates, on other closed dimensions one, on open ones all.
std::vector<SourceClass> translation_classes(const IbtSpec& spec, NodeId nodes) {
  std::vector<int> kept = spec.sizes;
  std::int64_t count = 1;
  bool turns = false;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!spec.closed(static_cast<int>(k))) continue;
    const bool turns_here = !turns && static_cast<int>(k) < spec.bypass_dimensions();
    turns = turns || turns_here;
    kept[k] = turns_here ? spec.period() : 1;
    count *= spec.sizes[k] / kept[k];
  }
  std::vector<SourceClass> classes;
  for (NodeId node = 0; node < nodes; ++node) {
    NodeId rest = node;
    bool is_kept = true;
    for (std::size_t k = 0; k < kept.size() && is_kept; ++k) {
      is_kept = rest % spec.sizes[k] < kept[k];
      rest /= spec.sizes[k];
    }
    if (is_kept) classes.push_back({node, count});
  }
  return classes;
}

class Builder {
 public:
  explicit Builder(const IbtSpec& spec) : spec_(spec), classes_(bypass_classes(spec)) {}

  Network build() {
    describe();
    add_ports();
    connect();
    network_.sources = translation_classes(spec_, network_.nodes);
    return std::move(network_);
  }

 private:
  void describe() {
    network_.name = ibt_name(spec_);
    network_.sizes = spec_.sizes;
    network_.nodes = node_count(spec_);
    network_.symmetry = spec_.period() == 1
                            ? "translations along closed dimensions"
                            : "translations along closed dimensions that keep the coordinate sum modulo m k";
  }

  void add_port(const std::string& name, const std::string& link_class, const Step& step) {
    network_.port_names.push_back(name);
    network_.port_classes.push_back(link_class);
    steps_.push_back(step);
  }

  void add_ports() {
    const auto dimensions = static_cast<int>(spec_.sizes.size());
    for (int k = 0; k < dimensions; ++k) {
      for (const int sign : {1, -1}) {
        add_port(direction_name(2 * k + (sign < 0 ? 1 : 0)), spec_.closed(k) ? "torus" : "mesh", {k, sign});
      }
    }
    if (spec_.placement == BypassPlacement::all) {
      add_express_ports();
    } else if (!spec_.lengths.empty()) {
      add_port("bp", "bypass", {});
      add_port("bm", "bypass", {});
    }
    network_.ports = static_cast<PortId>(steps_.size());
  }

  void add_express_ports() {
    for (int k = 0; k < spec_.bypass_dimensions(); ++k) {
      for (const int length : spec_.lengths) {
        add_port(direction_name(2 * k) + std::to_string(length), "bypass", {k, length});
        add_port(direction_name(2 * k + 1) + std::to_string(length), "bypass", {k, -length});
      }
    }
  }

  /// The step behind a port at a node of this residue.
  Step step_of(std::size_t port, int residue) const {
    const std::size_t torus_ports = 2 * spec_.sizes.size();
    if (port < torus_ports || classes_.empty()) return steps_[port];
    const BypassClass& mine = classes_[static_cast<std::size_t>(residue)];
    return {mine.dimension, port == torus_ports ? mine.length : -mine.length};
  }

  void connect() {
    const std::size_t ports = steps_.size();
    const bool by_node = !classes_.empty() && spec_.bypass_dimensions() > 1;
    const auto links = static_cast<std::size_t>(network_.nodes) * ports;
    network_.next.assign(links, -1);
    network_.dimensions.resize(by_node ? links : ports);
    Odometer at(spec_);
    for (NodeId node = 0; node < network_.nodes; ++node, at.advance()) {
      const std::size_t first = static_cast<std::size_t>(node) * ports;
      const int residue = at.residue();
      for (std::size_t port = 0; port < ports; ++port) {
        const Step step = step_of(port, residue);
        NodeId offset = 0;
        if (at.offset(step, spec_.closed(step.dimension), offset)) network_.next[first + port] = node + offset;
        network_.dimensions[by_node ? first + port : port] = static_cast<std::int8_t>(step.dimension);
      }
    }
  }

  const IbtSpec& spec_;
  std::vector<BypassClass> classes_;
  std::vector<Step> steps_;
  Network network_;
};

/// Whether the automorphisms of distance_classes exist.
bool turns_dimensions(const IbtSpec& spec) {
  for (int k = 0; k < static_cast<int>(spec.sizes.size()); ++k) {
    const bool unlike = k < spec.bypass_dimensions() && spec.sizes[static_cast<std::size_t>(k)] != spec.sizes[0];
    if (!spec.closed(k) || unlike) return false;
  }
  const bool few = spec.lengths.size() == 1 || spec.lengths.size() == 2;
  return few && spec.placement == BypassPlacement::interlaced;
}

}  // namespace

std::vector<BypassClass> bypass_classes(const IbtSpec& spec) {
  if (spec.placement != BypassPlacement::interlaced || spec.lengths.empty()) return {};
  const int m = spec.bypass_dimensions();
  std::vector<BypassClass> classes;
  for (int residue = 0; residue < spec.period(); ++residue) {
    classes.push_back({residue % m, spec.lengths[static_cast<std::size_t>(residue / m)]});
  }
  return classes;
}

Network ibt_network(const IbtSpec& spec) {
  check_ibt(spec);
  return Builder(spec).build();
}

std::vector<int> source_class_of(const IbtSpec& spec) {
  check_ibt(spec);
  const NodeId nodes = node_count(spec);
  const auto classes = translation_classes(spec, nodes);
  // A class is told by the coordinates on open dimensions and, as far as translations keep it, the residue.
  std::map<std::vector<int>, int> numbers;
  const auto key_of = [&](NodeId node) {
    std::vector<int> key{0};
    for (int k = 0; k < static_cast<int>(spec.sizes.size()); ++k) {
      const int x = node % spec.sizes[static_cast<std::size_t>(k)];
      node /= spec.sizes[static_cast<std::size_t>(k)];
      if (k < spec.bypass_dimensions()) key[0] = (key[0] + x) % spec.period();
      if (!spec.closed(k)) key.push_back(x);
    }
    return key;
  };
  for (std::size_t i = 0; i < classes.size(); ++i) numbers[key_of(classes[i].node)] = static_cast<int>(i);
  std::vector<int> class_of;
  class_of.reserve(static_cast<std::size_t>(nodes));
  for (NodeId node = 0; node < nodes; ++node) class_of.push_back(numbers.at(key_of(node)));
  return class_of;
}

std::vector<SourceClass> distance_classes(const IbtSpec& spec) {
  check_ibt(spec);
  auto classes = translation_classes(spec, node_count(spec));
  if (!turns_dimensions(spec)) return classes;
  const int m = spec.bypass_dimensions();
  std::vector<SourceClass> merged;
  for (const auto& one : classes) {  // on a closed torus (c, 0, ..., 0) stands for residue c
    const NodeId mirrored = one.node / m * m + (m - 1 - one.node % m);
    const NodeId like = spec.lengths.size() == 1 ? 0 : std::min(one.node, mirrored);
    const auto known =
        std::find_if(merged.begin(), merged.end(), [&](const auto& other) { return other.node == like; });
    if (known == merged.end()) {
      merged.push_back(one);
    } else {
      known->count += one.count;
    }
  }
  return merged;
}

}  // namespace trenza::topologies
