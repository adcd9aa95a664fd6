// Networks as Python asks for them: wiring, distances, metrics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/network.h"
#include "topologies/topology.h"

namespace trenza::python {

/// A network and what its SPEC tells of it.
class Wiring {
 public:
  /// `lines`: the user has written the text of the SPEC himself. Throws ConfigError; see settings::network_of.
  Wiring(const std::string& spec, bool lines);

  const topologies::Network& network() const { return network_; }

  /// Hops from a node to all, -1 where there is no way. Throws CallError if there is no such node.
  std::vector<std::int32_t> distances(topologies::NodeId source) const;
  /// The record of `trenza topology`, as JSON. Throws TopologyError.
  std::string metrics(int threads, int samples, std::uint64_t seed, bool worst_case) const;

 private:
  topologies::Network network_;
  std::vector<int> class_of_;
};

/// The channels of a network by their numbers, without those that are not there.
struct ChannelTable {
  std::vector<std::string> names;  ///< "r_3_2.xp"
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> sources;
  std::vector<std::int32_t> destinations;
};

ChannelTable channel_table(const topologies::Topology& topology);

}  // namespace trenza::python
