// A run in a child process that reports over a pipe, one JSON document per line.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/simulation.h"
#include "settings/configuration.h"
#include "testbench/progress.h"
#include "testbench/results.h"

namespace trenza::apps {

/// The last report of a child process.
struct ChildResult {
  std::optional<RunReport> report;  ///< none: it failed
  int status = 0;                   ///< exit status of the failure
  std::string message;              ///< of the failure; empty after a signal that it was sent
};

/// Within a child: tells the parent something before the report.
void send_note(const nlohmann::ordered_json& note);

/// The parent's end of a child. Not copyable; the child is ended and waited for on destruction.
class RunProcess {
 public:
  /// Starts the child, which calls `body`. Throws RunFailure if the system refuses.
  RunProcess(const settings::RunConfiguration& run, const RunBody& body);
  ~RunProcess();
  RunProcess(const RunProcess&) = delete;
  RunProcess& operator=(const RunProcess&) = delete;

  /// A descriptor that becomes readable when the child has sent something.
  int descriptor() const { return descriptor_; }
  /// Reads what the child has sent so far, without waiting. Returns false once the child has ended.
  bool receive();

  const testbench::Progress& progress() const { return progress_; }
  /// What the child has told by send_note(), each note once.
  std::vector<nlohmann::ordered_json> take_notes() { return std::exchange(notes_, {}); }
  /// After the end: how it ended.
  const ChildResult& result() const { return result_; }
  /// Asks the child to end soon, closing its files. Asking again does nothing.
  void stop();
  /// Ends the child at once, whatever it does; what it writes is lost.
  void kill_now();

 private:
  void handle(const std::string& line);
  void wait_for_end();

  std::string name_;
  pid_t pid_ = -1;
  int descriptor_ = -1;
  bool stopped_ = false;
  std::string buffer_;
  testbench::Progress progress_;
  std::vector<nlohmann::ordered_json> notes_;
  ChildResult result_;
};

}  // namespace trenza::apps
