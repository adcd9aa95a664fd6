// liballprof: what a trace looks like, and how it is written. Calls of MPI as text, one file for each rank.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "traces/liballprof_reader.h"
#include "traces/line_writer.h"
#include "traces/trace_format.h"

namespace trenza::traces {

namespace {

bool recognises_liballprof(const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines) {
    if (!line.empty() && line[0] != '#') return line.substr(0, 4) == "MPI_" && line.find(':') != std::string_view::npos;
  }
  return false;
}

void write_rank(const Program& program, std::size_t rank, LineWriter& lines) {
  const std::vector<Step>& steps = program.ranks[rank].steps;
  const std::string comm = fmt::format("0,{},{}", rank, program.ranks.size());
  std::uint64_t time = 0;
  const auto stamp = [&time] { return fmt::format("{}.{:03}", time / 1000, time % 1000); };
  lines.add("MPI_Init:{}:0:0:{}\n", stamp(), stamp());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const Step& step = steps[k];
    const std::string when = stamp();
    switch (step.kind) {
      case StepKind::calc:
        time += step.amount;
        break;
      case StepKind::send:
        lines.add("MPI_Send:{}:0:{}:0,1,1:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, when);
        break;
      case StepKind::isend:
        lines.add("MPI_Isend:{}:0:{}:0,1,1:{}:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, k, when);
        break;
      case StepKind::recv:
        lines.add("MPI_Recv:{}:0:{}:0,1,1:{}:{}:{}:0:{}\n", when, step.amount, step.peer, step.tag, comm, when);
        break;
      case StepKind::irecv:
        lines.add("MPI_Irecv:{}:0:{}:0,1,1:{}:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, k, when);
        break;
      default:
        lines.add("MPI_Wait:{}:{}:0:{}\n", when, step.extra, when);
        break;
    }
  }
  lines.add("MPI_Finalize:{}:{}\n", stamp(), stamp());
}

void write_liballprof(const Program& program, const TraceOptions& /*options*/, const OpenSink& open) {
  check_point_to_point(program, "liballprof");
  check_tags(program, "liballprof");
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    LineWriter lines(open(rank));
    write_rank(program, rank, lines);
    lines.flush();
  }
}

}  // namespace

const TraceFormat kLiballprofFormat{"liballprof",
                                    "calls of MPI as text, one file for each rank",
                                    {},
                                    true,
                                    true,
                                    recognises_liballprof,
                                    read_liballprof,
                                    write_liballprof};

}  // namespace trenza::traces
