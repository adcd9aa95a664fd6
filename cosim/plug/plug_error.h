// What can be wrong with a block from outside.
#pragma once

#include <stdexcept>
#include <string>

namespace trenza::cosim {

/// A block, a port map or a shared object that cannot be used: the user's to mend. what() is one line that begins with
/// the place.
struct PlugError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How the messages begin that tell of a block which broke its contract during a run.
inline constexpr const char* kBrokenContract = "broken contract: ";

inline bool is_broken_contract(const std::string& message) { return message.rfind(kBrokenContract, 0) == 0; }

}  // namespace trenza::cosim
