#include "apps/sweep/mpi_scheduler.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "apps/exit_status.h"
#include "apps/interrupt.h"

namespace trenza::apps {

namespace {

constexpr unsigned kBetweenLooks = 1000;  // microseconds: MPI itself would spin

// Words of the ranks: `go`, `run NUMBER NUMBER ...`, `stop` and `end` from rank 0; `ready`, `done NUMBER RESULT` and
// `broken WHY` to it.
const std::string kGo = "go";
const std::string kRun = "run ";
const std::string kStopMessage = "stop";
const std::string kEnd = "end";
const std::string kReady = "ready";
const std::string kDoneWord = "done ";
const std::string kBroken = "broken ";

bool begins(const std::string& text, const std::string& word) { return text.rfind(word, 0) == 0; }

/// The points that are under way, and the ranks that wait for one.
class Ranks {
 public:
  Ranks(const MpiMessenger& messenger, SweepDriver& driver) : messenger_(messenger), driver_(driver) {}

  std::size_t running() const { return points_.size(); }

  void hand_out() {
    while (!idle_.empty() && interrupt_signal() == 0) {
      std::vector<sweeps::Point> points = driver_.next_batch(static_cast<std::size_t>(messenger_.size()) - 1);
      if (points.empty()) return;
      const int rank = idle_.front();
      idle_.pop_front();
      std::string text = kRun;
      for (const sweeps::Point& point : points) text += std::to_string(point.number) + " ";
      messenger_.send(rank, text);
      points_.emplace(rank, std::move(points));
    }
  }

  /// Whether there was any news.
  bool look() {
    const std::optional<MpiText> news = messenger_.receive();
    if (!news) return false;
    if (begins(news->text, kBroken)) throw RunFailure(kFault, news->text.substr(kBroken.size()));
    if (begins(news->text, kDoneWord)) take_result(*news);
    if (points_.count(news->from) == 0) idle_.push_back(news->from);
    return true;
  }

  void stop() {
    for (const auto& [rank, points] : points_) messenger_.send(rank, kStopMessage);
  }

 private:
  void take_result(const MpiText& news) {
    std::vector<sweeps::Point>& points = points_.at(news.from);
    const std::size_t number = std::stoul(news.text.substr(kDoneWord.size()));
    const auto at = std::find_if(points.begin(), points.end(), [&](const auto& one) { return one.number == number; });
    const std::string result = news.text.substr(news.text.find(' ', kDoneWord.size()) + 1);
    const FinishedPoint ended{std::move(*at), parse_result(result)};
    points.erase(at);
    if (points.empty()) points_.erase(news.from);
    driver_.finish(ended);
  }

  const MpiMessenger& messenger_;
  SweepDriver& driver_;
  std::deque<int> idle_;
  std::map<int, std::vector<sweeps::Point>> points_;  ///< that a rank has under way
};

/// The points of a word `run`.
std::vector<sweeps::Point> points_of(const std::string& text, const sweeps::Plan& plan) {
  std::vector<sweeps::Point> points;
  std::istringstream numbers(text.substr(kRun.size()));
  for (std::size_t number = 0; numbers >> number;) points.push_back(plan.point(number));
  return points;
}

/// Runs points one by one as rank 0 says.
void work(const MpiMessenger& messenger, const SweepJob& job) {
  constexpr int kPollMilliseconds = 1;
  PointPool pool(job.folder, job.limit_seconds);
  messenger.send(0, kReady);
  while (true) {
    const std::optional<MpiText> news = messenger.receive();
    if (news && news->text == kEnd) return;
    if (news && news->text == kStopMessage) pool.stop();
    if (news && begins(news->text, kRun)) pool.start(points_of(news->text, job.plan));
    if (interrupt_signal() != 0) pool.stop();
    if (pool.running() == 0) {
      if (!news) usleep(kBetweenLooks);
      continue;
    }
    for (const FinishedPoint& ended : pool.wait(kPollMilliseconds))
      messenger.send(0, fmt::format("{}{} {}", kDoneWord, ended.point.number, result_text(ended.result)));
  }
}

}  // namespace

void MpiScheduler::run(SweepDriver& driver) {
  if (messenger_.size() == 1) {
    LocalScheduler(job_, 1).run(driver);
    return;
  }
  for (int rank = 1; rank < messenger_.size(); ++rank) messenger_.send(rank, kGo);
  Ranks ranks(messenger_, driver);
  bool told_to_stop = false;
  while (true) {
    ranks.hand_out();
    const bool nothing_comes = driver.is_done() || interrupt_signal() != 0;
    if (ranks.running() == 0 && nothing_comes) return;
    if (interrupt_signal() != 0 && !told_to_stop) {
      ranks.stop();
      told_to_stop = true;
    }
    if (!ranks.look()) usleep(kBetweenLooks);
    driver.draw(ranks.running());
  }
}

MpiLead::~MpiLead() {
  for (int rank = 1; rank < messenger_.size(); ++rank) {
    try {
      messenger_.send(rank, kEnd);
    } catch (const RunFailure&) {
      continue;  // it is gone already
    }
  }
}

void follow_rank_zero(const MpiMessenger& messenger, const JoinSweep& join) {
  while (true) {
    const std::optional<MpiText> first = messenger.receive();
    if (first && first->text == kEnd) return;
    if (first) break;
    usleep(kBetweenLooks);
  }
  try {
    join([&](const SweepJob& job) { work(messenger, job); });
  } catch (const std::exception& error) {
    messenger.send(0, kBroken + fmt::format("rank {}: {}", messenger.rank(), error.what()));
    while (true) {
      const std::optional<MpiText> last = messenger.receive();
      if (last && last->text == kEnd) return;
      usleep(kBetweenLooks);
    }
  }
}

}  // namespace trenza::apps
