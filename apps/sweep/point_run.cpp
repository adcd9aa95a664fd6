#include "apps/sweep/point_run.h"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/exit_status.h"
#include "apps/simulation.h"
#include "sweeps/contract.h"
#include "sweeps/verdict.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// The work of the child: what goes to the parent is little, the document goes to the disk.
RunReport simulate_point(const sweeps::Folder& folder, const sweeps::Point& point, const ProgressCallback& progress) {
  RunReport report = simulate(point.run, progress);
  if (report.interrupted) return report;
  Json document = {{"point", point.name}, {"contract", sweeps::kContractVersion}};
  document.update(report.results);
  document["config"].erase("name");
  report.results = {{"outcome", document["outcome"]}, {"verdict", static_cast<int>(sweeps::verdict_of(document))}};
  report.channels.clear();
  try {
    folder.write_document(point.name, document.dump(2, ' ', false, Json::error_handler_t::replace));
  } catch (const sweeps::FolderError& error) {
    report.results["unwritten"] = error.what();
  }
  return report;
}

/// The message about a child, without the name of its run, which all points share.
std::string reason_of(const std::string& message, const std::string& name) {
  const std::string start = "run " + name + ": ";
  std::string reason = message.rfind(start, 0) == 0 ? message.substr(start.size()) : message;
  reason.erase(reason.find_last_not_of('\n') + 1);
  return reason.empty() ? "ended without a result" : reason;
}

std::string seconds_text(double seconds) { return fmt::format("{:g} s", seconds); }

}  // namespace

std::string result_text(const PointResult& result) {
  const Json json = {{"failure", result.failure},         {"outcome", result.outcome},
                     {"unwritten", result.unwritten},     {"interrupted", result.interrupted},
                     {"verdict", static_cast<int>(result.verdict)}, {"meta", result.meta}};
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

void PointPool::start(sweeps::Point point) {
  Child child;
  child.point = std::move(point);
  child.start = Clock::now();
  const auto body = [&](const settings::RunConfiguration&, const ProgressCallback& progress) {
    return simulate_point(folder_, child.point, progress);
  };
  child.process = std::make_unique<RunProcess>(child.point.run, body);
  children_.push_back(std::move(child));
}

void PointPool::enforce_limit(Child& child) const {
  constexpr double kPatience = 2;  // until a child that does not listen is killed
  if (limit_ <= 0) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
  if (seconds > limit_ && !child.over_limit) {
    child.over_limit = true;
    child.process->stop();
  } else if (seconds > limit_ + kPatience) {
    child.process->kill_now();
  }
}

PointResult PointPool::result_of(const Child& child) const {
  const ChildResult& end = child.process->result();
  PointResult result;
  if (end.report && !end.report->interrupted) {
    const Json& results = end.report->results;
    result.outcome = results["outcome"].get<std::string>();
    result.verdict = static_cast<sweeps::Verdict>(results["verdict"].get<int>());
    result.unwritten = results.value("unwritten", "");
    Json meta = {{"point", child.point.name}};
    meta.update(end.report->meta);
    result.meta = meta.dump();
  } else if (child.over_limit) {
    result.failure = "took longer than the limit of " + seconds_text(limit_);
  } else if ((end.report && end.report->interrupted) || end.status > kInterrupted) {
    result.interrupted = true;
  } else {
    result.failure = reason_of(end.message, child.point.run.name);
  }
  return result;
}

std::vector<FinishedPoint> PointPool::wait(int milliseconds) {
  std::vector<pollfd> descriptors;
  for (const Child& child : children_) descriptors.push_back({child.process->descriptor(), POLLIN, 0});
  poll(descriptors.data(), descriptors.size(), milliseconds);
  std::vector<FinishedPoint> ended;
  for (Child& child : children_) {
    enforce_limit(child);
    if (!child.process->receive()) ended.push_back({child.point, result_of(child)});
  }
  const auto is_over = [&](const Child& child) {
    return std::any_of(ended.begin(), ended.end(),
                       [&](const FinishedPoint& one) { return one.point.number == child.point.number; });
  };
  children_.erase(std::remove_if(children_.begin(), children_.end(), is_over), children_.end());
  return ended;
}

void PointPool::stop() {
  for (Child& child : children_) child.process->stop();
}

}  // namespace trenza::apps
