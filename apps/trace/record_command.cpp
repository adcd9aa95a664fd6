// `trenza trace record`: runs an MPI program with the recorder and writes what it did as a trace.
#include <fmt/core.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "apps/exit_status.h"
#include "apps/installed_library.h"
#include "apps/output_file.h"
#include "apps/trace/recorded_run.h"
#include "apps/trace/trace_commands.h"
#include "apps/trace/trace_output.h"
#include "microarch/output_file.h"
#include "recorder/goal_text.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;

const char* const kRecordExamples =
    "Examples:\n"
    "  trenza trace record -o ring.goal -- mpirun -n 4 ./ring\n"
    "  trenza trace record -o cg.goal.zst --region pcontrol -- mpirun -n 32 ./cg.A.32\n"
    "\n"
    "The exit status is that of the command; 2 if what it does cannot be recorded. No trace is written then.";

struct RecordOptions {
  std::string file;
  std::string region = "all";
  bool resolve_sources = false;
  std::vector<std::string> command;
};

/// The folder of the parts, beside the trace: all machines of the program see it if they see the trace. It is removed
/// with the object.
class PartFolder {
 public:
  explicit PartFolder(const std::string& file) {
    std::string name = fs::absolute(file).string() + ".parts.XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw UsageError(fmt::format("{} cannot be written: {}", file, std::strerror(errno)));
    path_ = name;
  }
  ~PartFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  PartFolder(const PartFolder&) = delete;
  PartFolder& operator=(const PartFolder&) = delete;

  const fs::path& path() const { return path_; }
  fs::path part(std::size_t rank) const { return path_ / fmt::format("rank.{}", rank); }

 private:
  fs::path path_;
};

/// What the recorder could not record, "rank 3: ..."; empty if there was nothing.
std::string refusal(const PartFolder& folder) {
  std::ifstream in(folder.path() / "refusal");
  std::string line;
  std::getline(in, line);
  return line;
}

std::vector<recorder::Part> read_parts(const PartFolder& folder, const std::string& program) {
  if (!fs::exists(folder.part(0)))
    throw RunFailure(
        kWrongInput,
        fmt::format("{}: no MPI program called MPI_Init within reach of the recorder; expected one that is "
                    "linked with the shared library of the MPI that trenza was built with",
                    program));
  std::vector<recorder::Part> parts;
  parts.push_back(recorder::read_part(folder.part(0)));
  for (std::int32_t rank = 1; rank < parts[0].ranks; ++rank)
    parts.push_back(recorder::read_part(folder.part(static_cast<std::size_t>(rank))));
  return parts;
}

std::string plural(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void print_counts(const std::string& file, const recorder::GoalCounts& counts) {
  fmt::print("{}: {}, {} of {}, {} from any source, {} on {} besides the world, {:.3f} ms of computation\n", file,
             plural(static_cast<std::uint64_t>(counts.ranks), "rank", "ranks"),
             plural(counts.messages, "message", "messages"), plural(counts.bytes, "byte", "bytes"),
             plural(counts.any_source, "receive", "receives"), plural(counts.collectives, "collective", "collectives"),
             plural(counts.communicators, "communicator", "communicators"),
             static_cast<double>(counts.computation_ns) / 1e6);
  if (counts.cut_messages > 0)
    fmt::print("left out: {} of which only one end was recorded\n", plural(counts.cut_messages, "message", "messages"));
  if (counts.cut_collectives > 0)
    fmt::print("left out: {} that not all members recorded\n",
               plural(counts.cut_collectives, "collective", "collectives"));
}

int record(const RecordOptions& options) {
  if (is_standard_output(options.file))
    throw UsageError(fmt::format("-o {}: is standard output, which is the program's; expected a file", options.file));
  if (const std::string fault = microarch::writing_fault(options.file); !fault.empty()) throw UsageError(fault);
  const fs::path library = installed_library("libtrenza_record.so");
  if (library.empty())
    throw UsageError(
        "trace record: this trenza was built without MPI; expected the packages openmpi-bin and libopenmpi-dev, and a "
        "new build");
  const PartFolder folder(options.file);
  const int status = run_recorded(options.command, {library, folder.path(), options.region == "pcontrol"});
  const std::string& program = options.command[0];
  if (const std::string what = refusal(folder); !what.empty())
    throw RunFailure(kWrongInput, fmt::format("no trace is written: {}", what));
  if (status != kDone)
    throw RunFailure(status, fmt::format("no trace is written: {} ended with status {}", program, status));
  try {
    const std::vector<recorder::Part> parts = read_parts(folder, program);
    const std::unique_ptr<TraceOutput> trace = open_trace_output(options.file);
    const recorder::GoalCounts counts =
        recorder::write_goal(parts, {options.resolve_sources}, [&](std::string_view text) { trace->write(text); });
    trace->commit();
    print_counts(options.file, counts);
  } catch (const recorder::RecordingError& error) {
    throw RunFailure(kFault, fmt::format("no trace is written: {}", error.what()));
  }
  return kDone;
}

}  // namespace

GraphCommand add_trace_record_command(Command& trace) {
  const auto options = std::make_shared<RecordOptions>();
  Command command = trace.add_command("record", "run an MPI program, in C or Fortran, and write its trace");
  command.footer(kRecordExamples);
  command.add_option("-o,--output", options->file, "the trace, GOAL text; compressed if the name ends in .zst")
      .value_name("FILE.goal[.zst]")
      .required();
  command.add_flag("--resolve-sources", options->resolve_sources,
                   "receives from any source and of any tag name what they got in this run");
  command.add_option("--region", options->region, "what to record: all, or what lies between MPI_Pcontrol(1) and (0)")
      .value_name("all|pcontrol")
      .one_of({"all", "pcontrol"});
  command.add_words("COMMAND", options->command, "after --: what starts the program, for example mpirun -n 4 ./ring")
      .required();
  return {command, [options] { return record(*options); }};
}

}  // namespace trenza::apps
