// What the document of a point says of the network at its load.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sweeps/schedule.h"

namespace trenza::sweeps {

/// Saturated: the document says so (`saturation.saturated`), or too little of the offered load is
/// accepted (testbench::is_accepted), or the
/// run ended in a deadlock, blocked or starving.
Verdict verdict_of(const nlohmann::ordered_json& document);

}  // namespace trenza::sweeps
