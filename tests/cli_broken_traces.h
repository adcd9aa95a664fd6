// Traces that must be refused, no two of one kind. The configuration around them is correct; its network has 8 nodes.
#pragma once

#include <string>
#include <vector>

#include "tests/cli_broken_configurations.h"

namespace trenza::test {

inline const char* const kTraceExperiment = "topology: {kind: torus, size: [4, 2]}\ntraffic: {trace: case.goal}\n";

inline std::vector<BrokenInput> broken_traces() {
  /// A trace of two ranks with these operations.
  const auto ranks = [](const std::string& zero, const std::string& one) {
    return "num_ranks 2\nrank 0 {\n" + zero + "}\nrank 1 {\n" + one + "}\n";
  };
  std::string nine = "num_ranks 9\n";
  for (int rank = 0; rank < 9; ++rank) nine += "rank " + std::to_string(rank) + " {\n}\n";
  const std::string recv = "l1: recv 8b from 0 tag 0\n";
  return {
      {"empty trace", "", "case.goal:"},
      {"no number of ranks", "rank 0 {\n}\n", "case.goal:1:"},
      {"no ranks", "num_ranks 0\n", "case.goal:1:"},
      {"number of ranks that is none", "num_ranks two\n", "case.goal:1:"},
      {"more ranks than nodes", nine, "case.goal:1:"},
      {"rank out of range", "num_ranks 2\nrank 2 {\n}\n", "case.goal:2:"},
      {"rank given twice", "num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", "case.goal:4:"},
      {"rank that is not closed", "num_ranks 2\nrank 0 {\nl1: calc 5\n", "case.goal:"},
      {"operation outside a rank", "num_ranks 2\nl1: calc 5\n", "case.goal:2:"},
      {"unknown operation", ranks("l1: sleep 5\n", ""), "case.goal:3:"},
      {"collective that one rank does alone", ranks("l1: allreduce 8b comm 0\n", ""), "case.goal:3:"},
      {"communicator that is not there", ranks("l1: barrier comm 7\n", "l1: barrier comm 7\n"), "case.goal:3:"},
      {"one-sided operation", ranks("l1: put 8b to 1\n", ""), "case.goal:3:"},
      {"missing unit", ranks("l1: send 8 to 1\n", recv), "case.goal:3:"},
      {"negative size", ranks("l1: send -8b to 1\n", recv), "case.goal:3:"},
      {"number above 64 bits", ranks("l1: calc 99999999999999999999999\n", ""), "case.goal:3:"},
      {"partner that is not there", ranks("l1: send 8b to 5\n", recv), "case.goal:3:"},
      {"receive from anyone without a message", ranks("l1: send 8b to 1 tag 3\n", "l1: recv 8b from -1\n"),
       "case.goal:6:"},
      {"text after an operation", ranks("l1: calc 5 twice\n", ""), "case.goal:3:"},
      {"label given twice", ranks("l1: calc 5\nl1: calc 6\n", ""), "case.goal:4:"},
      {"unknown label", ranks("l1: calc 5\nl1 requires l7\n", ""), "case.goal:4:"},
      {"operation that requires itself", ranks("l1: calc 5\nl1 requires l1\n", ""), "case.goal:"},
      {"dependencies in a circle", ranks("l1: calc 5\nl2: calc 5\nl1 requires l2\nl2 requires l1\n", ""),
       "case.goal:3:"},
      {"ranks that wait for each other",
       ranks("l1: recv 8b from 1\nl2: send 8b to 1\nl2 requires l1\n",
             "l1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n"),
       "case.goal:"},
      {"send without a receive", ranks("l1: send 8b to 1 tag 0\n", ""), "case.goal:3:"},
      {"receive without a send", ranks("", recv), "case.goal:5:"},
      {"a message that is larger than its receive", ranks("l1: send 9b to 1 tag 0\n", recv), "case.goal:"},
      {"comment that is not closed", "num_ranks 2\n/* once upon a time\n", "case.goal:2:"},
      {"binary file", std::string("num_ranks 2\nrank 0 {\n\x01\xff\n}\n", 26), "case.goal:3:"},
      {"broken compression", std::string("\x28\xb5\x2f\xfd\x04\x00zzzzzzzz", 14), "case.goal:"},
  };
}

}  // namespace trenza::test
