#include "apps/run_process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "cosim/plug/plug_error.h"
#include "microarch/archive_stream.h"
#include "microarch/fabric.h"
#include "testbench/input_error.h"
#include "waves/wave_error.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr auto kBetweenReports = std::chrono::milliseconds(100);

std::string line_of(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Writes a line to the parent. False when the parent is gone.
bool say(int descriptor, const std::string& line) {
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = write(descriptor, line.data() + done, line.size() - done);
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  return true;
}

bool say(int descriptor, const Json& document) { return say(descriptor, line_of(document)); }

Json batches_json(const testbench::BatchSeries& batches) {
  return {batches.begins, batches.end, batches.packets, batches.flits, batches.latency};
}

testbench::BatchSeries read_batches(const Json& list) {
  using Numbers = std::vector<std::uint64_t>;
  return {list[0].get<Numbers>(), list[1].get<std::uint64_t>(), list[2].get<Numbers>(), list[3].get<Numbers>(),
          list[4].get<Numbers>()};
}

Json failure(int status, const std::string& message) { return {{"status", status}, {"message", message}}; }

Json out_of_memory(const settings::RunConfiguration& run) {
  return failure(kWrongInput, fmt::format("run {}: {}", run.name, kOutOfMemory));
}

/// What a child says if the memory runs out where no exception may pass, as in a constructor of SystemC. The line is
/// made before, because there is no memory for it then.
struct LastWords {
  int descriptor = -1;
  std::string line;
  std::terminate_handler otherwise = nullptr;
};

LastWords& last_words() {
  static LastWords words;
  return words;
}

[[noreturn]] void terminate_child() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    say(last_words().descriptor, last_words().line);
    _exit(kDone);
  } catch (...) {
    last_words().otherwise();
  }
  std::abort();
}

/// Only in a child, of which nothing else handles std::terminate().
void prepare_last_words(int descriptor, const Json& words) {
  last_words() = {descriptor, line_of(words), std::set_terminate(terminate_child)};
}

/// The child: simulates and reports the result.
void simulate_and_say(const settings::RunConfiguration& run, const RunBody& body, int descriptor) {
  auto last = Clock::now();
  const auto progress = [&](const testbench::Progress& now) {
    if (Clock::now() - last < kBetweenReports) return;
    last = Clock::now();
    if (!say(descriptor, {{"progress", {now.cycle, now.cycles, now.done}}})) throw Interrupted();
  };
  const auto fault = [&](const std::string& what) {
    return failure(kFault, fmt::format("run {}: {}", run.name, what));
  };
  prepare_last_words(descriptor, out_of_memory(run));
  try {
    const RunReport report = body(run, progress);
    say(descriptor, {{"results", report.results},
                     {"meta", report.meta},
                     {"outcome", static_cast<int>(report.outcome)},
                     {"text", report.text},
                     {"batches", batches_json(report.batches)},
                     {"channels", report.channels},
                     {"interrupted", report.interrupted}});
  } catch (const Interrupted&) {
    say(descriptor, failure(kInterrupted + interrupt_signal(), ""));
  } catch (const testbench::InputError& error) {
    const std::string message = error.what();
    const bool placed = !run.experiment.trace || error.position();
    say(descriptor, failure(kWrongInput, placed ? message : run.experiment.trace->file + ": " + message));
  } catch (const UsageError& error) {
    say(descriptor, failure(kWrongInput, error.what()));
  } catch (const microarch::ArchiveError& error) {
    say(descriptor, failure(kWrongInput, fmt::format("--from {}: {}", run.snapshots.from_file, error.what())));
  } catch (const waves::WaveError& error) {
    say(descriptor, failure(kWrongInput, settings::to_string(run.waves->section) + ": " + error.what()));
  } catch (const cosim::BrokenContract& error) {
    say(descriptor, fault(error.what()));
  } catch (const microarch::InvariantViolation& error) {
    say(descriptor, fault(fmt::format("internal fault: {}", error.what())));
  } catch (const std::bad_alloc&) {
    say(descriptor, out_of_memory(run));
  } catch (const std::length_error&) {
    say(descriptor, out_of_memory(run));
  } catch (const std::exception& error) {
    say(descriptor, fault(error.what()));
  }
}

}  // namespace

void send_note(const Json& note) {
  if (!say(last_words().descriptor, {{"note", note}})) throw Interrupted();
}

RunProcess::RunProcess(const settings::RunConfiguration& run, const RunBody& body) : name_(run.name) {
  int ends[2] = {-1, -1};
  std::fflush(nullptr);
  if (pipe(ends) != 0) throw RunFailure(kFault, fmt::format("run {}: no pipe: {}", name_, std::strerror(errno)));
  pid_ = fork();
  if (pid_ < 0) {
    const int reason = errno;
    close(ends[0]);
    close(ends[1]);
    throw RunFailure(kFault, fmt::format("run {}: no process: {}", name_, std::strerror(reason)));
  }
  if (pid_ == 0) {
    begin_child();
    close(ends[0]);
    simulate_and_say(run, body, ends[1]);
    std::fflush(nullptr);
    _exit(kDone);
  }
  add_child(pid_);
  close(ends[1]);
  descriptor_ = ends[0];
  fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

RunProcess::~RunProcess() {
  stop();
  wait_for_end();
  if (descriptor_ >= 0) close(descriptor_);
}

void RunProcess::stop() {
  if (pid_ > 0 && !stopped_) interrupt_child(pid_);
  stopped_ = true;
}

void RunProcess::kill_now() {
  if (pid_ > 0) kill(pid_, SIGKILL);
  stopped_ = true;
}

bool RunProcess::receive() {
  char block[1 << 16];
  for (;;) {
    const ssize_t got = read(descriptor_, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return true;  // nothing more for now
    if (got == 0) break;
    const std::size_t known = buffer_.size();  // without the end of a line
    buffer_.append(block, static_cast<std::size_t>(got));
    for (auto end = buffer_.find('\n', known); end != std::string::npos; end = buffer_.find('\n')) {
      handle(buffer_.substr(0, end));
      buffer_.erase(0, end + 1);
    }
  }
  wait_for_end();
  return false;
}

void RunProcess::handle(const std::string& line) {
  const Json document = Json::parse(line);
  if (document.contains("progress")) {
    const Json& numbers = document["progress"];
    progress_ = {numbers[0].get<std::uint64_t>(), numbers[1].get<std::uint64_t>(), numbers[2].get<double>()};
  } else if (document.contains("note")) {
    notes_.push_back(document["note"]);
  } else if (document.contains("results")) {
    RunReport report;
    report.results = document["results"];
    report.meta = document["meta"];
    report.outcome = static_cast<testbench::Outcome>(document["outcome"].get<int>());
    report.text = document["text"].get<std::string>();
    report.batches = read_batches(document["batches"]);
    report.channels = document["channels"].get<std::vector<double>>();
    report.interrupted = document["interrupted"].get<bool>();
    result_.report = std::move(report);
  } else {
    result_.status = document["status"].get<int>();
    result_.message = document["message"].get<std::string>();
  }
}

void RunProcess::wait_for_end() {
  if (pid_ <= 0) return;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  forget_child(pid_);
  pid_ = -1;
  if (result_.report || result_.status != 0) return;
  result_.status = kFault;
  result_.message = WIFSIGNALED(status) ? fmt::format("run {}: its process was ended by signal {} ({})", name_,
                                                      WTERMSIG(status), strsignal(WTERMSIG(status)))
                                        : fmt::format("run {}: its process ended with status {} and no result", name_,
                                                      WEXITSTATUS(status));
}

}  // namespace trenza::apps
