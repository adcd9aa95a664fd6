#include "tests/fuzz/convert_bytes.h"

#include <algorithm>
#include <stdexcept>

#include "testbench/input_error.h"
#include "tests/support/goal_text.h"
#include "tests/support/trace_formats.h"

namespace trenza::test {

namespace {

using testbench::InputError;
using traces::Program;

/// Programs of more ranks are read but not written: that would only take time.
constexpr std::size_t kMostWrittenRanks = 4096;
constexpr std::size_t kMostReadGoal = std::size_t{1} << 20;

class NullSink : public traces::TextSink {
 public:
  void write(std::string_view /*text*/) override {}
};

TraceFiles files_of(std::string_view bytes) {
  TraceFiles files;
  for (std::size_t begin = 0; begin <= bytes.size();) {
    const std::size_t end = std::min(bytes.find('\f', begin), bytes.size());
    files["f" + std::to_string(100'000 + files.size())] = std::string(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return files;
}

bool is_point_to_point(const Program& program) {
  return std::all_of(program.ranks.begin(), program.ranks.end(), [](const traces::RankSteps& rank) {
    return std::none_of(rank.steps.begin(), rank.steps.end(), [](const traces::Step& step) {
      return traces::is_collective(step.kind) || step.any_tag ||
             (step.kind == traces::StepKind::recv && step.peer == traces::kAnyRank) ||
             (step.kind == traces::StepKind::irecv && step.peer == traces::kAnyRank);
    });
  });
}

traces::TraceOptions fuzz_options() {
  traces::TraceOptions options = giga_flops();
  options.moves_receives = true;
  return options;
}

void write_again(const std::string& format, const Program& program) {
  NullSink sink;
  try {
    traces::find_format(format)->write(program, fuzz_options(),
                                       [&](std::uint32_t) -> traces::TextSink& { return sink; });
  } catch (const InputError&) {  // what the format cannot hold
  }
}

/// GOAL that was written is GOAL, and in the order of a program.
void check_goal(const Program& program) {
  const std::string text = goal_text(program);
  if (text.size() > kMostReadGoal) return;
  try {
    parse_goal(text);
    if (is_point_to_point(program)) goal_program(text);
  } catch (const InputError& error) {
    throw std::logic_error(std::string("the GOAL that was written is refused: ") + error.what());
  }
}

bool convert_goal(std::string_view bytes) {
  const std::string text(bytes);
  bool is_trace = false;
  try {
    parse_goal(text);
    is_trace = true;
  } catch (const InputError&) {
  }
  try {
    const Program program = goal_program(text);
    if (program.ranks.size() > kMostWrittenRanks) return is_trace;
    for (const traces::TraceFormat& format : traces::trace_formats()) write_again(std::string(format.name), program);
    check_goal(program);
  } catch (const InputError&) {
  }
  return is_trace;
}

}  // namespace

std::vector<std::string> fuzzed_formats() {
  std::vector<std::string> names{"goal"};
  for (const traces::TraceFormat& format : traces::trace_formats()) names.emplace_back(format.name);
  return names;
}

bool convert_bytes(const std::string& format, std::string_view bytes) {
  if (format == "goal") return convert_goal(bytes);
  TraceFiles files = files_of(bytes);
  if (!traces::find_format(format)->has_file_per_rank) files = {{"f", std::string(bytes)}};
  Program program;
  try {
    program = read_trace(format, files, fuzz_options());
  } catch (const InputError&) {
    return false;
  }
  if (program.ranks.size() > kMostWrittenRanks) return true;
  write_again(format, program);
  check_goal(program);
  return true;
}

}  // namespace trenza::test
