#include "apps/sweep/slurm_scheduler.h"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "microarch/output_file.h"

namespace trenza::apps {

namespace {

constexpr std::size_t kMostTasks = 1000;  // MaxArraySize of Slurm is 1001 unless somebody raises it

/// A word of a shell.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

struct CommandOutput {
  int status = 0;
  std::string text;  ///< of both streams
};

CommandOutput output_of(const std::string& command) {
  CommandOutput output;
  std::FILE* const pipe = popen((command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return {127, "no process"};
  std::array<char, 4096> block{};
  for (bool has_ended = false; !has_ended;) {
    output.text.append(block.data(), fread(block.data(), 1, block.size(), pipe));
    has_ended = std::feof(pipe) != 0 || (std::ferror(pipe) != 0 && errno != EINTR);
    std::clearerr(pipe);  // a signal that interrupts us does not end what the command says
  }
  const int status = pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return output;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Whether Slurm still knows of tasks that have not ended. A controller that does not answer is waited for, unless the
/// user does not want to wait.
bool is_queued(const std::string& job) {
  const CommandOutput queue = output_of("squeue --noheader --jobs " + shell_word(job));
  if (queue.status == 0) return !queue.text.empty();
  return interrupt_signal() == 0 && queue.text.find("Invalid job id") == std::string::npos;
}

std::string slurm_folder(const sweeps::Folder& folder) {
  std::string path = folder.log_folder() + "/slurm";
  std::error_code error;
  std::filesystem::create_directories(path, error);
  return path;
}

/// A number of the environment.
std::size_t number_from(const char* name, std::size_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<std::size_t>(std::strtoull(text, nullptr, 10));
}

void finish_task_point(const sweeps::Folder& folder, const FinishedPoint& ended) {
  const PointResult& result = ended.result;
  if (!result.unwritten.empty()) throw sweeps::FolderError(result.unwritten);
  if (!result.failure.empty()) folder.write_failure(ended.point.name, result.failure);
  if (result.meta != "{}") folder.log(result.meta);
}

}  // namespace

std::string SlurmScheduler::submit(const std::vector<sweeps::Point>& points) const {
  const std::string folder = slurm_folder(job_.folder);
  const std::string list = fmt::format("{}/{}-{}.points", folder, getpid(), points.front().number);
  std::string lines;
  for (const sweeps::Point& point : points) lines += fmt::format("{} {}\n", point.number, point.name);
  std::string script = "#!/bin/sh\nexec";
  for (const std::string& word : options_.command) script += " " + shell_word(word);
  script += " --task " + shell_word(list) + "\n";
  const std::string script_file = list + ".sh";
  microarch::write_file(list, lines);
  microarch::write_file(script_file, script);
  std::string command = fmt::format("sbatch --parsable --job-name=trenza --array=0-{} --output={}",
                                    std::min(points.size(), kMostTasks) - 1, shell_word(folder + "/%A_%a.out"));
  for (const std::string& option : options_.sbatch) command += " " + shell_word(option);
  const CommandOutput answer = output_of(command + " " + shell_word(script_file));
  constexpr int kNoCommand = 127;
  if (answer.status == kNoCommand) throw UsageError("--slurm: there is no sbatch; expected the package slurm-client");
  if (answer.status != 0) throw UsageError("--slurm: " + first_line(answer.text));
  const std::string number = first_line(answer.text);
  return number.substr(0, number.find(';'));  // NUMBER;CLUSTER
}

/// Takes what has been written of these points; `last`: nothing more will come.
void SlurmScheduler::collect(SweepDriver& driver, std::vector<sweeps::Point>& points, bool last) const {
  std::vector<sweeps::Point> waiting;
  for (sweeps::Point& point : points) {
    FinishedPoint ended{std::move(point), {}};
    if (job_.folder.document_state(ended.point.name).good()) {
      ended.result = found_result(job_.folder, ended.point.name);
    } else {
      ended.result.failure = job_.folder.failure(ended.point.name);
      if (ended.result.failure.empty() && last) {
        ended.result.interrupted = interrupt_signal() != 0;
        if (!ended.result.interrupted) ended.result.failure = "its task of Slurm ended without a result";
      }
      if (ended.result.failure.empty() && !ended.result.interrupted) {
        waiting.push_back(std::move(ended.point));
        continue;
      }
    }
    driver.finish(ended);
  }
  points = std::move(waiting);
}

void SlurmScheduler::run(SweepDriver& driver) {
  constexpr unsigned kFirstWait = 500'000;  // microseconds between questions to Slurm
  constexpr unsigned kLongestWait = 10'000'000;
  while (interrupt_signal() == 0 && !driver.is_done()) {
    std::vector<sweeps::Point> points;
    while (std::optional<sweeps::Point> point = driver.next()) points.push_back(std::move(*point));
    if (points.empty()) return;
    for (const sweeps::Point& point : points) job_.folder.remove_failure(point.name);
    const std::string job = submit(points);
    for (unsigned wait = kFirstWait; is_queued(job); wait = std::min(kLongestWait, wait + wait / 4)) {
      if (interrupt_signal() != 0) output_of("scancel " + shell_word(job));
      usleep(wait);
      collect(driver, points, false);
      driver.draw(points.size());
    }
    collect(driver, points, true);
  }
}

int run_slurm_task(const SweepJob& job, const std::string& list) {
  constexpr int kPollMilliseconds = 100;
  const std::size_t tasks = number_from("SLURM_ARRAY_TASK_COUNT", 1);
  const std::size_t mine = number_from("SLURM_ARRAY_TASK_ID", 0);
  const std::size_t jobs = std::max<std::size_t>(1, number_from("SLURM_CPUS_PER_TASK", 1));
  std::ifstream lines(list);
  if (!lines) throw UsageError("--task: " + list + " cannot be read; expected a list that `trenza sweep --slurm` made");
  PointPool pool(job.folder, job.limit_seconds);
  const auto wait_for = [&](std::size_t most) {
    while (pool.running() > most) {
      if (interrupt_signal() != 0) pool.stop();
      for (const FinishedPoint& ended : pool.wait(kPollMilliseconds)) finish_task_point(job.folder, ended);
    }
  };
  std::size_t number = 0;
  std::string name;
  std::vector<sweeps::Point> batch;
  for (std::size_t line = 0; interrupt_signal() == 0 && lines >> number >> name; ++line) {
    if (line % tasks != mine) continue;
    sweeps::Point point = job.plan.point(number);
    if (point.name != name) {
      job.folder.write_failure(name, "the configuration was changed after the job was submitted");
      continue;
    }
    batch.push_back(std::move(point));
    if (batch.size() < pool.batch()) continue;
    pool.start(std::exchange(batch, {}));
    wait_for(jobs - 1);
  }
  if (!batch.empty() && interrupt_signal() == 0) pool.start(std::move(batch));
  wait_for(0);
  return interrupt_signal() == 0 ? kDone : kInterrupted + interrupt_signal();
}

}  // namespace trenza::apps
