#include "apps/output_plan.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "microarch/output_file.h"

namespace trenza::apps {

namespace {

/// Whether an open file of this process is a regular one of this name: the shell has sent a stream there.
bool is_open_as(int descriptor, const std::string& file) {
  struct stat open_file = {};
  struct stat named = {};
  return fstat(descriptor, &open_file) == 0 && S_ISREG(open_file.st_mode) && stat(file.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

}  // namespace

void OutputPlan::reads(const std::string& file, const std::string& role) { inputs_.push_back({file, role}); }

void OutputPlan::reads(const settings::Configuration& configuration) {
  reads(configuration.file, "the configuration");
  for (const settings::RunConfiguration& run : configuration.runs) {
    for (const settings::InputFile& input : run.inputs) reads(input.file, fmt::format("`{}`", input.key));
    if (!run.snapshots.from_file.empty()) reads(run.snapshots.from_file, "--from");
  }
}

void OutputPlan::refuse_uses_of(const std::string& file, const std::string& option) const {
  for (const Use& input : inputs_) {
    if (!microarch::same_file(file, input.file)) continue;
    throw UsageError(
        fmt::format("{}: {} is read as well ({}) and would be lost; expected another name", option, file, input.what));
  }
  for (const Use& output : outputs_) {
    if (!microarch::same_file(file, output.file)) continue;
    throw UsageError(
        output.what == option
            ? fmt::format("{}: two runs would write {}; expected a name for each", option, file)
            : fmt::format("{}: {} would be written by {} too; expected another name", option, file, output.what));
  }
}

void OutputPlan::may_write(const std::string& file, const std::string& option) {
  if (file.empty() || is_standard_output(file)) return;
  refuse_uses_of(file, option);
  const bool standard = is_open_as(STDOUT_FILENO, file);
  if (standard || is_open_as(STDERR_FILENO, file)) {
    throw UsageError(fmt::format("{}: {} takes standard {} already; expected another name", option, file,
                                 standard ? "output" : "error"));
  }
  outputs_.push_back({file, option});
}

void OutputPlan::writes(const std::string& file, const std::string& option) {
  if (file.empty() || file == "-") return;
  const std::string fault = microarch::writing_fault(file);
  if (!fault.empty()) throw UsageError(fmt::format("{}: {}", option, fault));
  may_write(file, option);
}

}  // namespace trenza::apps
