// What several tests of the command line do with runs of the program.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {

/// A sweep of two networks.
inline const std::string kTwoSeries = "series: [{name: rt, topology: {rt: 2}}, {name: rtt, topology: {rtt: 2}}]";

/// Path of a trace of configs/traces.
inline std::string trace_file(const std::string& name) {
  return std::string(TRENZA_SOURCE_DIR) + "/configs/traces/" + name;
}

/// The document of a run, which has to succeed.
inline nlohmann::ordered_json run_document(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "-"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 0) << result.errors;
  return nlohmann::ordered_json::parse(result.output);
}

/// The document without `meta`, which says how it came about.
inline nlohmann::ordered_json without_meta(nlohmann::ordered_json document) {
  document.erase("meta");
  return document;
}

/// A run of a.yaml is refused with this line before it writes anything.
inline void expect_run_refused(const TemporaryFolder& folder, std::vector<std::string> arguments,
                               const std::string& message) {
  const auto before = folder.names();
  arguments.insert(arguments.begin(), {"run", "a.yaml"});
  const ProgramResult result = run_program(folder.path(), arguments);
  EXPECT_EQ(result.status, 2) << message;
  EXPECT_EQ(result.errors, message + "\n");
  EXPECT_EQ(folder.names(), before);
}

}  // namespace trenza::test
