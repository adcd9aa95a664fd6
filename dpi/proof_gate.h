// No fabric without a proof of deadlock freedom.
#pragma once

#include <string>

#include "dpi/call_error.h"
#include "settings/run_configuration.h"

namespace trenza::dpi {

/// A network that can deadlock with its routers. what() names the obligation that fails, and its counterexample.
class CanDeadlock : public CallError {
 public:
  using CallError::CallError;
};

/// Throws CanDeadlock for a network that `trenza run` refuses as well. `file`: what the message begins with.
void require_proof(const settings::RunConfiguration& run, const std::string& file);

}  // namespace trenza::dpi
