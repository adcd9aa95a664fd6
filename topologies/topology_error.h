// The error of a network that cannot be built.
#pragma once

#include <stdexcept>

namespace trenza::topologies {

/// A network that cannot be built; what() states the reason for a user.
class TopologyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trenza::topologies
