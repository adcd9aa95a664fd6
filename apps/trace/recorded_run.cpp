#include "apps/trace/recorded_run.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

/// Read by the handler of signals.
volatile sig_atomic_t running = 0;

extern "C" void pass_on(int signal) {
  if (running > 0) kill(static_cast<pid_t>(running), signal);
}

/// A terminal sends SIGINT and SIGQUIT to the command too. All are as before with the end of the object.
class Signals {
 public:
  Signals() {
    struct sigaction action {};
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      action.sa_handler = kSignals[i] == SIGINT || kSignals[i] == SIGQUIT ? SIG_IGN : pass_on;
      sigaction(kSignals[i], &action, &before_[i]);
      if (before_[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &before_[i], nullptr);
    }
  }
  ~Signals() { restore(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  void restore() const {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }

 private:
  static constexpr std::array kSignals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

void set_environment(const RecorderEnvironment& environment) {
  std::string preload = environment.library.string();
  if (const char* const others = std::getenv("LD_PRELOAD"); others != nullptr && *others != 0)
    preload += std::string(":") + others;
  setenv("LD_PRELOAD", preload.c_str(), 1);
  setenv("TRENZA_RECORD_FOLDER", environment.folder.c_str(), 1);
  if (environment.by_pcontrol) {
    setenv("TRENZA_RECORD_REGION", "pcontrol", 1);
  } else {
    unsetenv("TRENZA_RECORD_REGION");
  }
}

/// In the child. Does not return.
[[noreturn]] void become(const std::vector<std::string>& command, int complaints) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));  // NOLINT: as exec wants it
  words.push_back(nullptr);
  execvp(words[0], words.data());
  const int error = errno;
  if (write(complaints, &error, sizeof error) < 0) _exit(kFault);
  _exit(kWrongInput);
}

}  // namespace

int run_recorded(const std::vector<std::string>& command, const RecorderEnvironment& environment) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    throw RunFailure(kFault, fmt::format("no pipe: {}", std::strerror(errno)));
  const Signals signals;
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    set_environment(environment);
    become(command, pipe_ends[1]);
  }
  const int fork_error = errno;
  close(pipe_ends[1]);
  running = child;
  int error = 0;
  const bool began = child > 0 && read(pipe_ends[0], &error, sizeof error) == 0;
  close(pipe_ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  running = 0;
  if (child < 0) throw RunFailure(kFault, fmt::format("no process: {}", std::strerror(fork_error)));
  if (!began)
    throw UsageError(
        fmt::format("{}: cannot be run: {}; expected a command after `--`, such as `mpirun -n 4 ./program`", command[0],
                    std::strerror(error)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : kInterrupted + WTERMSIG(status);
}

}  // namespace trenza::apps
