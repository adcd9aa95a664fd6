// Named computations of networks without a simulation: what stands under `compute` in the section `paper`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/graph/data_table.h"
#include "settings/form.h"
#include "settings/value.h"

namespace trenza::apps {

/// A computation whose parameters have been read.
struct PreparedComputation {
  std::vector<std::string> columns;
  std::function<DataTable(int threads)> compute;  ///< the table with these columns; threads change no result
};

/// A computation by its name.
struct Computation {
  std::string name;
  std::string summary;     ///< what a row of its table is
  std::string parameters;  ///< an example
  std::function<PreparedComputation(settings::Form&)> prepare;
};

/// Twisted tori in two dimensions, sets of twists.
std::vector<Computation> twist_computations();
/// Interlaced bypass tori and their peers.
std::vector<Computation> bypass_computations();
/// RT(a), RTT(a) and mappings on them; the latency model of Duato-Nbc.
std::vector<Computation> mapping_computations();

/// All of them.
const std::vector<Computation>& computations();

/// Reads a map of one name to its parameters. Throws ConfigError for names and parameters that are wrong.
PreparedComputation prepare_computation(const settings::Value& compute);

}  // namespace trenza::apps
