#include "apps/claims/claim.h"

#include <utility>

namespace trenza::apps {

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::approximate:
      return "approximate";
    case Verdict::fails:
      return "fails";
  }
  return "";
}

Finding judged(bool holds, std::string computed) {
  return {holds ? Verdict::holds : Verdict::fails, std::move(computed)};
}

Finding judged(bool holds, bool nearly, std::string computed) {
  const Verdict otherwise = nearly ? Verdict::approximate : Verdict::fails;
  return {holds ? Verdict::holds : otherwise, std::move(computed)};
}

std::vector<ClaimGroup> all_claims() {
  return {rtt_claims(), twist_claims(), bypass_claims(), mapping_claims(), wormhole_claims()};
}

}  // namespace trenza::apps
