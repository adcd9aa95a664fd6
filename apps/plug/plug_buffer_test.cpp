// FIFOs from outside in the input buffers: built by their port maps alone, run in a fabric, and caught when they break
// their contract.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/slot_buffer.h"
#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

microarch::FabricParameters small_router() {
  microarch::FabricParameters parameters = bubble_router(kPlugFlits);
  parameters.buffer_packets = 2;
  return parameters;
}

cosim::Numbers buffer_numbers() { return {{"depth", small_router().buffer_flits()}}; }

testbench::Experiment buffer_traffic() { return uniform(0.6, kPlugFlits, 400); }

std::string run_fifo(const microarch::FabricParameters& parameters, const std::shared_ptr<const cosim::Plug>& plug) {
  return run_with(*network("rtt", 2), parameters, buffer_traffic(), "buffer", plug);
}

TEST(PlugBuffer, AFallThroughFifoBetweenStreamsGivesTheSameDigest) {
  const PluggedBlock block("buffer", "stream_fifo", buffer_numbers());
  const std::string own = run_fifo(small_router(), nullptr);
  EXPECT_GT(packets_of(own), 200);
  EXPECT_EQ(run_fifo(small_router(), block.plug()), own);
}

TEST(PlugBuffer, LateCreditsAreThoseOfALongerCreditDelay) {
  const PluggedBlock block("buffer", "credit_fifo", buffer_numbers());
  microarch::FabricParameters later = small_router();
  later.credit_delay += 3;
  EXPECT_EQ(run_fifo(small_router(), block.plug()), run_fifo(later, nullptr));
}

TEST(PlugBuffer, ARegisteredOutputIsHiddenByTheRouterDelay) {
  const PluggedBlock block("buffer", "memory_fifo", buffer_numbers());
  microarch::FabricParameters slower = small_router();
  slower.router_delay = 2;
  EXPECT_EQ(run_fifo(slower, block.plug()), run_fifo(slower, nullptr));
  const std::string shown = run_fifo(small_router(), block.plug());
  EXPECT_GT(packets_of(shown), 200) << shown;
  EXPECT_NE(shown, run_fifo(small_router(), nullptr));
}

TEST(PlugBuffer, TheTemplateFulfilsTheContract) {
  const PluggedBlock block("buffer", buffer_numbers());
  EXPECT_EQ(run_fifo(small_router(), block.plug()), run_fifo(small_router(), nullptr));
}

TEST(PlugBuffer, ABrokenFifoIsCaughtWithBlockAndCycle) {
  const PluggedBlock block("buffer", "broken_fifo", buffer_numbers());
  EXPECT_EQ(run_fifo(small_router(), block.plug()), run_fifo(small_router(), nullptr)) << "without a fault";
  const std::map<int, std::string> messages = {{1, "not valid, though a flit is due at the output"},
                                               {2, "not ready for a flit that there is room for"},
                                               {3, "no credit in the cycle of a pop"},
                                               {4, "a flit is lost or out of order"},
                                               {5, "not valid, though a flit is due at the output"}};
  for (const auto& [fault, message] : messages) {
    const std::string said = run_fifo(small_router(), block.plug({}, static_cast<std::uint64_t>(fault)));
    EXPECT_THAT(said, AllOf(HasSubstr("broken contract: noc.r_"), HasSubstr(".vc"), HasSubstr("block.so (broken_fifo)"),
                            HasSubstr(": cycle "), HasSubstr(fault == 1 ? "" : message)))
        << "fault " << fault;
  }
  const std::string late = run_fifo(small_router(), block.plug({{"write_latency", "2"}}));
  EXPECT_THAT(late, HasSubstr("valid, and there is no flit to show"));
  const std::string credit = run_fifo(small_router(), block.plug({{"credit_delay", "1"}}));
  EXPECT_THAT(credit, HasSubstr("no credit 1 cycles after a pop"));
}

TEST(PlugBuffer, WhatDoesNotFitIsRefused) {
  const PluggedBlock block("buffer", "broken_fifo", buffer_numbers());
  EXPECT_THROW(cosim::check_buffer(*block.plug({{"read_latency", "1"}})), cosim::PlugError);
}

TEST(PlugBuffer, TheCommandBuildsItAndARunLoadsIt) {
  const TemporaryFolder folder;
  const std::string machine =
      "topology: {kind: rtt, a: 2}\nrouter: {max_packet_flits: 4, buffer_packets: 2}\n"
      "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\nrun: {cycles: 200}\n";
  folder.write("noc.yaml", machine);
  const ProgramResult built =
      run_program(folder.path(), {"plug", plug_source("stream_fifo.sv"), "--as", "buffer", "--ports",
                                  plug_source("stream_fifo.yaml"), "--for", "noc.yaml", "-o", "fifo.so"});
  ASSERT_EQ(built.status, 0) << built.errors;
  folder.write("fifo.yaml", machine + "rtl: {buffer: {module: fifo.so, routers: \"ring:y0\"}}\n");
  const ProgramResult own = run_program(folder.path(), {"run", "noc.yaml", "--json", "-", "-q"});
  const ProgramResult mine = run_program(folder.path(), {"run", "fifo.yaml", "--json", "-", "-q"});
  ASSERT_EQ(mine.status, 0) << mine.errors;
  const std::string key = "\"digest\": \"";
  EXPECT_EQ(mine.output.substr(mine.output.find(key), key.size() + 16),
            own.output.substr(own.output.find(key), key.size() + 16));
  const ProgramResult deeper = run_program(folder.path(), {"run", "fifo.yaml", "--set", "router.buffer_packets=4"});
  EXPECT_EQ(deeper.status, 2);
  EXPECT_THAT(deeper.errors, HasSubstr("fifo.so was built for 8 depth, and rtt(2) has 16"));
}

}  // namespace
}  // namespace trenza::test
