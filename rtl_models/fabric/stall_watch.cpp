#include "rtl_models/fabric/stall_watch.h"

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "microarch/stall_reasons.h"
#include "microarch/step_stall_reasons.h"

namespace trenza::rtl_models {

namespace {

using microarch::FlowControl;
using microarch::index;
using microarch::OutputUse;
using microarch::StallReason;

/// A router in a cycle.
class Reader {
 public:
  Reader(const RouterPorts& router, const topologies::Topology& topology)
      : router_(router),
        topology_(topology),
        shape_(router.grants().allocation().shape()),
        cycle_(router.output_free.read()) {}

  /// Inputs alone: what moves, and what is empty, need not be looked at, which is most of a router.
  void read(InputStalls& inputs) {
    const microarch::RequestMask moving = add_grants();
    const auto read_one = [&](int input, bool is_empty) {
      StallReason& reason = inputs[index(input)];
      if ((moving >> input & 1U) != 0) {
        reason = StallReason::moving;
      } else {
        reason = is_empty ? StallReason::empty : add(input);
      }
    };
    int input = 0;
    for (int port = 0; port < shape_.ports; ++port) {
      const bool exists = router_.has_input(port);
      for (int vc = 0; vc < shape_.vcs; ++vc, ++input)
        read_one(input, !exists || router_.stored(port).view(vc).occupancy == 0);
    }
    for (; input < shape_.inputs(); ++input) read_one(input, false);
    name_losers(inputs);
  }

  void read(RouterStalls& stalls) {
    for (int input = 0; input < shape_.inputs(); ++input) stalls.inputs[index(input)] = add(input);
    for (microarch::RequestMask rest = add_grants(); rest != 0; rest &= rest - 1)
      stalls.inputs[index(microarch::lowest_bit(rest))] = StallReason::moving;
    name_losers(stalls.inputs);
    for (int output = 0; output < shape_.outputs(); ++output) {
      OutputUse& use = stalls.outputs[index(output)];
      if (router_.select[index(output)].read() != 0) {
        use = OutputUse::moving;
      } else {
        use = output < shape_.ports && !router_.has_output(output) ? OutputUse::no_demand : cycle_.use_of(output);
      }
    }
  }

 private:
  /// Tells the cycle of the grants. Returns the inputs that cross.
  microarch::RequestMask add_grants() {
    microarch::RequestMask moving = 0;
    for (int output = 0; output < shape_.outputs(); ++output) {
      const SelectWord selected = router_.select[index(output)].read();
      if (selected == 0) continue;
      const int input = select_input(selected);
      moving |= microarch::RequestMask{1} << input;
      if (router_.request[index(input)].read() != 0 && !crosses(input)) cycle_.add_grant(shape_, input, output);
    }
    return moving;
  }

  void name_losers(InputStalls& inputs) const {
    for (microarch::RequestMask rest = cycle_.losers(); rest != 0; rest &= rest - 1) {
      const int input = microarch::lowest_bit(rest);
      inputs[index(input)] = cycle_.why_lost(shape_, input);
    }
  }

  /// What an input does if it is granted nothing and could not be.
  StallReason add(int input) {
    if (crosses(input)) return StallReason::moving;
    if (router_.request[index(input)].read() != 0) {
      return router_.reservations() == nullptr ? add_request(input) : add_step(input);
    }
    const topologies::RoutingRelation& relation = topology_.routing();
    if (input < shape_.network_inputs()) {
      const int port = input / shape_.vcs;
      const int vc = input % shape_.vcs;
      if (!router_.has_input(port)) return StallReason::empty;
      const BufferAccount::Entry* const front = router_.stored(port).front(index(vc));
      if (front == nullptr || !microarch::is_head(front->flit)) return StallReason::empty;
      return add_delayed(relation.choices(router_.node(), front->header, router_.arrival_lane(port, vc)));
    }
    const int injector = input - shape_.network_inputs();
    const Terminal::Packet* const front = router_.terminal().front(index(injector));
    if (front == nullptr || router_.terminal().injector(injector).position != 0) return StallReason::empty;
    return add_delayed(relation.choices(router_.node(), front->header, {}));
  }
  StallReason add_delayed(const topologies::RouteChoice& route) {
    cycle_.add_blocked(microarch::offered_outputs(router_.shape(), route));
    return StallReason::pipeline;
  }

  /// Whether an input requests while it crosses by an earlier grant: only where packets reserve output VCs.
  bool crosses(int input) const {
    if (router_.reservations() == nullptr) return false;
    for (int output = 0; output < shape_.outputs(); ++output) {
      const GrantAccount::Owner& owner = router_.grants().owner(output);
      if (owner.flits_left > 0 && owner.input == input) return true;
    }
    return false;
  }

  /// A packet at the front that requests where packets reserve output VCs.
  StallReason add_step(int input) {
    const microarch::SelectionShape& selection = router_.shape();
    const microarch::HeldReservation& held = (*router_.reservations())[index(input)];
    const PickWord made = router_.reservation.reserved[index(input)].read();
    const RouteOffer offer = offer_of(router_.route[index(input)].read());
    microarch::StepFront front;
    front.input = input;
    front.holds = held.held;
    front.makes = made != 0;
    front.in_depth = held.held && held.ready > router_.cycle.read();
    front.row_busy = ((router_.input_busy.read() >> input) & 1U) != 0;
    if (!offer.arrived && front.makes) front.lane = {pick_output(made), pick_vc(made)};
    if (front.holds) front.lane = {held.output, held.vc};
    return microarch::add_front(cycle_, selection, offer, front, [&] { return demand_of(input, offer); });
  }

  microarch::Demand demand_of(int input, const RouteOffer& offer) const {
    const int flits = request_flits(router_.request[index(input)].read());
    return microarch::demand_of(router_.shape(), offer, router_.first_vc(input),
                                [&](int port, int vc, bool escape) { return lane_of(input, port, vc, escape, flits); });
  }

  StallReason add_request(int input) {
    const RouteOffer offer = offer_of(router_.route[index(input)].read());
    const microarch::SelectionShape& selection = router_.shape();
    if (((router_.input_busy.read() >> input) & 1U) != 0) {
      cycle_.add_blocked(microarch::offered_outputs(selection, offer));
      return StallReason::input_busy;
    }
    const microarch::Demand demand = demand_of(input, offer);
    cycle_.add_waiting(input, demand);
    return demand.reason();
  }

  microarch::LaneState lane_of(int input, int port, int vc, bool escape, int flits) const {
    using microarch::LaneState;
    const int available = static_cast<int>(router_.credits[index(port * shape_.vcs + vc)].read());
    if (!escape) return available >= flits ? LaneState::enough : LaneState::too_few;
    // The bubble control is asked, not repeated.
    if (((router_.admitted[index(router_.escape_place(port, vc))].read() >> input) & 1U) != 0) return LaneState::enough;
    const int lacked = FlowControl::slots_lacked(false, available);
    return FlowControl::holds_back(available, lacked) ? LaneState::bubble : LaneState::too_few;
  }

  const RouterPorts& router_;
  const topologies::Topology& topology_;
  const microarch::AllocatorShape& shape_;
  microarch::StallCycle cycle_;
};

}  // namespace

void read_stalls(const RouterPorts& router, const topologies::Topology& topology, InputStalls& inputs) {
  Reader(router, topology).read(inputs);
}

void read_stalls(const RouterPorts& router, const topologies::Topology& topology, RouterStalls& stalls) {
  Reader(router, topology).read(stalls);
}

StallCount::StallCount(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                       microarch::StallDetail detail, microarch::Cycle now)
    : topology_(topology),
      table_(detail, index(topology.graph().nodes()), parameters.inputs(topology.graph().ports()),
             topology.graph().ports() + parameters.ejectors),
      start_(now) {}

template <class Visit>
void StallCount::for_each_router(const Noc& noc, const Visit& visit) const {
  for (topologies::NodeId node = 0; node < topology_.graph().nodes(); ++node) visit(noc.router(node));
}

namespace {

/// Calls input(i) and output(o) for those that exist.
template <class Input, class Output>
void for_each_place(const RouterPorts& router, const Input& input, const Output& output) {
  const microarch::AllocatorShape& shape = router.grants().allocation().shape();
  for (int i = 0; i < shape.inputs(); ++i) {
    if (i >= shape.network_inputs() || router.has_input(i / shape.vcs)) input(i);
  }
  for (int o = 0; o < shape.outputs(); ++o) {
    if (o >= shape.ports || router.has_output(o)) output(o);
  }
}

}  // namespace

void StallCount::note(const Noc& noc) {
  ++noted_;
  for_each_router(noc, [&](const RouterPorts& router) {
    read_stalls(router, topology_, stalls_);
    const std::size_t node = index(router.node());
    for_each_place(
        router, [&](int i) { ++table_.input(node, i)[index_of(stalls_.inputs[index(i)])]; },
        [&](int o) { ++table_.output(node, o)[index_of(stalls_.outputs[index(o)])]; });
  });
}

microarch::StallTable StallCount::table(const Noc& noc, microarch::Cycle now) const {
  microarch::StallTable table = table_;
  const microarch::Cycle empty = now - start_ - noted_;
  for_each_router(noc, [&](const RouterPorts& router) {
    const std::size_t node = index(router.node());
    for_each_place(
        router, [&](int i) { table.input(node, i)[index_of(StallReason::empty)] += empty; },
        [&](int o) { table.output(node, o)[index_of(OutputUse::no_demand)] += empty; });
  });
  return table;
}

}  // namespace trenza::rtl_models
