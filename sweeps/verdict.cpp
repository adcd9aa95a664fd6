#include "sweeps/verdict.h"

#include <nlohmann/json.hpp>

namespace trenza::sweeps {

Verdict verdict_of(const nlohmann::ordered_json& document) {
  constexpr double kAccepted = 0.98;
  if (document["outcome"] != "finished") return Verdict::saturated;
  if (document.contains("saturation") && document["saturation"].is_object())
    return document["saturation"]["saturated"].get<bool>() ? Verdict::saturated : Verdict::below;
  const auto& offered = document["offered_load"];
  const auto& accepted = document["accepted_load"];
  if (!offered.is_number() || !accepted.is_number()) return Verdict::below;
  return accepted.get<double>() < kAccepted * offered.get<double>() ? Verdict::saturated : Verdict::below;
}

}  // namespace trenza::sweeps
