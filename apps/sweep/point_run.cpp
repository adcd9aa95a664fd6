#include "apps/sweep/point_run.h"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/simulation.h"
#include "sweeps/contract.h"
#include "sweeps/verdict.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// The snapshot with which a run of a trace that only goes on longer begins.
class SharedBegin {
 public:
  explicit SharedBegin(const sweeps::Folder& folder, const std::vector<sweeps::Point>& points)
      : file_(fmt::format("{}/{}.snap", folder.log_folder(), points.front().name)), points_(points) {}
  ~SharedBegin() { std::filesystem::remove(file_, ignored_); }
  SharedBegin(const SharedBegin&) = delete;
  SharedBegin& operator=(const SharedBegin&) = delete;

  /// The run of a point, from where the one before ended, and saved where the next one can begin.
  settings::RunConfiguration prepared(const sweeps::Point& point) {
    settings::RunConfiguration run = point.run;
    const auto place = static_cast<std::size_t>(&point - points_.data());
    const auto shares = [&](std::size_t other) {
      return !point.shared.empty() && other < points_.size() && points_[other].shared == point.shared;
    };
    if (is_there_ && shares(place - 1)) run.snapshots.from_file = file_;
    const microarch::Cycle cycles = run.experiment.run.cycles;
    if (!shares(place + 1) || cycles == 0) return run;
    run.snapshots.save_at = cycles - 1;
    run.snapshots.save_file = file_;
    return run;
  }

  void after(const RunReport& report) {
    is_there_ = report.meta.contains("saved") && report.meta["saved"]["file"].is_string();
  }

 private:
  std::string file_;
  const std::vector<sweeps::Point>& points_;
  bool is_there_ = false;
  std::error_code ignored_;
};

/// The work of the child on one point: what goes to the parent is little, the document goes to the disk. None: it was
/// interrupted.
std::optional<PointResult> simulate_point(const sweeps::Folder& folder, const sweeps::Point& point, SharedBegin& shared,
                                          const ProgressCallback& progress) {
  const std::clock_t begin = std::clock();
  const RunReport report = simulate(shared.prepared(point), progress);
  shared.after(report);
  if (report.interrupted) return std::nullopt;
  Json document = {{"point", point.name}, {"contract", sweeps::kContractVersion}};
  document.update(report.results);
  document["config"].erase("name");
  PointResult result;
  result.outcome = document["outcome"].get<std::string>();
  result.verdict = sweeps::verdict_of(document);
  Json meta = {{"point", point.name}};
  meta.update(report.meta);
  result.meta = meta.dump();
  result.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  try {
    folder.write_document(point.name, document.dump(2, ' ', false, Json::error_handler_t::replace));
  } catch (const sweeps::FolderError& error) {
    result.unwritten = error.what();
  }
  return result;
}

/// The whole work of the child. Its report says nothing: all is in the notes.
RunReport simulate_points(const sweeps::Folder& folder, const std::vector<sweeps::Point>& points,
                          const ProgressCallback& progress) {
  RunReport report = interrupted_report(points.front().run, 0);
  SharedBegin shared(folder, points);
  for (const sweeps::Point& point : points) {
    const std::optional<PointResult> result = simulate_point(folder, point, shared, progress);
    if (!result) return report;
    send_note(result_text(*result));
  }
  report.interrupted = false;
  return report;
}

/// Whether several such points can be run in one process: SystemC elaborates once.
bool may_share(const sweeps::Point& point) {
  const settings::RunConfiguration& run = point.run;
  return run.view == settings::View::tlm && run.pin_routers.empty() && (!run.experiment.trace || !point.shared.empty());
}

/// The message about a child, without the name of its run, which all points share.
std::string reason_of(const std::string& message, const std::string& name) {
  const std::string start = "run " + name + ": ";
  std::string reason = message.rfind(start, 0) == 0 ? message.substr(start.size()) : message;
  reason.erase(reason.find_last_not_of('\n') + 1);
  return reason.empty() ? "ended without a result" : reason;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::string result_text(const PointResult& result) {
  const Json json = {{"failure", result.failure},
                     {"seconds", result.seconds},
                     {"outcome", result.outcome},
                     {"unwritten", result.unwritten},
                     {"interrupted", result.interrupted},
                     {"verdict", static_cast<int>(result.verdict)},
                     {"meta", result.meta}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

PointResult parse_result(const std::string& text) {
  const Json json = Json::parse(text);
  PointResult result;
  result.failure = json["failure"].get<std::string>();
  result.outcome = json["outcome"].get<std::string>();
  result.unwritten = json["unwritten"].get<std::string>();
  result.interrupted = json["interrupted"].get<bool>();
  result.verdict = static_cast<sweeps::Verdict>(json["verdict"].get<int>());
  result.seconds = json["seconds"].get<double>();
  result.meta = json["meta"].get<std::string>();
  return result;
}

PointResult found_result(const sweeps::Folder& folder, const std::string& point) {
  const Json document = Json::parse(folder.document(point));
  PointResult result;
  result.outcome = document["outcome"].get<std::string>();
  result.verdict = sweeps::verdict_of(document);
  return result;
}

std::size_t batch_size(double seconds) {
  constexpr double kTogether = 0.2;  // seconds of a process
  constexpr double kMost = 32;
  return seconds <= 0 ? 1 : static_cast<std::size_t>(std::clamp(kTogether / seconds, 1.0, kMost));
}

std::size_t PointPool::batch() const { return count_ == 0 ? 1 : batch_size(seconds_ / static_cast<double>(count_)); }

void PointPool::start(std::vector<sweeps::Point> points) {
  Child child;
  const bool share = std::all_of(points.begin(), points.end(), may_share);
  if (share) {
    child.later.push_back(std::move(points));
  } else {
    for (sweeps::Point& point : points) child.later.push_back({std::move(point)});
  }
  launch(child);
  children_.push_back(std::move(child));
}

/// Starts the next of its processes.
void PointPool::launch(Child& child) const {
  child.points = std::move(child.later.front());
  child.later.erase(child.later.begin());
  child.ended = 0;
  child.over_limit = false;
  child.begin = Clock::now();
  const auto body = [&](const settings::RunConfiguration&, const ProgressCallback& progress) {
    return simulate_points(folder_, child.points, progress);
  };
  child.process = std::make_unique<RunProcess>(child.points.front().run, body);
}

void PointPool::enforce_limit(Child& child) const {
  constexpr double kPatienceWithChild = 2;  // until a child that does not listen is killed
  if (limit_ <= 0) return;
  const double seconds = seconds_since(child.begin);
  if (seconds > limit_ && !child.over_limit) {
    child.over_limit = true;
    child.process->stop();
  } else if (seconds > limit_ + kPatienceWithChild) {
    child.process->kill_now();
  }
}

void PointPool::take_notes(Child& child, std::vector<FinishedPoint>& ended) const {
  for (const Json& note : child.process->take_notes()) {
    PointResult result = parse_result(note.get<std::string>());
    child.begin = Clock::now();
    ended.push_back({std::move(child.points[child.ended++]), std::move(result)});
  }
}

/// What became of the point that was under way when its process ended.
PointResult PointPool::end_of(const Child& child) const {
  const ChildResult& end = child.process->result();
  PointResult result;
  if (child.over_limit) {
    result.failure = fmt::format("took longer than the limit of {:g} s", limit_);
  } else if (end.report || end.status > kInterrupted) {
    result.interrupted = true;
  } else {
    result.failure = reason_of(end.message, child.points[child.ended].run.name);
  }
  return result;
}

void PointPool::take_end(Child& child, std::vector<FinishedPoint>& ended) const {
  if (child.ended == child.points.size()) return;
  const PointResult result = end_of(child);
  Batch rest(std::make_move_iterator(child.points.begin() + static_cast<std::ptrdiff_t>(child.ended)),
             std::make_move_iterator(child.points.end()));
  if (interrupt_signal() != 0) {
    child.later.insert(child.later.begin(), std::move(rest));
    for (Batch& batch : child.later) {
      for (sweeps::Point& point : batch) ended.push_back({std::move(point), result});
    }
    child.later.clear();
    return;
  }
  sweeps::Point point = std::move(rest.front());
  rest.erase(rest.begin());
  if (!rest.empty()) child.later.insert(child.later.begin(), std::move(rest));
  // What came before it in the same process may be to blame: the memory, for one.
  const bool again = child.ended > 0 && !child.over_limit;
  if (again) {
    child.later.insert(child.later.begin(), Batch{std::move(point)});
  } else {
    ended.push_back({std::move(point), result});
  }
}

std::vector<FinishedPoint> PointPool::wait(int milliseconds) {
  std::vector<pollfd> descriptors;
  for (const Child& child : children_) descriptors.push_back({child.process->descriptor(), POLLIN, 0});
  poll(descriptors.data(), descriptors.size(), milliseconds);
  std::vector<FinishedPoint> ended;
  for (auto child = children_.begin(); child != children_.end();) {
    const bool alive = child->process->receive();
    take_notes(*child, ended);
    if (alive) {
      enforce_limit(*child);
    } else {
      take_end(*child, ended);
    }
    if (alive || !child->later.empty()) {
      if (!alive) launch(*child);
      ++child;
    } else {
      child = children_.erase(child);
    }
  }
  count_ += ended.size();
  for (const FinishedPoint& one : ended) seconds_ += one.result.seconds;
  return ended;
}

void PointPool::stop() {
  for (Child& child : children_) child.process->stop();
}

}  // namespace trenza::apps
