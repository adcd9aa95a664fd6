// What papers claim of the networks here, and what the program computes for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace trenza::apps {

enum class Verdict {
  holds,
  approximate,  ///< right within the rounding that the claim itself states
  fails,
};

/// What a computation found.
struct Finding {
  Verdict verdict = Verdict::fails;
  std::string computed;  ///< in a few words, with the numbers
};

/// A claim in our words, and the computation that judges it.
struct Claim {
  std::string id;     ///< "A1"
  std::string claim;  ///< what is claimed
  std::function<Finding()> check;
};

/// The claims of one paper.
struct ClaimGroup {
  std::string paper;
  std::vector<Claim> claims;
};

/// Differences up to this are rounding of the computation.
inline constexpr double kEqual = 1e-9;

/// "holds", "approximate", "fails".
const char* verdict_text(Verdict verdict);
/// holds or fails.
Finding judged(bool holds, std::string computed);
/// holds, approximate (nearly) or fails.
Finding judged(bool holds, bool nearly, std::string computed);

/// Rectangular tori RT(a) and RTT(a).
ClaimGroup rtt_claims();
/// Twists of tori with 12 rows and 12 to 48 columns, and twists in general.
ClaimGroup twist_claims();
/// Interlaced bypass tori.
ClaimGroup bypass_claims();
/// Mappings on RT(a) and RTT(a).
ClaimGroup mapping_claims();
/// The latency model of wormhole routers with Duato-Nbc routing.
ClaimGroup wormhole_claims();

/// All of them.
std::vector<ClaimGroup> all_claims();

}  // namespace trenza::apps
