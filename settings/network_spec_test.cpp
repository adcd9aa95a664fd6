#include "settings/network_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trenza::settings {
namespace {

using testing::StartsWith;

std::string spec_refusal(const std::string& spec) {
  try {
    network_of(spec);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(NetworkSpec, FormsOfOneNetwork) {
  for (const char* const spec : {"rtt: {a: 4}", "{rtt: {a: 4}}", "{kind: rtt, a: 4}", "rtt: 4", "rtt:\n  a: 4\n"}) {
    const topologies::Network network = network_of(spec);
    EXPECT_EQ(network.nodes, 32) << spec;
    EXPECT_EQ(network.name, "rtt(4)") << spec;
  }
}

TEST(NetworkSpec, EveryKind) {
  const std::vector<std::pair<std::string, int>> specs{{"torus: {size: [4, 3]}", 12},
                                                       {"mesh: {size: [4, 3]}", 12},
                                                       {"twisted_torus: {size: [30, 12], twist: {yx: 13}}", 360},
                                                       {"rt: {a: 3}", 18},
                                                       {"pt: {a: 2}", 16},
                                                       {"ptt: {a: 2}", 16},
                                                       {"pdtt: {a: 2}", 16},
                                                       {"ibt: {n: 12, d: 3, b: 3}", 1728},
                                                       {"ibt: {size: [8, 8, 3], m: 2, b: [4]}", 192},
                                                       {"hypercube: {n: 5}", 32},
                                                       {"de_bruijn: {k: 3, n: 3}", 27},
                                                       {"barrel_shifter: {n: 5}", 32},
                                                       {"rdt: {side: 128}", 16384},
                                                       {"ibt: {size: [12, 12], bypass: [4]}", 144},
                                                       {"tpu: 4x4x8_twisted", 128}};
  for (const auto& [spec, nodes] : specs) EXPECT_EQ(network_of(spec).nodes, nodes) << spec;
}

TEST(NetworkSpec, ErrorsHaveAColumnAndWhatIsNear) {
  EXPECT_THAT(spec_refusal(""), StartsWith("SPEC:1:1: is empty; expected KIND: {PARAMETERS}"));
  EXPECT_THAT(spec_refusal("rtt:{a: 4}"), StartsWith("SPEC:1:1: rtt:{a: `rtt:{a` is one word; expected"));
  EXPECT_THAT(spec_refusal("[rtt]"), StartsWith("SPEC:1:1: is a list; expected"));
  EXPECT_THAT(spec_refusal("rtt: {a: 4"), StartsWith("SPEC:1:"));
  EXPECT_THAT(spec_refusal("{rt: {a: 4}, rtt: {a: 4}}"), StartsWith("SPEC:1:14: rtt: 2 kinds of network; expected"));
  EXPECT_THAT(spec_refusal("rttt: {a: 4}"), testing::AllOf(StartsWith("SPEC:1:1: "), testing::HasSubstr("`rtt`?")));
  EXPECT_THAT(spec_refusal("rtt: {b: 4}"), StartsWith("SPEC:1:7: rtt.b: "));
  EXPECT_THAT(spec_refusal("rtt: {a: x}"), StartsWith("SPEC:1:10: rtt.a: is `x`; expected an integer"));
  EXPECT_THAT(spec_refusal("ibt: {n: 12, b: 4}"), StartsWith("SPEC:1:7: ibt.n: stands alone"));
  EXPECT_THAT(spec_refusal("ibt: {n: 12, d: 9, b: 4}"), StartsWith("SPEC:1:17: ibt.d: 9 is out of range"));
  EXPECT_THAT(spec_refusal("torus: {size: [4, 0]}"), StartsWith("SPEC:1:19: torus.size[1]: 0 is out of range"));
}

}  // namespace
}  // namespace trenza::settings
