// What fuzzing does with an input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trenza::test {

/// The formats that are fuzzed: those of traces/trace_format.h, and "goal".
std::vector<std::string> fuzzed_formats();

/// Reads bytes as a trace of a format, writes what it is as GOAL and in the format again, and reads the GOAL. Form
/// feeds separate the files of ranks. InputError is what is expected of wrong input; everything else it throws is a
/// fault, also the std::logic_error for GOAL that its reader does not take. Returns whether the bytes are a trace.
bool convert_bytes(const std::string& format, std::string_view bytes);

}  // namespace trenza::test
