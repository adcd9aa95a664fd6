// What can be wrong with a block from outside.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::cosim {

/// A block, a port map or a shared object cannot be used, and the user has to correct it. what() is one line that
/// begins with the place of the fault.
struct PlugError : std::runtime_error {
  using std::runtime_error::runtime_error;
  template <class... Values>
  explicit PlugError(fmt::format_string<Values...> form, Values&&... values)
      : runtime_error(fmt::format(form, std::forward<Values>(values)...)) {}
};

/// A block broke its contract during a run. what() is "broken contract: " and the reason.
class BrokenContract : public microarch::InvariantViolation {
 public:
  explicit BrokenContract(const std::string& reason)
      : InvariantViolation("broken contract: " + reason), reason_(reason) {}

  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

}  // namespace trenza::cosim
