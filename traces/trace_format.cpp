#include "traces/trace_format.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>
#include <stdexcept>
#include <tuple>

#include "traces/trace_text.h"

namespace trenza::traces {

using testbench::InputError;

const std::vector<TraceFormat>& trace_formats() {
  static const std::vector<TraceFormat> all{kFsinFormat, kDimemasFormat, kParaverFormat, kSimgridFormat,
                                            kLiballprofFormat};
  return all;
}

const TraceFormat* find_format(std::string_view name) {
  for (const TraceFormat& format : trace_formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::unique_ptr<testbench::ByteSource> open_for_import(const std::string& file, const OpenTrace& open) {
  try {
    return open(file);
  } catch (const std::runtime_error& error) {
    throw InputError({file, 1, 1}, error.what());
  }
}

const TraceFormat* recognise_format(const std::string& file, const OpenTrace& open) {
  constexpr std::size_t kLines = 64;
  TraceText text(file, open_for_import(file, open));
  std::vector<std::string> kept;
  while (kept.size() < kLines && text.next()) kept.emplace_back(text.line());
  const std::vector<std::string_view> lines(kept.begin(), kept.end());
  for (const TraceFormat& format : trace_formats()) {
    if (format.recognises(lines)) return &format;
  }
  std::string_view name = file;
  const auto ends_with = [&name](std::string_view ending) {
    return name.size() >= ending.size() && name.substr(name.size() - ending.size()) == ending;
  };
  if (ends_with(".zst")) name.remove_suffix(4);
  for (const TraceFormat& format : trace_formats()) {
    if (std::any_of(format.endings.begin(), format.endings.end(), ends_with)) return &format;
  }
  return nullptr;
}

void check_point_to_point(const Program& program, std::string_view format) {
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (is_collective(step.kind))
        throw InputError(program.place(rank, step),
                         fmt::format("the collective {} cannot be written as {}; expected sends and receives",
                                     step_name(step.kind), format));
      const bool is_recv = step.kind == StepKind::recv || step.kind == StepKind::irecv;
      if (is_recv && (step.any_tag || step.peer == kAnyRank))
        throw InputError(program.place(rank, step),
                         fmt::format("a receive from any source or of any tag cannot be written as {}", format));
    }
  }
}

void check_tags(const Program& program, std::string_view format) {
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    for (const Step& step : program.ranks[rank].steps) {
      if (step.tag > kMostTag32)
        throw InputError(
            program.place(rank, step),
            fmt::format("the tag {} is too large for {}; at most {} is possible", step.tag, format, kMostTag32));
    }
  }
}

void check_waits(const Program& program, std::string_view format, bool of_sends) {
  using Name = std::tuple<StepKind, std::uint32_t, std::uint64_t>;
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    const std::vector<Step>& steps = program.ranks[rank].steps;
    std::map<Name, std::deque<std::uint32_t>> open;
    for (std::uint32_t k = 0; k < steps.size(); ++k) {
      if (steps[k].kind == StepKind::irecv || (of_sends && steps[k].kind == StepKind::isend)) {
        open[{steps[k].kind, steps[k].peer, steps[k].tag}].push_back(k);
      } else if (steps[k].kind == StepKind::wait) {
        const Step& request = steps[steps[k].extra];
        const auto found = open.find({request.kind, request.peer, request.tag});
        if (found == open.end()) continue;
        if (found->second.front() != steps[k].extra)
          throw InputError(program.place(rank, request),
                           fmt::format("{} names requests by rank and tag, and this one is waited for before an older "
                                       "one of the same name",
                                       format));
        found->second.pop_front();
        if (found->second.empty()) open.erase(found);
      }
    }
  }
}

}  // namespace trenza::traces
