// Port maps: what they say, and what is wrong with them.
#include "apps/plug/port_map_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "cosim/plug/foreign_model.h"
#include "cosim/plug/plug_error.h"
#include "cosim/plug/slot_arbiter.h"
#include "settings/config_error.h"

namespace trenza::apps {
namespace {

using cosim::PortMap;
using rtl_models::ModelPort;
using testing::HasSubstr;

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const settings::ConfigError& error) {
    return error.what();
  } catch (const cosim::PlugError& error) {
    return error.what();
  }
  return "";
}

TEST(PortMapReader, ReadsAllOfAMap) {
  const PortMap map = read_port_map(
      "slot: arbiter\n"
      "top: my_arb\n"
      "parameters: {N: \"{requesters}\", MODE: 2}\n"
      "clock: {port: ck, edge: falling}\n"
      "reset: {port: rst_n, active: low, kind: async, cycles: 3, idle: 5}\n"
      "bit_order: msb_first\n"
      "ports: {request: {port: req_n, active: low}, grant: {port: gnt, order: lsb_first}}\n"
      "tie: {test_mode: 0, mask: 255}\n"
      "latency: 2\n"
      "work_conserving: on\n",
      "map.yaml", "arbiter");
  EXPECT_EQ(map.top, "my_arb");
  ASSERT_EQ(map.parameters.size(), 2U);
  EXPECT_EQ(map.parameters[0].value, "{requesters}");
  EXPECT_TRUE(map.clock.falling);
  EXPECT_TRUE(map.reset.active_low);
  EXPECT_TRUE(map.reset.async);
  EXPECT_EQ(map.reset.cycles, 3);
  EXPECT_EQ(map.reset.idle, 5);
  EXPECT_TRUE(map.ports.at("request").msb_first);
  EXPECT_TRUE(map.ports.at("request").active_low);
  EXPECT_FALSE(map.ports.at("grant").msb_first);
  EXPECT_EQ(map.ports.at("grant").where, "map.yaml:7:53: ports.grant");
  ASSERT_EQ(map.ties.size(), 2U);
  EXPECT_EQ(map.ties[1].value, 255U);
  EXPECT_EQ(map.integer("latency"), 2);
  EXPECT_TRUE(map.is_on("work_conserving"));
  EXPECT_EQ(map.text("policy"), "other") << "the default";
}

struct WrongMap {
  const char* text;
  const char* message;
};

const WrongMap kWrongMaps[] = {
    {"", "map.yaml"},
    {"slot: arbitre\nports: {}\n", "map.yaml:1:7: slot: `arbitre` is unknown; expected one of "},
    {"slot: arbitre\nports: {}\n", "did you mean `arbiter`?"},
    {"slot: allocator\nports: {}\n",
     "map.yaml:1:7: slot: `allocator` is not the slot of --as arbiter; expected `arbiter`"},
    {"prots: {request: r, grant: g}\n", "map.yaml:1:1: prots: unknown key; expected "},
    {"prots: {request: r, grant: g}\n", "did you mean `ports`?"},
    {"top: my_arb\n", "`ports` is missing; expected a map of `request`, `grant`"},
    {"ports: {request: r, grnt: g}\n", "map.yaml:1:21: ports.grnt: unknown key; expected "},
    {"ports: {request: r, grnt: g}\n", "did you mean `grant`?"},
    {"ports: {grant: g}\n", "`request` is missing; expected the name of the input with bit i: requester i asks"},
    {"ports: [r, g]\n", "map.yaml:1:8: ports: is a list; expected a map of `request`"},
    {"ports: {request: 3x, grant: g}\n", "map.yaml:1:18: ports.request: `3x` is no name of SystemVerilog"},
    {"ports: {request: {order: lsb_first}, grant: g}\n",
     "`port` is missing; expected the name of a port, or a map of "},
    {"ports: {request: {port: r, order: msb_frst}, grant: g}\n", "did you mean `msb_first`?"},
    {"reset: {port: r, active: lo}\nports: {request: r, grant: g}\n",
     "map.yaml:1:26: reset.active: `lo` is unknown; expected one of `high` or `low`; did you mean `low`?"},
    {"reset: {port: r, kind: asynch}\nports: {request: r, grant: g}\n", "did you mean `async`?"},
    {"reset: {port: r, cycles: 0}\nports: {request: r, grant: g}\n",
     "map.yaml:1:26: reset.cycles: 0 is out of range; expected an integer from 1 to 1000"},
    {"reset: {port: r, idle: 1001}\nports: {request: r, grant: g}\n",
     "map.yaml:1:24: reset.idle: 1001 is out of range; expected an integer from 0 to 1000"},
    {"clock: {edge: rising}\nports: {request: r, grant: g}\n", "map.yaml:1:8: clock: `port` is missing"},
    {"ports: {request: r, grant: g}\nlatency: 9\n",
     "map.yaml:2:10: latency: 9 is out of range; expected an integer from 0 to 8"},
    {"ports: {request: r, grant: g}\nlatency: soon\n", "latency: is `soon`; expected an integer"},
    {"ports: {request: r, grant: g}\npolicy: roundrobin\n", "did you mean `round_robin`?"},
    {"ports: {request: r, grant: g}\ntie: {mode: -1}\n", "map.yaml:2:13: tie.mode: -1 is out of range"},
    {"ports: {request: r, grant: g}\nparameters: {N: [1]}\n", "parameters.N: is a list; expected a value such as 4"},
    {"ports: {request: r, grant: g\n", "map.yaml:2:1"},
};

TEST(PortMapReader, WrongMapsAreRefusedWithPlaceAndNearestName) {
  for (const WrongMap& wrong : kWrongMaps) {
    EXPECT_THAT(error_of([&] { read_port_map(wrong.text, "map.yaml", "arbiter"); }), HasSubstr(wrong.message))
        << wrong.text;
  }
}

const std::vector<ModelPort> kBlock{{"clk", 1, true},  {"rst_n", 1, true}, {"req", 5, true},    {"mode", 2, true},
                                    {"gnt", 5, false}, {"idx", 3, false},  {"penalty", 5, true}};

const WrongMap kWrongPorts[] = {
    {"ports: {request: reqs, grant: gnt}\n",
     "map.yaml:1:18: ports.request: the block has no port `reqs`; did you mean `req`?"},
    {"ports: {request: zzzzzz, grant: gnt}\n", "it has clk, rst_n, req, mode, gnt, idx, penalty"},
    {"ports: {request: gnt, grant: gnt}\n", "ports.request: `gnt` is an output of the block; expected an input"},
    {"ports: {request: req, grant: req}\n", "ports.grant: `req` is an input of the block; expected an output"},
    {"clock: req\nports: {request: req, grant: gnt}\n", "map.yaml:1:8: clock: `req` has 5 bits; expected 1"},
    {"clock: clk\nreset: clk\nports: {request: req, grant: gnt}\n", "reset: `clk` is mapped twice"},
    {"clock: clk\nreset: rst_n\nports: {request: req, grant: gnt}\n",
     "map.yaml: nothing drives `mode`, `penalty` of the block; expected roles below `ports`, or values below `tie`"},
    {"clock: clk\nreset: rst_n\nports: {request: req, grant: gnt}\ntie: {mode: 4, penalty: 0}\n",
     "tie.mode: 4 does not fit the 2 bits of `mode`"},
};

TEST(PortMapReader, PortsThatTheBlockDoesNotHaveAreRefused) {
  for (const WrongMap& wrong : kWrongPorts) {
    const PortMap map = read_port_map(wrong.text, "map.yaml", "arbiter");
    EXPECT_THAT(error_of([&] { cosim::check_ports(map, kBlock); }), HasSubstr(wrong.message)) << wrong.text;
  }
}

const WrongMap kWrongArbiters[] = {
    {"ports: {request: req}\n", "ports: neither is given; expected `grant` or `index`"},
    {"ports: {request: req, grant: gnt, index: idx}\n", "ports: both are given; expected `grant` or `index`"},
    {"ports: {request: req, grant: idx}\n", "ports.grant: `idx` has 3 bits; expected 5, one for each bit of `request`"},
    {"ports: {request: req, grant: gnt, commit: mode}\n", "ports.commit: `mode` has 2 bits; expected 1, a control"},
    {"ports: {request: req, grant: gnt}\nlatency: 1\n",
     "1:1: clock: missing; a block without it has no latency, expected latency 0"},
    {"ports: {request: req, grant: gnt}\nshadow: exact\n", "shadow: exact needs a policy"},
    {"ports: {request: req, grant: gnt}\nshadow: exact\npolicy: random\n", "with policy random needs the port `draw`"},
    {"clock: clk\nports: {request: req, grant: gnt}\nshadow: exact\npolicy: round_robin\nlatency: 1\n",
     "shadow: exact is for blocks of latency 0"},
};

TEST(PortMapReader, ArbitersMustFitTheirSlot) {
  for (const WrongMap& wrong : kWrongArbiters) {
    cosim::Plug plug;
    plug.file.ports = kBlock;
    plug.map = read_port_map(wrong.text, "map.yaml", "arbiter");
    EXPECT_THAT(error_of([&] { cosim::check_arbiter(plug, 0); }), HasSubstr(wrong.message)) << wrong.text;
  }
  cosim::Plug good;
  good.file = {{}, "my_arb.so", {}, {}, {}, {}, {{"requesters", 5}}, kBlock, {}, {}};
  good.map = read_port_map("ports: {request: req, grant: gnt}\n", "map.yaml", "arbiter");
  EXPECT_EQ(error_of([&] { cosim::check_arbiter(good, 5); }), "");
  EXPECT_THAT(error_of([&] { cosim::check_arbiter(good, 13); }),
              HasSubstr("`req` has 5 bits; expected 13, one for each of "));
  EXPECT_THAT(error_of([&] {
                cosim::check_numbers(good.file, {{"requesters", 13}}, "RTT(2)");
              }),
              HasSubstr("my_arb.so was built for 5 requesters, and RTT(2) has 13; build it for this network"));
}

TEST(PortMapReader, NumbersOfTheFabricAreFilledIn) {
  cosim::Numbers used;
  const cosim::Numbers numbers{{"inputs", 13}, {"vcs", 3}};
  EXPECT_EQ(cosim::filled_in("{inputs}", numbers, "map", used), "13");
  EXPECT_EQ(cosim::filled_in("{inputs_bits}'d{vcs}", numbers, "map", used), "4'd3");
  EXPECT_EQ(used, numbers);
  EXPECT_EQ(error_of([&] { cosim::filled_in("{input}", numbers, "map:1", used); }),
            "map:1: `{input}` is no number of a fabric; did you mean `{inputs}`?");
  EXPECT_THAT(error_of([&] { cosim::filled_in("{inputs}", {}, "map:1", used); }), HasSubstr("expected --for CONFIG"));
  EXPECT_THAT(error_of([&] { cosim::filled_in("{inputs", numbers, "map:1", used); }), HasSubstr("does not close"));
}

}  // namespace
}  // namespace trenza::apps
