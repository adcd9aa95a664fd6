// The error of everything in waves that the user can cause or must know of.
#pragma once

#include <stdexcept>

namespace trenza::waves {

/// A wave file that cannot be written or read, a selection that matches nothing, a window that cannot be parsed. The
/// message is a full sentence for the user and names the culprit. An application reports it with exit status 2.
class WaveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trenza::waves
