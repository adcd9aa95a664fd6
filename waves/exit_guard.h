// Completes open wave files when the process ends without unwinding.
#pragma once

namespace trenza::waves {

/// Something that must be closed before the process ends, because an unfinished wave file cannot be read.
///
/// From construction to destruction of this object, close_at_exit() is called when the process leaves through std::exit
/// or a return from main (std::atexit), or through std::terminate, before the handler that was installed before (an
/// exception that nobody catches, or that leaves a noexcept function). Not covered are signals, abort(), _exit() and
/// quick_exit(). A child after fork() closes nothing that its parent has opened.
class ExitGuard {
 public:
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;
  virtual void close_at_exit() noexcept = 0;

 protected:
  ExitGuard();
  virtual ~ExitGuard();
};

}  // namespace trenza::waves
