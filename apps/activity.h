// Says on a terminal what the program is doing when it takes about two seconds or more and no run shows its progress.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace trenza::apps {

bool errors_go_to_terminal();

/// From a little less than two seconds after its begin to its end, one line on standard error, drawn over itself:
/// "trenza: TEXT 42 % 0:12". Nothing if that is no terminal, unless `on_terminal` says otherwise. It has a thread of
/// its own, which ends with it: a process that is forked before must call exec.
class Activity {
 public:
  Activity(bool enabled, std::string text, bool on_terminal = errors_go_to_terminal());
  ~Activity();
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

  /// What share is done, from 0 to 1; before, none is shown.
  void done(double share) { share_ = share; }

 private:
  void draw_until_end();

  std::string text_;
  std::atomic<double> share_ = -1;
  std::mutex mutex_;
  std::condition_variable end_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace trenza::apps
