// SimGrid: what a trace looks like, and how it is written.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "testbench/integers.h"
#include "traces/line_writer.h"
#include "traces/simgrid_actions.h"
#include "traces/simgrid_reader.h"
#include "traces/trace_format.h"

namespace trenza::traces {

namespace {

using testbench::InputError;
using testbench::Uint128;

constexpr std::uint64_t kByteType = 6;  // of SMPI

bool recognises_simgrid(const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t blank = line.find_first_of(" \t");
    if (blank == std::string_view::npos || !is_simgrid_rank(line.substr(0, blank))) return false;
    const std::size_t begin = std::min(line.find_first_not_of(" \t", blank), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    return find_simgrid_action(line.substr(begin, end - begin)).has_value();
  }
  return false;
}

/// Flops of a computation, in thousandths, rounded.
std::string flops(std::uint64_t nanoseconds, std::uint64_t flops_per_second) {
  const Uint128 product = static_cast<Uint128>(nanoseconds) * flops_per_second;
  const Uint128 divisor = kNanosecondsPerSecond / kMilli;
  const Uint128 milliflops = (product + divisor / 2) / divisor;
  const auto whole = static_cast<std::uint64_t>(milliflops / kMilli);
  const auto rest = static_cast<std::uint64_t>(milliflops % kMilli);
  return rest == 0 ? std::to_string(whole) : fmt::format("{}.{:03}", whole, rest);
}

void write_step(LineWriter& lines, std::size_t rank, const Step& step, const std::vector<Step>& steps,
                std::uint64_t flops_per_second) {
  if (step.kind == StepKind::calc) {
    lines.add("{} compute {}\n", rank, flops(step.amount, flops_per_second));
  } else if (step.kind == StepKind::wait) {
    const Step& request = steps[step.extra];
    // A wait for an isend to the rank itself would name its receive as well; the send ends without it.
    if (request.kind == StepKind::isend && request.peer == rank) return;
    if (request.kind == StepKind::isend) {
      lines.add("{} wait {} {} {}\n", rank, rank, request.peer, request.tag);
    } else {
      lines.add("{} wait {} {} {}\n", rank, request.peer, rank, request.tag);
    }
  } else {
    const bool is_non_blocking = step.kind == StepKind::irecv || step.kind == StepKind::isend;
    lines.add("{} {}{} {} {} {} {}\n", rank, is_non_blocking ? "i" : "", step_name(step.kind), step.peer, step.tag,
              step.amount, kByteType);
  }
}

void write_simgrid(const Program& program, const TraceOptions& options, const OpenSink& open) {
  check_point_to_point(program, "SimGrid");
  check_tags(program, "SimGrid");
  check_waits(program, "SimGrid", true);
  if (options.flops_per_second == 0)
    throw InputError({program.files.front(), 0, 0},
                     "computation of SimGrid is in flops; expected --flops-per-second, the speed of a processor");
  LineWriter lines(open(0));
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    lines.add("{} init\n", rank);
    const std::vector<Step>& steps = program.ranks[rank].steps;
    for (const Step& step : steps) write_step(lines, rank, step, steps, options.flops_per_second);
    lines.add("{} finalize\n", rank);
  }
  lines.flush();
}

}  // namespace

const TraceFormat kSimgridFormat{"simgrid",    "time-independent traces of SimGrid, one file or one a rank",
                                 {},           true,
                                 false,        recognises_simgrid,
                                 read_simgrid, write_simgrid,
                                 true};

}  // namespace trenza::traces
