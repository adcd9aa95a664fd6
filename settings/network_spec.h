// A network as one line of text: the SPEC of the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "settings/config_error.h"
#include "settings/value.h"
#include "topologies/network.h"

namespace trenza::settings {

/// A kind with its parameters as they were written.
struct NetworkSpec {
  std::string kind;
  Place place;       ///< of the name of the kind
  Value parameters;  ///< a map (that may be empty), or the one value of the short form
};

/// Reads "rtt: {a: 7}", "{kind: rtt, a: 7}", or the short form "rtt: 7". Throws ConfigError with line and column for
/// anything else. `source` is what messages begin with.
NetworkSpec read_network_spec(const std::string& text, const std::string& source = "SPEC");

/// Builds the wiring of the network of a SPEC. Throws ConfigError, with the place and what is near, for kinds and
/// parameters that do not exist, wrong values, and networks that cannot be built.
topologies::Network network_of(const NetworkSpec& spec);
topologies::Network network_of(const std::string& text, const std::string& source = "SPEC");

/// By node: the entry of network_of(spec).sources that stands for it, where that is known (for loads of links of large
/// networks); empty otherwise. Precondition: network_of(spec) did not throw.
std::vector<int> source_classes_of(const NetworkSpec& spec);

}  // namespace trenza::settings
