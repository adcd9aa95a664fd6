#include "traces/program_builder.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "traces/message_sizes.h"

namespace trenza::traces {

void ProgramBuilder::open_file(const std::string& file) { program_.files.push_back(file); }

void ProgramBuilder::need_ranks(std::uint32_t count) {
  if (count <= program_.ranks.size()) return;
  RankSteps empty;
  empty.file = static_cast<std::uint32_t>(program_.files.size() - 1);
  program_.ranks.resize(count, empty);
}

std::uint32_t ProgramBuilder::add(std::uint32_t rank, Step step, const TraceText& text, std::size_t column) {
  if (++steps_ > kMostSteps)
    text.fail(column, "the trace has more than 2^30 operations, the most that can be replayed");
  need_ranks(rank + 1);
  RankSteps& own = program_.ranks[rank];
  if (own.steps.empty()) own.file = static_cast<std::uint32_t>(program_.files.size() - 1);
  step.line = text.number();
  step.column = static_cast<std::uint16_t>(std::min<std::size_t>(column, std::numeric_limits<std::uint16_t>::max()));
  own.steps.push_back(step);
  return static_cast<std::uint32_t>(own.steps.size() - 1);
}

void ProgramBuilder::start(std::uint32_t rank, const Request& request, Step step, const TraceText& text,
                           std::size_t column) {
  open_[{rank, request}].push_back(add(rank, step, text, column));
}

void ProgramBuilder::wait(std::uint32_t rank, std::uint32_t step, const TraceText& text, std::size_t column) {
  Step wait;
  wait.kind = StepKind::wait;
  wait.extra = step;
  add(rank, wait, text, column);
}

bool ProgramBuilder::finish(std::uint32_t rank, const Request& request, const TraceText& text, std::size_t column) {
  const auto found = open_.find({rank, request});
  if (found == open_.end()) return false;
  const std::uint32_t step = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) open_.erase(found);
  wait(rank, step, text, column);
  return true;
}

void ProgramBuilder::finish_all(std::uint32_t rank, const TraceText& text, std::size_t column) {
  const auto begin = open_.lower_bound({rank, Request{}});
  auto end = begin;
  std::vector<std::uint32_t> steps;
  for (; end != open_.end() && end->first.first == rank; ++end)
    steps.insert(steps.end(), end->second.begin(), end->second.end());
  open_.erase(begin, end);
  std::sort(steps.begin(), steps.end());
  for (const std::uint32_t step : steps) wait(rank, step, text, column);
}

Program ProgramBuilder::take() {
  join_collectives(program_);
  size_receives(program_);
  return std::move(program_);
}

}  // namespace trenza::traces
