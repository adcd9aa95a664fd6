// SIGINT and SIGTERM: a flag that the simulation looks at, so that wave files are closed before the process ends.
#pragma once

#include <exception>

namespace trenza::apps {

/// Handles SIGINT and SIGTERM from now on: the first one sets a flag; when the same one comes again, the process ends
/// at once with 128 + its number. Inherited by fork().
void install_interrupt_handlers();

/// The signal that was received, 0 if none.
int interrupt_signal();

/// Thrown by interruption_point().
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Throws Interrupted if a signal was received.
void interruption_point();

}  // namespace trenza::apps
