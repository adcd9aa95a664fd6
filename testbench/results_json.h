// Results as one JSON document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "testbench/results.h"

namespace trenza::testbench {

/// The keys are listed in docs/testbench.md; a value that does not exist is null. The same results give the same bytes
/// on every machine.
nlohmann::ordered_json to_json(const Results& results);

/// "finished", "deadlock", "starvation" or "blocked".
const char* outcome_name(Outcome outcome);

}  // namespace trenza::testbench
