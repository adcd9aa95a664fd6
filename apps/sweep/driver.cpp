#include "apps/sweep/driver.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/activity.h"
#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/output_file.h"
#include "apps/rtl_fabric.h"
#include "apps/run_checks.h"
#include "sweeps/contract.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string fabric_key(const sweeps::Point& point) {
  const Json& config = *point.run.resolved;
  std::string key = config["topology"].dump();
  for (const char* const part : {"router", "link"}) key += config.contains(part) ? config[part].dump() : "";
  return key;
}

bool FabricChecks::check(const std::string& file, const sweeps::Point& point) {
  if (!seen_.insert(fabric_key(point)).second) return false;
  settings::Configuration configuration;
  configuration.file = file;
  configuration.runs = {point.run};
  check_rtl(configuration);
  check_pin_sizes(configuration, false);
  check_proofs(configuration, unsafe_, show_progress_);
  return true;
}

CheckedPlan check_plan(const sweeps::Plan& plan, bool unsafe, bool show_progress) {
  CheckedPlan checked{"", {}, FabricChecks(unsafe, show_progress)};
  sweeps::NameCheck names(plan);
  Activity activity(show_progress, "checks the points of " + plan.file());
  const std::vector<std::size_t> all = plan.points_to_check();
  sweeps::Point last;  // holds its network, so that the next one has the same
  for (const std::size_t number : all) {
    sweeps::Point point = plan.point(number);
    names.add(point);
    checked.checks.check(plan.file(), point);
    checked.points[number] = {point.name, point.at};
    checked.name = point.run.name;
    last = std::move(point);
    activity.done(static_cast<double>(checked.points.size()) / static_cast<double>(all.size()));
    if (interrupt_signal() != 0) throw RunFailure(kInterrupted + interrupt_signal(), "interrupted");
  }
  return checked;
}

SweepDriver::SweepDriver(const sweeps::Plan& plan, const sweeps::Folder& folder, CheckedPlan checked, bool quiet)
    : plan_(plan),
      folder_(folder),
      checked_(std::move(checked)),
      schedule_(plan.layout()),
      quiet_(quiet),
      line_(!quiet) {}

const KnownPoint& SweepDriver::known(std::size_t number) {
  const auto found = checked_.points.find(number);
  if (found != checked_.points.end()) return found->second;
  const sweeps::Point point = plan_.point(number);
  return checked_.points[number] = {point.name, point.at};
}

/// Whether the folder has the document of a point; then the schedule is told.
bool SweepDriver::take_found(std::size_t number) {
  const std::string& name = known(number).name;
  const sweeps::FileState state = folder_.document_state(name);
  if (!state.exists) return false;
  if (!state.good()) {
    line_.clear();
    fmt::print(stderr, "trenza: {} {}; the point runs again\n", folder_.document_file(name), state.fault);
    return false;
  }
  const PointResult result = found_result(folder_, name);
  if (result.outcome != "finished") outcomes_[number] = result.outcome;
  folder_.remove_failure(name);
  schedule_.tell(number, result.verdict);
  ++found_;
  return true;
}

std::optional<sweeps::Point> SweepDriver::next() {
  while (const auto number = schedule_.next()) {
    if (take_found(*number)) continue;
    sweeps::Point point = plan_.point(*number);
    checked_.checks.check(plan_.file(), point);
    return point;
  }
  return std::nullopt;
}

std::vector<sweeps::Point> SweepDriver::next_batch(std::size_t jobs) {
  const double seconds = run_ == 0 ? 1 : run_seconds_ / static_cast<double>(run_);
  const std::size_t share = std::max<std::size_t>(1, schedule_.ready() / std::max<std::size_t>(1, jobs));
  const std::size_t most = std::min(share, batch_size(seconds));
  std::vector<sweeps::Point> batch;
  while (batch.size() < most) {
    std::optional<sweeps::Point> point = next();
    if (!point) break;
    batch.push_back(std::move(*point));
  }
  return batch;
}

void SweepDriver::finish(const FinishedPoint& ended) {
  const sweeps::Point& point = ended.point;
  PointResult result = ended.result;
  if (result.interrupted && interrupt_signal() != 0) return;  // it is not done, and the sweep ends
  if (result.interrupted) result.failure = "its process was interrupted";
  if (!result.unwritten.empty()) throw sweeps::FolderError(result.unwritten);
  ++run_;
  run_seconds_ += result.seconds;
  if (!result.failure.empty()) {
    failures_[point.number] = result.failure;
    folder_.write_failure(point.name, result.failure);
    folder_.log(Json{{"point", point.name}, {"failure", result.failure}}.dump());
  } else {
    folder_.remove_failure(point.name);
    if (result.outcome != "finished") outcomes_[point.number] = result.outcome;
    if (result.meta != "{}") folder_.log(result.meta);
  }
  schedule_.tell(point.number, result.verdict);
}

void SweepDriver::draw(std::size_t running) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::size_t left = schedule_.known() - schedule_.told();
  std::string text = fmt::format("points: {} of {} done, {} running", schedule_.told(), schedule_.known(), running);
  if (!failures_.empty()) text += fmt::format(", {} failed", failures_.size());
  if (run_ > 0) text += ", " + time_text(seconds / static_cast<double>(run_) * static_cast<double>(left)) + " left";
  line_.draw(text);
}

/// What was found along a line. The values at its ends have been run.
sweeps::IndexSearch SweepDriver::search_of(const sweeps::Line& line) const {
  const sweeps::Layout& layout = plan_.layout();
  const std::string& key = plan_.rules().walk_key;
  sweeps::IndexSearch search{"", key, "null", "null"};
  const auto look = [&](std::size_t position) {
    std::vector<std::size_t> positions = line.start;
    positions[layout.walk_axis] = position;
    Json at = Json::parse(checked_.points.at(layout.point(positions)).at);
    const std::string value = at[key].dump();
    for (const std::string& walked : plan_.axes()[layout.walk_axis].keys) at.erase(walked);
    if (layout.seed_axis) at.erase(sweeps::kSeedKey);
    search.at = at.dump();
    return value;
  };
  if (line.low > 0) search.above = look(line.low - 1);
  if (line.high < layout.sizes[layout.walk_axis]) search.at_most = look(line.high);
  return search;
}

/// Points behind the end of a line of stop.
void SweepDriver::add_left_out(sweeps::Index& index) const {
  std::set<std::size_t> in_order;
  for (const std::size_t number : schedule_.points()) in_order.insert(number);
  std::vector<sweeps::IndexPoint> all;
  auto known = index.points.begin();
  for (std::size_t number = 0; number < plan_.layout().size(); ++number) {
    if (in_order.count(number) > 0) {
      all.push_back(*known++);
    } else {
      const KnownPoint& point = checked_.points.at(number);
      all.push_back({point.name, point.at, "", true});
    }
  }
  index.points = std::move(all);
}

void SweepDriver::write_index() const {
  sweeps::Index index;
  index.contract = sweeps::kContractVersion;
  index.name = checked_.name;
  for (const sweeps::Axis& axis : plan_.axes()) index.keys.insert(index.keys.end(), axis.keys.begin(), axis.keys.end());
  for (const std::size_t number : schedule_.points()) {
    const auto point = checked_.points.find(number);
    if (point == checked_.points.end()) continue;  // ready, and not looked at yet
    const auto failure = failures_.find(number);
    index.points.push_back({point->second.name, point->second.at,
                            failure == failures_.end() ? "" : failure->second, false});
  }
  if (plan_.layout().walk == sweeps::Walk::stop) add_left_out(index);
  for (const sweeps::Line& line : schedule_.lines()) {
    if (line.over) index.searches.push_back(search_of(line));
  }
  folder_.write_index(index);
}

std::string SweepDriver::failures_text() const {
  constexpr std::size_t kShown = 10;
  std::string text;
  std::size_t shown = 0;
  const auto add = [&](std::size_t number, const std::string& what) {
    if (shown++ < kShown) text += fmt::format("trenza: point {}: {}\n", checked_.points.at(number).at, what);
  };
  for (const auto& [number, failure] : failures_) add(number, failure);
  for (const auto& [number, outcome] : outcomes_) {
    if (outcome != "starvation") add(number, "ended in the outcome " + outcome);
  }
  if (shown > kShown)
    text += fmt::format("trenza: and {} more; `trenza table {}` has all\n", shown - kShown, folder_.path());
  return text;
}

int SweepDriver::report() {
  line_.clear();
  for (const std::string& strange : folder_.strange_files())
    fmt::print(stderr, "trenza: {}/{}; it is left alone\n", folder_.path(), strange);
  const std::string failures = failures_text();
  fmt::print(stderr, "{}", failures);
  if (!quiet_) {
    write_whole("-", fmt::format("{}: {} of {} points: {} run, {} were there, {} failed\n", folder_.path(),
                                 found_ + run_ - failures_.size(), schedule_.known(), run_ - failures_.size(), found_,
                                 failures_.size()));
  }
  return failures.empty() ? kDone : kFault;
}

}  // namespace trenza::apps
