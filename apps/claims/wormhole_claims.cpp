// Claims of the Duato-Nbc paper (fully adaptive routing in wormhole tori).
#include <fmt/core.h>

#include <cmath>

#include "apps/claims/claim.h"
#include "graphs/models/duato_nbc.h"

namespace trenza::apps {

namespace {

using graphs::DuatoNbcModel;
using graphs::NbcParameters;

DuatoNbcModel model(int k, int flits) {
  NbcParameters parameters;
  parameters.k = k;
  parameters.message_flits = flits;
  return DuatoNbcModel(parameters);
}

Finding channels() {
  const DuatoNbcModel small = model(8, 32);
  const DuatoNbcModel large = model(16, 32);
  // V1 + V2 = V = 10 as printed; the formulas number escape classes from 0 to V2.
  return judged(
      small.adaptive() + small.escape() == 10 && large.adaptive() + large.escape() == 10,
      fmt::format("8x8: {} adaptive and {} escape channels (V2 = {}); 16x16: {} and {} (V2 = {}): V1 + V2 + 1 = 10",
                  small.adaptive(), small.escape() + 1, small.escape(), large.adaptive(), large.escape() + 1,
                  large.escape()));
}

Finding mean_hops() {
  const double zero = model(8, 32).zero_load_latency() - 32;
  constexpr double kNear = 0.1;
  return judged(std::fabs(zero - 4) < 1e-9, std::fabs(zero - 4) < kNear,
                fmt::format("8x8: {:.4f} over the other nodes, 4 over all", zero));
}

Finding saturation_order() {
  const double a = model(8, 32).saturation().rate;
  const double b = model(8, 64).saturation().rate;
  const double c = model(16, 32).saturation().rate;
  const double d = model(16, 64).saturation().rate;
  return judged(a > b && c > d && a > c && b > d,
                fmt::format("8x8: {:.6f} (32 flits), {:.6f} (64); 16x16: {:.6f}, {:.6f}", a, b, c, d));
}

Finding rise() {
  const DuatoNbcModel small = model(8, 32);
  const double rate = small.saturation().rate;
  const auto half = small.at(rate / 2);
  return judged(
      half && std::fabs(half->network_latency - small.zero_load_latency()) < 0.01 * small.zero_load_latency(),
      fmt::format(
          "8x8, 32 flits, half of saturation: network latency {:.2f} (no load: {:.2f}), with multiplexing {:.2f}",
          half ? half->network_latency : 0, small.zero_load_latency(), half ? half->latency : 0));
}

}  // namespace

ClaimGroup wormhole_claims() {
  return {"Wormhole routers with Duato-Nbc routing",
          {{"E1", "V1 adaptive and V2 escape channels are all V channels", channels},
           {"E2", "A message makes k/2 hops on average", mean_hops},
           {"E3", "Longer messages and larger networks saturate at lower rates", saturation_order},
           {"E4", "Up to half of saturation latency rises by multiplexing, not by blocking", rise}}};
}

}  // namespace trenza::apps
