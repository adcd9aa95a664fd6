// Configurations of the flit-level machine that must be refused, and keys of it in the other machine.
#pragma once

#include <string>
#include <vector>

#include "tests/cli_broken_configurations.h"

namespace trenza::test {

inline std::vector<BrokenInput> broken_worms() {
  const auto with = [](const std::string& more) {
    return experiment("{kind: rtt, a: 4}", "{pattern: uniform, load: 0.3}", more);
  };
  const auto worm = [&](const std::string& keys, const std::string& more = "") {
    return with("router: {switching: wormhole, " + keys + "}\n" + more);
  };
  const auto on = [](const std::string& topology, const std::string& router, const std::string& traffic) {
    return experiment(topology, traffic, "router: {switching: wormhole" + router + "}\n");
  };
  const std::string uniform = "{pattern: uniform, load: 0.3}";
  return {
      {"no virtual channels", worm("virtual_channels: {count: 0}"),
       "case.yaml:3:57: router.virtual_channels.count: 0 is out of range; expected an"},
      {"more virtual channels than 16", worm("virtual_channels: {count: 17}"),
       "case.yaml:3:57: router.virtual_channels.count: 17 is out of range;"},
      {"virtual channels of the other machine", worm("virtual_channels: {adaptive: 2}"),
       "case.yaml:3:60: router.virtual_channels.adaptive: does not apply here; it is for switching "
       "`virtual_cut_through` only, not for `wormhole`"},
      {"buffers in packets of a machine of flits", worm("buffer_packets: 4"),
       "case.yaml:3:47: router.buffer_packets: does not apply here; it is for switching"},
      {"buffers in flits of a machine of packets", with("router: {buffer_flits: 8}\n"),
       "case.yaml:3:24: router.buffer_flits: does not apply here; it is for switching `wormhole` only, not for "
       "`virtual_cut_through`"},
      {"no buffer flits", worm("buffer_flits: 0"),
       "case.yaml:3:45: router.buffer_flits: 0 is out of range; expected an integer from 1"},
      {"buffer flits beyond the limit", worm("buffer_flits: 16384"),
       "case.yaml:3:45: router.buffer_flits: 16384 is out of range; expected an integer"},
      {"buffer flits with a unit", worm("buffer_flits: 8 flits"),
       "case.yaml:3:45: router.buffer_flits: is `8 flits`; expected an integer from 1"},
      {"routing that is not there", worm("routing: dimension_ordered"),
       "case.yaml:3:40: router.routing: `dimension_ordered` is unknown; expected one of"},
      {"routing as a list", worm("routing: [duato]"),
       "case.yaml:3:40: router.routing: is a list; expected one of `dimension_order`,"},
      {"adaptive routing with too few channels", worm("routing: duato, virtual_channels: {count: 2}"),
       "case.yaml:3:40: router.routing: rtt(4): routing: duato takes 2 virtual"},
      {"dateline that is not there", worm("dateline: dynamic"),
       "case.yaml:3:41: router.dateline: `dynamic` is unknown; expected one of"},
      {"dateline of routes up and down a tree", worm("routing: up_down, dateline: static"),
       "case.yaml:3:59: router.dateline: does not apply here; it is for routing"},
      {"sticky escape without escape channels", worm("sticky_escape: off"),
       "case.yaml:3:46: router.sticky_escape: does not apply here; it is for routing `duato` only"},
      {"sticky escape as a word", worm("routing: duato, sticky_escape: never"),
       "case.yaml:3:62: router.sticky_escape: is `never`; expected `on` or `off`"},
      {"route computation beyond the limit", worm("routing_delay: 16"),
       "case.yaml:3:46: router.routing_delay: 16 is out of range; expected an integer"},
      {"negative route computation", worm("routing_delay: -1"),
       "case.yaml:3:46: router.routing_delay: -1 is out of range; expected an integer"},
      {"pipeline deeper than 15", worm("pipeline: {two_step: {depth: 16}}"),
       "case.yaml:3:60: router.pipeline.two_step.depth: 16 is out of range;"},
      {"VC allocation as a word", worm("vc_allocation: islip"),
       "case.yaml:3:46: router.vc_allocation: is `islip`; expected a map of `allocator`"},
      {"VC allocator that is not there", worm("vc_allocation: {allocator: separable}"),
       "case.yaml:3:58: router.vc_allocation.allocator: `separable` is unknown;"},
      {"iterations of the VC allocator out of range", worm("vc_allocation: {allocator: {islip: {iterations: 0}}}"),
       "case.yaml:3:79: router.vc_allocation.allocator.islip.iterations: 0 is out"},
      {"VC requests that are not there", worm("vc_allocation: {requests: two}"),
       "case.yaml:3:57: router.vc_allocation.requests: `two` is unknown; expected"},
      {"unknown key of the VC allocation", worm("vc_allocation: {request: all}"),
       "case.yaml:3:47: router.vc_allocation.request: unknown key; expected one of"},
      {"arbiter that nobody asks", worm("allocator: islip, vc_allocation: {allocator: pim}, arbiter: age"),
       "case.yaml:3:91: router.arbiter: does not apply here; it is for allocator"},
      {"reallocation that is not there", worm("reallocation: head"),
       "case.yaml:3:45: router.reallocation: `head` is unknown; expected one of `tail`"},
      {"injection of the other machine", worm("injection: shortest"),
       "case.yaml:3:42: router.injection: `shortest` is unknown; expected one of `side_by_side`"},
      {"injection of a machine of flits", with("router: {injection: side_by_side}\n"),
       "case.yaml:3:21: router.injection: `side_by_side` is unknown; expected one of `direction`"},
      {"injectors of a machine of flits", worm("injectors: 4"),
       "case.yaml:3:42: router.injectors: does not apply here; it is for switching"},
      {"injection delay beyond the limit", worm("injection_delay: 256"),
       "case.yaml:3:48: router.injection_delay: 256 is out of range; expected an"},
      {"injection without a cycle for credits", worm("injection_credit_delay: 0"),
       "case.yaml:3:55: router.injection_credit_delay: 0 is out of range;"},
      {"ejection in no cycle", worm("ejection_delay: 0"),
       "case.yaml:3:47: router.ejection_delay: 0 is out of range; expected an integer"},
      {"too many ejectors of a machine of flits", worm("ejectors: 9"),
       "case.yaml:3:41: router.ejectors: 9 is out of range; expected an integer from 1"},
      {"bubble of a machine of flits", worm("bubble: off"),
       "case.yaml:3:39: router.bubble: does not apply here; it is for switching"},
      {"selection of a machine of flits", worm("selection: random"),
       "case.yaml:3:42: router.selection: does not apply here; it is for"},
      {"guard of a machine of flits", worm("transit_guard: 3"),
       "case.yaml:3:46: router.transit_guard: does not apply here; it is for"},
      {"router delay of a machine of flits", worm("router_delay: 2"),
       "case.yaml:3:45: router.router_delay: does not apply here; it is for"},
      {"more crossbar inputs than channels of a port",
       worm("virtual_channels: {count: 2}, crossbar: {inputs_per_port: 3}"),
       "case.yaml:3:71: router.crossbar: 3 inputs of the crossbar for the 2 virtual"},
      {"strides of too few local channels", worm("arbiter: stride, strides: {injectors: [1, 2]}"),
       "case.yaml:3:69: router.strides.injectors: 2 strides for the 4 local"},
      {"link delay of a machine of flits beyond the limit", worm("ejectors: 1", "link: {delay: 256}\n"),
       "case.yaml:4:15: link.delay: 256 is out of range; expected an integer from 0"},
      {"profile that is not there", worm("profile: booksim"),
       "case.yaml:3:40: router.profile: `booksim` is unknown; expected `booksim2`; did"},
      {"profile of the other machine", with("router: {switching: virtual_cut_through, profile: booksim2}\n"),
       "case.yaml:3:51: router.profile: does not apply here; it is for switching"},
      {"key that the profile excludes", with("router: {profile: booksim2, bubble: on}\n"),
       "case.yaml:3:37: router.bubble: does not apply here; it is for switching"},
      {"block of the first machine among flits", worm("ejectors: 1", "rtl: {input_buffer: all}\n"),
       "case.yaml:4:21: rtl.input_buffer: switching `wormhole` has no input_buffer"},
      {"own block among flits", worm("ejectors: 1", "rtl: {arbiter: mine.so}\n"), "case.yaml:4:16: rtl.arbiter: "},
      {"route by table in SystemVerilog among flits",
       experiment("{kind: de_bruijn, k: 2, n: 4}", uniform,
                  "router: {switching: wormhole, routing: up_down}\nrtl: {route_computation: all}\n"),
       "case.yaml:4:26: rtl.route_computation: de_bruijn(2,4) does not route by records"},
      {"routers at pin level among flits", worm("ejectors: 1", "detail: {pin: [r_0_0]}\n"),
       "case.yaml:4:9: detail: switching `wormhole` has all routers at pin"},
      {"dimension order without dimensions", on("{kind: de_bruijn, k: 2, n: 4}", "", uniform),
       "case.yaml:3:9: router.routing: de_bruijn(2,4): a network without dimensions"},
      {"traffic to the own node as a number", experiment("{kind: rtt, a: 4}", "{pattern: uniform, load: 0.3, self: 1}"),
       "case.yaml:2:46: traffic.self: is `1`; expected `on` or `off`"},
      {"traffic to the own node of a collective", experiment("{kind: rtt, a: 4}", "{collective: barrier, self: on}"),
       "case.yaml:2:38: traffic.self: does not apply here; it is for synthetic traffic"},
  };
}

}  // namespace trenza::test
