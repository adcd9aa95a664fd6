// The test bench of the VC allocator and of the blocks that stand in its place.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "microarch/draws.h"
#include "microarch/index.h"
#include "microarch/parameters.h"
#include "microarch/selection.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models::test_bench {

/// The signals of a router with which these blocks have to do; several blocks may read the same.
struct AllocatorBench : Bench {
  microarch::FabricParameters parameters;
  microarch::SelectionShape shape;
  std::vector<int> input_class;
  int router;
  int inputs;
  int outputs;
  Signals<std::uint64_t> request;
  Signals<std::uint64_t> route;
  Signals<std::uint32_t> credits;
  Signals<std::uint64_t> admitted;  ///< (port * classes + class) * escape VCs + escape VC
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  Signals<std::uint64_t> pick;

  AllocatorBench(const microarch::FabricParameters& of, int ports, int number, bool last_resort = false)
      : parameters(of),
        shape{of.selection, ports, of.class_vcs(), of.ejectors, of.escape_vcs, last_resort, of.message_classes},
        router(number),
        inputs(of.inputs(ports)),
        outputs(ports + of.ejectors),
        request(microarch::index(inputs)),
        route(microarch::index(inputs)),
        credits(microarch::index(ports * of.vcs())),
        admitted(microarch::index(ports * of.message_classes * of.escape_vcs)),
        pick(microarch::index(inputs)) {
    for (int i = 0; i < inputs; ++i) input_class.push_back(of.class_of_input(ports, i));
  }

  /// Binds all ports of a block but the clock, and with `picks` those that show its picks.
  void bind(VcAllocator& block, Signals<std::uint64_t>& picks) {
    block.cycle.bind(cycle);
    bind_all(block.request, request);
    bind_all(block.route, route);
    bind_all(block.credits, credits);
    bind_all(block.admitted, admitted);
    block.output_free.bind(output_free);
    block.input_busy.bind(input_busy);
    bind_all(block.pick, picks);
  }

  void ask(int input, PacketId packet, int flits, const topologies::RouteChoice& choice) {
    request[microarch::index(input)].write(make_request(microarch::make_flit(packet, flits, 0)));
    route[microarch::index(input)].write(pack_route(choice));
  }
  void open_everything() {
    output_free.write((std::uint64_t{1} << outputs) - 1);
    for (auto& signal : credits) signal.write(16);
    for (auto& signal : admitted) signal.write(~std::uint64_t{0});
    settle();
  }

  // What a transcription of the rules reads.
  RequestWord asked(int input) const { return request[microarch::index(input)].read(); }
  topologies::RouteChoice choice(int input) const { return unpack_route(route[microarch::index(input)].read()); }
  bool is_free(int output) const { return ((output_free.read() >> output) & 1U) != 0; }
  /// Whether the crossbar input of a network input is taken.
  bool is_busy(int input) const {
    return input < shape.ports * shape.vcs() && ((input_busy.read() >> input) & 1U) != 0;
  }
  bool is_admitted(int place, int input) const {
    return ((admitted[microarch::index(place)].read() >> input) & 1U) != 0;
  }
  int credit(int port, int vc) const {
    return static_cast<int>(credits[microarch::index(port * shape.vcs() + vc)].read());
  }
  /// draw(router, purpose, place, t) of this cycle.
  std::uint16_t draw(microarch::DrawPurpose purpose, int place) const {
    const auto phase = microarch::draw_phase(parameters.seed, purpose, router, place);
    return microarch::DrawSequence::instance().at(microarch::DrawSequence::offset(now()), phase);
  }
};

}  // namespace trenza::rtl_models::test_bench
