#include "sweeps/verdict.h"

#include <nlohmann/json.hpp>

#include "testbench/statistics/saturation.h"

namespace trenza::sweeps {

Verdict verdict_of(const nlohmann::ordered_json& document) {
  if (document["outcome"] != "finished") return Verdict::saturated;
  if (document.contains("saturation") && document["saturation"].is_object())
    return document["saturation"]["saturated"].get<bool>() ? Verdict::saturated : Verdict::below;
  const auto& offered = document["offered_load"];
  const auto& accepted = document["accepted_load"];
  if (!offered.is_number() || !accepted.is_number()) return Verdict::below;
  return testbench::is_accepted(accepted.get<double>(), offered.get<double>()) ? Verdict::below : Verdict::saturated;
}

}  // namespace trenza::sweeps
