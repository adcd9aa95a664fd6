// SIGINT, SIGTERM and SIGHUP: a flag that the simulation looks at, so that what is finished is kept. A second signal
// ends the process and its children at once.
#pragma once

#include <sys/types.h>

#include <exception>

namespace trenza::apps {

/// Handles the signals from now on; SIGHUP only if it is not ignored, as under nohup. The first one sets a flag; the
/// next one, unless it comes with the first, removes drafts of files and ends the process with 128 + its number.
/// Inherited by fork().
void install_interrupt_handlers();

/// The signal that was received, 0 if none.
int interrupt_signal();

/// A child of this process, which ends with it at once when a second signal comes. Also forgets it again.
void add_child(pid_t child);
void forget_child(pid_t child);
/// In a new child: it has none of its own, and its parent's end is an interrupt.
void begin_child();
/// Sets the flag of a child.
void interrupt_child(pid_t child);

/// Thrown by interruption_point().
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Throws Interrupted if a signal was received.
void interruption_point();

}  // namespace trenza::apps
