// What `trenza map` says of a mapping.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/graph/data_table.h"
#include "graphs/mapping/communication.h"
#include "topologies/mapping/mapping.h"
#include "topologies/network.h"

namespace trenza::apps {

/// Who sends how much to whom, by a trace or a file of a matrix.
struct CommunicationInput {
  std::string option;            ///< "--trace", "--matrix"; empty: there is none
  std::string key;               ///< of documents: "trace", "matrix"
  std::int64_t processes = 0;    ///< ranks, or the largest process of the matrix and those before it
  nlohmann::ordered_json facts;  ///< of documents
  std::vector<graphs::Communication> matrix;

  bool given() const { return !option.empty(); }
};

/// Reads the file of the option that is given, if any. Throws what reading a trace or a matrix throws.
CommunicationInput read_communication_input(const std::string& trace, const std::string& matrix);

/// Throws UsageError if the mapping has fewer processes.
void check_processes(const CommunicationInput& input, const topologies::Mapping& mapping);

/// Size, dilation and loads, and the byte-hops of the input if there is one.
nlohmann::ordered_json mapping_record(const topologies::Network& network, const topologies::Mapping& mapping,
                                      graphs::LogicalGrid grid, const CommunicationInput& input);

/// A line for each quantity, a column for each record: nested records with their path, the classes of links apart.
DataTable mapping_table(const std::vector<std::string>& columns, const std::vector<nlohmann::ordered_json>& records);

}  // namespace trenza::apps
