// The error of a network that cannot be built.
#pragma once

#include <string>
#include <utility>

#include "topologies/user_error.h"

namespace trenza::topologies {

/// A network that cannot be built; what() states the reason for a user.
class TopologyError : public UserError {
 public:
  using UserError::UserError;
  /// `parameter`: that of a TopologySpec that is at fault (kind_parameters.h); empty if no single one is.
  TopologyError(const std::string& message, std::string parameter)
      : UserError(message), parameter_(std::move(parameter)) {}

  const std::string& parameter() const { return parameter_; }

 private:
  std::string parameter_;
};

}  // namespace trenza::topologies
