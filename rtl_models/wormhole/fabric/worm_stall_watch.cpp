#include "rtl_models/wormhole/fabric/worm_stall_watch.h"

#include <algorithm>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;
using microarch::OutputMask;
using microarch::OutputUse;
using microarch::StallReason;
using microarch::WormFront;

namespace {

/// The output VC that an input VC holds, one of this cycle included; 0: none.
LaneWord lane_of(const WormRouterPorts& router, int input) {
  const int vcs = router.shape().vcs;
  if (const LaneWord held = router.stored(input / vcs).lane(input % vcs); held != 0) return held;
  return router.request[index(input)].read() != 0 ? router.grant[index(input)].read() : 0;
}

/// Whether an output VC can be allocated to the head in an input VC in this cycle.
bool can_be_allocated(const WormRouterPorts& router, int input, int output, int vc) {
  const microarch::WormShape& shape = router.shape();
  if (((router.held[index(output)].read() >> vc) & 1U) != 0) return false;
  if (output >= shape.ports) return true;
  const int output_vc = output * shape.vcs + vc;
  const int flits = request_flits(router.request[index(input)].read());
  return router.credits[index(output_vc)].read() >=
         index(router.availability().credits_needed(input, output_vc, flits));
}

/// Calls visit(i) and visit_output(o) for those that exist.
template <class Input, class Output>
void for_each_place(const WormRouterPorts& router, const Input& visit, const Output& visit_output) {
  const microarch::WormShape& shape = router.shape();
  for (int i = 0; i < shape.inputs(); ++i) {
    if (router.has_input(i / shape.vcs)) visit(i);
  }
  for (int o = 0; o < shape.outputs(); ++o) {
    if (router.has_output(o)) visit_output(o);
  }
}

}  // namespace

WormStallReader::WormStallReader(const microarch::FabricParameters& parameters, const microarch::WormShape& shape)
    : joint_(!parameters.two_steps()),
      speculates_(parameters.pipeline.is<microarch::SpeculativePipeline>()),
      cycle_(parameters, shape.ports),
      crosses_(index(shape.inputs())),
      inputs_(index(shape.inputs()), StallReason::empty),
      outputs_(index(shape.outputs()), OutputUse::no_demand) {}

/// What a head asks for that has no output VC.
void WormStallReader::find_wanted(const WormRouterPorts& router, int input, WormFront& front) const {
  const microarch::WormShape& shape = router.shape();
  const WormRoute route{router.route_ports[index(input)].read(), router.route_vcs[index(input)].read()};
  const int first_vc = shape.class_of(input % shape.vcs) * shape.class_vcs;
  const auto visit = [&](int output, topologies::VcMask vcs) {
    for (topologies::VcMask rest = vcs; rest != 0; rest &= rest - 1) {
      microarch::set_bit(front.wanted, output);
      front.requests |= can_be_allocated(router, input, output, first_vc + __builtin_ctz(rest));
    }
  };
  front.arrived = has_arrived(route);
  if (front.arrived) {
    for (int o = shape.ports; o < shape.outputs(); ++o) visit(o, (topologies::VcMask{1} << shape.class_vcs) - 1);
    return;
  }
  for (const int k : {0, 1}) {
    const topologies::Tier tier = tier_of(route, k);
    for (std::uint32_t ports = tier.ports; ports != 0; ports &= ports - 1) visit(__builtin_ctz(ports), tier.vcs);
  }
}

WormFront WormStallReader::front_of(const WormRouterPorts& router, int input) const {
  const microarch::WormShape& shape = router.shape();
  WormFront front;
  front.occupied = router.stored(input / shape.vcs).view(input % shape.vcs).occupancy != 0;
  front.crosses = crosses_[index(input)] != 0;
  const bool waits = router.request[index(input)].read() != 0;
  const LaneWord lane = lane_of(router, input);
  if (lane == 0) {
    front.waits = waits;
    if (waits) find_wanted(router, input, front);
    return front;
  }
  const int output_vc = lane_output_vc(lane);
  front.output = output_vc / shape.vcs;
  front.has_credit = front.output >= shape.ports || router.credits[index(output_vc)].read() != 0;
  front.may_cross = router.hold[index(input)].read() != 0 || (waits && joint_);
  front.speculates = waits && speculates_;
  return front;
}

void WormStallReader::read(const WormRouterPorts& router) {
  cycle_.clear();
  std::fill(crosses_.begin(), crosses_.end(), std::uint8_t{0});
  const microarch::WormShape& shape = router.shape();
  for (int output = 0; output < shape.outputs(); ++output) {
    const SelectWord selected = router.select[index(output)].read();
    if (selected == 0) continue;
    cycle_.add_grant(WormSelect::input(selected), output);
    crosses_[index(WormSelect::input(selected))] = 1;
  }
  for (int input = 0; input < shape.inputs(); ++input) {
    inputs_[index(input)] =
        router.has_input(input / shape.vcs) ? cycle_.add(input, front_of(router, input)) : StallReason::empty;
  }
  for (int output = 0; output < shape.outputs(); ++output) outputs_[index(output)] = cycle_.use_of(output);
}

std::vector<microarch::InputCycle> WormStallReader::cycles(const WormRouterPorts& router,
                                                           const PacketTable& packets) const {
  std::vector<microarch::InputCycle> cycles;
  const microarch::WormShape& shape = router.shape();
  for (int input = 0; input < shape.inputs(); ++input) {
    if (inputs_[index(input)] == StallReason::empty) continue;
    const WormFront front = front_of(router, input);
    const microarch::Delivery& packet = packets.at(router.stored(input / shape.vcs).view(input % shape.vcs).packet);
    microarch::InputCycle cycle;
    cycle.input = input;
    cycle.reason = inputs_[index(input)];
    cycle.source = packet.source;
    cycle.number = packet.number;
    cycle.entered = packet.entered;
    cycle.output = front.output;
    cycle.allocated = front.output >= 0 && router.request[index(input)].read() != 0;
    if (front.output >= 0) cycle.vc = lane_output_vc(lane_of(router, input)) % shape.vcs;
    cycle.wanted = front.wanted;
    cycles.push_back(cycle);
  }
  return cycles;
}

WormStallCount::WormStallCount(const WormNoc& noc, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters, microarch::StallDetail detail,
                               microarch::Cycle now)
    : noc_(noc),
      routers_(topology.graph().nodes()),
      reader_(parameters, microarch::WormShape::of(parameters, topology.graph().ports())),
      table_(detail, index(routers_), static_cast<int>(reader_.inputs().size()),
             static_cast<int>(reader_.outputs().size())),
      start_(now) {}

void WormStallCount::note() {
  ++noted_;
  for (topologies::NodeId node = 0; node < routers_; ++node) {
    const WormRouterPorts& router = noc_.router(node);
    reader_.read(router);
    for_each_place(
        router, [&](int i) { ++table_.input(index(node), i)[index_of(reader_.inputs()[index(i)])]; },
        [&](int o) { ++table_.output(index(node), o)[index_of(reader_.outputs()[index(o)])]; });
  }
}

microarch::StallTable WormStallCount::table(microarch::Cycle now) const {
  microarch::StallTable table = table_;
  const microarch::Cycle empty = now - start_ - noted_;
  for (topologies::NodeId node = 0; node < routers_; ++node) {
    for_each_place(
        noc_.router(node), [&](int i) { table.input(index(node), i)[index_of(StallReason::empty)] += empty; },
        [&](int o) { table.output(index(node), o)[index_of(OutputUse::no_demand)] += empty; });
  }
  return table;
}

}  // namespace trenza::rtl_models
