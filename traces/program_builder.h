// Puts together the program that an importer reads.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "traces/program.h"
#include "traces/trace_text.h"

namespace trenza::traces {

/// Adds steps to ranks and knows the open requests of each. Errors are InputError with the place in the text.
class ProgramBuilder {
 public:
  /// Ranks that are named from now on stand in this file.
  void open_file(const std::string& file);
  /// Makes sure that there are at least `count` ranks.
  void need_ranks(std::uint32_t count);
  std::uint32_t ranks() const { return static_cast<std::uint32_t>(program_.ranks.size()); }

  /// Adds a step with its place: `column` of the line of `text`. Returns its place among the steps of the rank.
  std::uint32_t add(std::uint32_t rank, Step step, const TraceText& text, std::size_t column);

  /// What names a request: peer, tag and whatever else the format says.
  using Request = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  /// Adds an isend or irecv that a wait will name.
  void start(std::uint32_t rank, const Request& request, Step step, const TraceText& text, std::size_t column);
  /// Adds the wait for the oldest open request of that name. False if there is none.
  bool finish(std::uint32_t rank, const Request& request, const TraceText& text, std::size_t column);
  /// Adds waits for all open requests of the rank, in the order in which they started.
  void finish_all(std::uint32_t rank, const TraceText& text, std::size_t column);

  Program& program() { return program_; }
  /// Gives the program away; collectives are joined, and receives have the sizes of their messages.
  Program take();

 private:
  void wait(std::uint32_t rank, std::uint32_t step, const TraceText& text, std::size_t column);

  Program program_;
  std::size_t steps_ = 0;
  std::map<std::pair<std::uint32_t, Request>, std::deque<std::uint32_t>> open_;
};

}  // namespace trenza::traces
