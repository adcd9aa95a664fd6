// The networks of the documents of a report, and where the documents name their channels.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::apps {

/// A network that documents have in common.
struct ReportNetwork {
  std::string name;                                      ///< "rtt(8)"
  std::shared_ptr<const topologies::Topology> topology;  ///< null: it cannot be built, or not be drawn
  std::string fault;                                     ///< why; empty if it can
  std::map<std::string, topologies::ChannelId> outputs;  ///< "r_3_2 xp_to_4_2": a router and its output
  std::map<std::string, topologies::ChannelId> inputs;   ///< "r_4_2 in_xp_from_3_2": a router and its input
  std::map<std::string, topologies::ChannelId> series;   ///< "r_3_2.xp": as `series` has it
};

/// Each network once.
class NetworkBook {
 public:
  /// The number of the network of a section `topology` of a document; `nodes`: as the document says.
  std::size_t number_of(const nlohmann::ordered_json& topology, topologies::NodeId nodes);

  const ReportNetwork& operator[](std::size_t number) const { return networks_[number]; }
  std::size_t size() const { return networks_.size(); }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<ReportNetwork> networks_;
};

}  // namespace trenza::apps
