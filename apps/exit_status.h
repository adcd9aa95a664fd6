// Exit statuses of the program, and the errors that lead to them.
#pragma once

#include <stdexcept>

#include "topologies/user_error.h"

namespace trenza::apps {

inline constexpr int kDone = 0;
inline constexpr int kFault = 1;          ///< internal fault, failed check, deadlock, blocked run
inline constexpr int kWrongInput = 2;     ///< wrong configuration, trace, option or output file
inline constexpr int kInterrupted = 128;  ///< plus the number of the signal

/// Said, with kWrongInput, when an experiment takes more memory than the machine has.
inline constexpr const char* kOutOfMemory =
    "out of memory; expected a smaller network, fewer or shorter packets and messages, or fewer --jobs";

/// The user asked for something impossible: exit status 2. what() is one line that begins with the file or option at
/// fault.
class UsageError : public topologies::UserError {
 public:
  using UserError::UserError;
};

/// A failure that is not the user's fault, with its exit status.
class RunFailure : public std::runtime_error {
 public:
  RunFailure(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

}  // namespace trenza::apps
