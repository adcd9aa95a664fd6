// What can be wrong with a block from outside.
#pragma once

#include <stdexcept>
#include <string>

namespace trenza::cosim {

/// A block, a port map or a shared object cannot be used, and the user has to correct it. what() is one line that
/// begins with the place of the fault.
struct PlugError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The beginning of every message about a block that broke its contract during a run.
inline constexpr const char* kBrokenContract = "broken contract: ";

inline bool is_broken_contract(const std::string& message) { return message.rfind(kBrokenContract, 0) == 0; }

}  // namespace trenza::cosim
