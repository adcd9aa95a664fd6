// Relations that go by the lane on which a header came are asked the same in every view.
#include <gtest/gtest.h>

#include "cosim/rtl_blocks.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/lane_relation.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

Machine machine_of_lanes(std::uint64_t seed) {
  Machine machine = without_deadlock(random_machine(seed));
  machine.parameters.adaptive_vcs = 2;
  machine.parameters.router_delay = machine.parameters.link_delay = 2;
  machine.load_over_bound = 0.9;
  machine.cycles = 400;
  return machine;
}

/// The views of the first machines; blocks of every router in SystemVerilog.
void compare_lanes(std::uint64_t machines, RunLength length, const std::vector<cosim::RtlBlock>& blocks = {}) {
  for_machines(machine_of_lanes, 1, machines, length, [&](const Machine& machine) {
    const auto base = machine.network.build();
    const LaneTopology lanes(*base);
    EXPECT_NE(compare_views(machine, *tlm::make_exact_fabric(*base, machine.parameters),
                            *tlm::make_exact_fabric(*lanes, machine.parameters)),
              "")
        << "lanes make no difference in " << machine.text();
    EXPECT_EQ(isolated([&] {
                cosim::RtlSelection selection(*lanes);
                for (const cosim::RtlBlock block : blocks) selection.add(block, "all");
                const auto pins =
                    rtl_models::make_pin_fabric(*lanes, machine.parameters, *cosim::make_rtl_blocks(selection));
                return compare_views(machine, *tlm::make_exact_fabric(*lanes, machine.parameters), *pins);
              }),
              "")
        << machine.text();
  });
}

TEST(Lanes, ThePinsAskByThem) { compare_lanes(2, RunLength::quick); }
TEST(LanesSlow, ThePinsOfTenMachinesAskByThem) { compare_lanes(10, RunLength::whole); }

// Their routes come from outside.
TEST(LanesSlow, TwinsOfRoutersAskByThem) { compare_lanes(1, RunLength::whole, {cosim::RtlBlock::router}); }

}  // namespace
}  // namespace trenza::test
