#include "apps/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

volatile std::sig_atomic_t received = 0;

extern "C" void handle_interrupt(int signal) {
  if (received == signal) _exit(kInterrupted + signal);
  if (received == 0) received = signal;
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action = {};
  action.sa_handler = handle_interrupt;  // without SA_RESTART: poll() and waitpid() return
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int interrupt_signal() { return received; }

void interruption_point() {
  if (received != 0) throw Interrupted();
}

}  // namespace trenza::apps
