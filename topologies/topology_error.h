// The error of a network that cannot be built.
#pragma once

#include "topologies/user_error.h"

namespace trenza::topologies {

/// A network that cannot be built; what() states the reason for a user.
class TopologyError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace trenza::topologies
