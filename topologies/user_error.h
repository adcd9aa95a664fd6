// The base of all errors that a user can mend.
#pragma once

#include <stdexcept>
#include <string>

namespace trenza::topologies {

/// Wrong input; what() says to a user where and why. It may quote the input: a NUL byte there is shown as \x00, because
/// it would end the text of what().
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(without_nul(message)) {}

 private:
  static std::string without_nul(const std::string& message) {
    std::string shown = message;
    for (auto at = shown.find('\0'); at != std::string::npos; at = shown.find('\0', at)) shown.replace(at, 1, "\\x00");
    return shown;
  }
};

}  // namespace trenza::topologies
