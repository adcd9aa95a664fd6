// Traces of other tools from strings, for tests.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/goal/goal_parser.h"
#include "tests/support/goal_text.h"
#include "traces/goal_program.h"
#include "traces/goal_writer.h"
#include "traces/trace_format.h"

namespace trenza::test {

/// Texts by the names of their files.
using TraceFiles = std::map<std::string, std::string>;

inline traces::OpenTrace opener(const TraceFiles& files) {
  return [files](const std::string& name) -> std::unique_ptr<testbench::ByteSource> {
    const auto found = files.find(name);
    if (found == files.end()) throw std::runtime_error("there is no such file");
    return std::make_unique<TextSource>(found->second);
  };
}

/// A speed at which a flop takes a nanosecond.
inline traces::TraceOptions giga_flops() {
  traces::TraceOptions options;
  options.flops_per_second = 1'000'000'000;
  return options;
}

/// Reads the files in the order of their names.
inline traces::Program read_trace(const std::string& format, const TraceFiles& files,
                                  const traces::TraceOptions& options = giga_flops()) {
  std::vector<std::string> names;
  for (const auto& [name, text] : files) names.push_back(name);
  return traces::find_format(format)->read(names, opener(files), options);
}

/// Reads one file of the name "t".
inline traces::Program read_trace(const std::string& format, const std::string& text,
                                  const traces::TraceOptions& options = giga_flops()) {
  return read_trace(format, TraceFiles{{"t", text}}, options);
}

inline std::string goal_text(const traces::Program& program) {
  traces::StringSink sink;
  traces::write_goal(program, sink);
  return sink.text();
}

/// What is wrong with the program or text that `make` makes; empty if nothing is.
template <class Make>
std::string fault(const Make& make) {
  try {
    make();
  } catch (const testbench::InputError& error) {
    return error.what();
  }
  return "";
}

/// The files that a format writes, by names in their order.
inline TraceFiles write_trace(const std::string& format, const traces::Program& program,
                              const traces::TraceOptions& options = giga_flops()) {
  std::map<std::uint32_t, traces::StringSink> sinks;
  traces::find_format(format)->write(program, options,
                                     [&](std::uint32_t part) -> traces::TextSink& { return sinks[part]; });
  TraceFiles files;
  for (const auto& [part, sink] : sinks) files["part" + std::to_string(100'000 + part)] = sink.text();
  return files;
}

/// GOAL of two ranks with these lines.
inline std::string goal_of_ranks(const std::string& zero, const std::string& one) {
  return "num_ranks 2\nrank 0 {\n" + zero + "}\nrank 1 {\n" + one + "}\n";
}

/// The program of a GOAL text.
inline traces::Program goal_program(const std::string& text) { return traces::program_of_goal(parse_goal(text)); }

}  // namespace trenza::test
