// The steps in which a router decides: registry of `router.pipeline` (docs/microarchitecture.md, section 17).
#pragma once

#include "microarch/policy.h"

namespace trenza::microarch {

struct JointPipeline {
  static constexpr PolicyInfo kInfo{"joint", "output and virtual channel in one decision"};
};
struct TwoStepPipeline {
  static constexpr PolicyInfo kInfo{"two_step",
                                    "first the virtual channel and the room in it, then the crossbar",
                                    {"depth", "cycles from the one to the other", 1, 15, 1}};
  int parameter = 1;
};
struct SpeculativePipeline {
  static constexpr int kMaskGrants = 0;
  static constexpr int kMaskRequests = 1;
  static constexpr PolicyInfo kInfo{"speculative",
                                    "both in the same cycle, after those that have their virtual channel",
                                    {"mask", "what hides speculative requests", 0, 1, 0, {"grants", "requests"}}};
  int parameter = 0;
};
using PipelinePolicy = PolicyChoice<JointPipeline, TwoStepPipeline, SpeculativePipeline>;

}  // namespace trenza::microarch
