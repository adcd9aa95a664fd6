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

std::string listed_file(const std::string& list, std::string_view name) {
  const std::size_t slash = list.rfind('/');
  const bool is_complete = name.substr(0, 1) == "/" || slash == std::string::npos;
  return (is_complete ? "" : list.substr(0, slash + 1)) + std::string(name);
}

namespace {

std::vector<std::string> first_lines(const std::string& file, const OpenTrace& open) {
  constexpr std::size_t kLines = 64;
  TraceText text(file, open_for_import(file, open));
  std::vector<std::string> lines;
  while (lines.size() < kLines && text.next()) lines.emplace_back(text.line());
  return lines;
}

const TraceFormat* format_of_lines(const std::vector<std::string>& lines) {
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  const auto found = std::find_if(trace_formats().begin(), trace_formats().end(),
                                  [&](const TraceFormat& format) { return format.recognises(views); });
  return found == trace_formats().end() ? nullptr : &*found;
}

/// The format of the first file that the lines name, if it is one with lists.
const TraceFormat* format_of_list(const std::string& list, const std::vector<std::string>& lines,
                                  const OpenTrace& open) {
  constexpr const char* kBlanks = " \t";
  for (const std::string& line : lines) {
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string::npos || line[begin] == '#') continue;
    const std::size_t end = line.find_last_not_of(kBlanks) + 1;
    const std::string name = line.substr(begin, end - begin);
    if (name.find_first_of(kBlanks) != std::string::npos) return nullptr;
    try {
      const TraceFormat* const format = format_of_lines(first_lines(listed_file(list, name), open));
      return format != nullptr && format->has_list ? format : nullptr;
    } catch (const InputError&) {
      return nullptr;  // no list, or one of files that are not there
    }
  }
  return nullptr;
}

}  // namespace

const TraceFormat* recognise_format(const std::string& file, const OpenTrace& open) {
  const std::vector<std::string> lines = first_lines(file, open);
  if (const TraceFormat* const format = format_of_lines(lines)) return format;
  if (const TraceFormat* const format = format_of_list(file, lines, open)) return format;
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
