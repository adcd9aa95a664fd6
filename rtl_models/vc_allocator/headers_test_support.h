// What the allocators of headers see, as signals: the VC allocator and those that stand in its place.
#pragma once

#include <vector>

#include "microarch/candidates.h"
#include "rtl_models/common/test_bench.h"
#include "topologies/routing.h"

namespace trenza::rtl_models::test_bench {

/// By input, its message class.
inline std::vector<int> input_classes(const microarch::FabricParameters& parameters, int ports) {
  std::vector<int> classes;
  for (int i = 0; i < parameters.inputs(ports); ++i) classes.push_back(parameters.class_of_input(ports, i));
  return classes;
}

inline microarch::SelectionShape selection_of(const microarch::FabricParameters& p, int ports,
                                              bool last_resort = false) {
  return {p.selection, ports, p.class_vcs(), p.ejectors, p.escape_vcs, last_resort, p.message_classes};
}

struct HeadersBench : Bench {
  Signals<std::uint64_t> request;
  Signals<std::uint64_t> route;
  Signals<std::uint32_t> credits;   // port * VCs + VC
  Signals<std::uint64_t> admitted;  // (port * classes + class) * escape VCs + escape VC
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  Signals<std::uint64_t> pick;

  HeadersBench(int inputs, int output_vcs, int escape_lanes)
      : request(static_cast<std::size_t>(inputs)),
        route(static_cast<std::size_t>(inputs)),
        credits(static_cast<std::size_t>(output_vcs)),
        admitted(static_cast<std::size_t>(escape_lanes)),
        pick(static_cast<std::size_t>(inputs)) {}

  /// Binds what all such blocks have but the clock.
  template <class Allocator>
  void bind(Allocator& allocator, Signals<std::uint64_t>& its_pick) {
    allocator.cycle.bind(cycle);
    bind_all(allocator.request, request);
    bind_all(allocator.route, route);
    bind_all(allocator.credits, credits);
    bind_all(allocator.admitted, admitted);
    allocator.output_free.bind(output_free);
    allocator.input_busy.bind(input_busy);
    bind_all(allocator.pick, its_pick);
  }

  void ask(std::size_t input, PacketId packet, int flits, const topologies::RouteChoice& choice) {
    request[input].write(make_request(microarch::make_flit(packet, flits, 0)));
    route[input].write(pack_route(choice));
  }
  void open_everything(int outputs) {
    output_free.write((std::uint64_t{1} << outputs) - 1);
    for (auto& signal : credits) signal.write(16);
    for (auto& signal : admitted) signal.write(~std::uint64_t{0});
    settle();
  }
};

}  // namespace trenza::rtl_models::test_bench
