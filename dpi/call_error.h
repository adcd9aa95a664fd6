// The error of the room.
#pragma once

#include <stdexcept>

namespace trenza::dpi {

/// A call that cannot be carried out. what() is one line for the user.
class CallError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trenza::dpi
