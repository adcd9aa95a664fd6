// The test bench of the switch allocator.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>

#include "microarch/index.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/switch_allocator/switch_allocator.h"
#include "rtl_models/switch_allocator/switch_allocator_twin.h"
#include "rtl_models/twin/twin_test_support.h"

namespace trenza::rtl_models::test_bench {

struct SwitchBench : Bench {
  int inputs;
  int outputs;
  Signals<std::uint64_t> pick;
  Signals<std::uint32_t> select;
  Signals<std::uint32_t> pop;
  sc_core::sc_signal<std::uint32_t> pop_injector{"pop_injector"};
  Signals<std::uint32_t> charge;
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  std::unique_ptr<SwitchAllocator> made;
  SwitchAllocator& allocator;

  SwitchBench(const microarch::FabricParameters& parameters, int ports, int router)
      : inputs(parameters.inputs(ports)),
        outputs(ports + parameters.ejectors),
        pick(microarch::index(inputs)),
        select(microarch::index(outputs)),
        pop(microarch::index(ports)),
        charge(microarch::index(ports)),
        made(make_block<SwitchAllocator, SwitchAllocatorTwin>("allocator", parameters, ports, router)),
        allocator(*made) {
    clock(allocator);
    allocator.cycle.bind(cycle);
    bind_all(allocator.pick, pick);
    bind_all(allocator.select, select);
    bind_all(allocator.pop, pop);
    allocator.pop_injector.bind(pop_injector);
    bind_all(allocator.charge, charge);
    allocator.output_free.bind(output_free);
    allocator.input_busy.bind(input_busy);
    pulse_reset();
  }

  void ask(int input, PacketId packet, int flits, int output, int vc) {
    pick[microarch::index(input)].write(make_pick(make_request(microarch::make_flit(packet, flits, 0)), output, vc));
  }
  void withdraw(int input) { pick[microarch::index(input)].write(0); }
  /// Input that crosses to an output, -1 if none.
  int crossing(int output) const {
    const SelectWord word = select[microarch::index(output)].read();
    return word == 0 ? -1 : select_input(word);
  }
};

}  // namespace trenza::rtl_models::test_bench
