// The slot `router`: a whole router, by its links.
#include <fmt/core.h>

#include "cosim/plug/router_pins.h"
#include "cosim/plug/slot_contract.h"

namespace trenza::cosim {

namespace {

std::vector<SlotPort> link_ports() {
  const std::vector<SlotPort> groups = {
      {"in_valid", true, false, "1 each", "a flit arrives"},
      {"in_flit", true, false, "w each", "the flit: its fields are settings"},
      {"in_vc", true, false, "any each", "its VC, unless that is a field"},
      {"in_credit", false, false, "vcs each", "bit v: a flit of VC v has left the buffer of this link"},
      {"in_ready", false, false, "1 or vcs each", "links: ready_valid: the block takes the flit (bit v: one of VC v)"},
      {"in_on", false, false, "vcs each", "links: on_off; bit v: flits of VC v may come"},
      {"out_valid", false, false, "1 each", "a flit leaves"},
      {"out_flit", false, false, "w each", "the flit"},
      {"out_vc", false, false, "any each", "its VC, unless that is a field"},
      {"out_credit", true, false, "vcs each", "bit v: there is room for one flit more in VC v"},
      {"out_ready", true, false, "1 or vcs each",
       "links: ready_valid: the flit is taken (bit v: one of VC v would be)"},
      {"out_on", true, false, "vcs each", "links: on_off; bit v: flits of VC v may leave"}};
  std::vector<SlotPort> all;
  for (const SlotPort& group : groups) {
    all.push_back(group);
    all.back().meaning += "; one vector of all ports,";
  }
  for (int port = 0; port < kMostRouterPorts; ++port) {
    for (SlotPort group : groups) {
      group.role += fmt::format("_{}", port);
      group.meaning =
          fmt::format("or port {0} alone, {1}_1 port 1, ...", port, group.role.substr(0, group.role.rfind('_')));
      group.listed = port == 0;
      all.push_back(group);
    }
  }
  all.push_back({"own_node", true, false, "any", "number of the node where the block stands; in reset, too"});
  all.push_back({"own_x", true, false, "any", "its x"});
  all.push_back({"own_y", true, false, "any", "its y"});
  all.push_back({"own_z", true, false, "any", "its z"});
  return all;
}

std::vector<SlotSetting> settings() {
  constexpr int kMostBits = 64;
  constexpr int kWidest = 4095;
  std::vector<SlotSetting> all;
  for (const char* const port : {"local", "xp", "xm", "yp", "ym", "zp", "zm", "bp", "bm"})
    all.emplace_back(port, 0, kMostRouterPorts - 1, "-1", "its number in the block");
  all.push_back(
      {"inputs", {"side", "direction"}, "what an input is named after: the side it is on, or where traffic moves"});
  all.push_back({"links", {"credits", "ready_valid", "on_off"}, "how flits on its links are held back"});
  constexpr int kMostVcs = 16;
  all.emplace_back("vcs", 0, kMostVcs, "0", "VCs of links with one `ready` for all; 0: as the ports say");
  all.emplace_back("on_off_slack", 0, kWidest, "2", "flits of a VC that may leave after `out_on` has fallen");
  const std::vector<std::pair<std::string, std::string>> places = {
      {"head_at", "first flit of a packet"},
      {"tail_at", "last flit"},
      {"vc_at", "virtual channel"},
      {"payload_at", "number of the packet: to be carried"},
      {"route_at", "number of the port by which the escape route leaves"},
      {"destination_at", "destination node"},
      {"x_at", "x of the destination"},
      {"y_at", "y of the destination"},
      {"z_at", "z of the destination"},
      {"vcs_at", "bit v: VC v may be taken at the port `route` (as many bits as VCs)"},
      {"escape_ports_at", "bit p: port p has these VCs; `route` is the lowest (as many bits as ports)"},
      {"adaptive_ports_at", "bit p: port p is on a shortest way (as many bits as ports)"},
      {"adaptive_vcs_at", "bit v: VC v may be taken at those (as many bits as VCs)"},
      {"length_at", "flits of the packet"},
      {"index_at", "number of the flit in its packet: to be carried"}};
  for (const auto& [key, meaning] : places)
    all.emplace_back(key, 0, kWidest, "-1", "lowest bit in the flit of: " + meaning);
  const auto bits = [&](const char* key, const char* otherwise) {
    all.emplace_back(key, 1, kMostBits, otherwise, "bits of that field");
  };
  bits("payload_bits", "16");
  bits("route_bits", "3");
  bits("destination_bits", "8");
  bits("coordinate_bits", "4");
  bits("length_bits", "8");
  all.emplace_back("index_bits", 1, 16, "4", "bits of that field: the lowest of the number");
  all.emplace_back(
      "head_only", kOnOff,
      "on: only heads have destination, route, VCs and length, and these fields hold arbitrary bits in the "
      "other flits; off: all flits have them",
      "on");
  all.emplace_back("local_depth", 1, kWidest, "4", "flits of each VC of the local port");
  all.emplace_back("contiguous", kOnOff,
                   "packets leave without gaps: checked; off: each is collected first (virtual_cut_through)", "off");
  all.emplace_back("credit_within", 0, kWidest, "16", "cycles from a flit's leaving to its credit, at most");
  all.emplace_back("progress_within", 1, 1'000'000, "1000",
                   "cycles in which no flit of the first packet of an input VC leaves; as many end the run");
  return all;
}

}  // namespace

SlotContract router_contract() {
  SlotContract contract;
  contract.name = "router";
  contract.summary =
      R"(A whole router in the place of one of Trenza's, joined by links: flit, valid, VC, credit. The terminal is one
more link, the local port.)";
  contract.keys = "rtl: {router: my_router.so} for all routers; rtl: {router: {module: my_router.so, routers: r_3_2}}";
  contract.ports = link_ports();
  contract.settings = settings();
  contract.numbers = {"depth", "max_flits", "vcs", "ports", "classes"};
  contract.timing =
      R"(  A flit on a link in cycle t is at in_* at the rising edge that ends t; what the block shows at out_* then is on the
  next link in t + 1 (so a block with a register between in_* and out_* takes 2 cycles for a hop, with link delay 1 3).
  Credits are pulses, one bit for each virtual channel (VC), one flit each. At reset the block has `depth` credits for
  each VC of each out_*, and room for `depth` flits in each VC of each in_* of the network, `local_depth` in those of the
  local port. VCs are numbered as Trenza's: in each message class first the escape VC, then the adaptive ones.
  Packets come without gaps, a head first, each in one VC; they may leave with gaps (contiguous: off): then a packet goes
  on when all of it is there. The payload, and the index if there is one, must come out as they went in, in every flit.
  With index_at, body flits are told apart: swapped or repeated ones are seen. Where the route goes is in the head alone.
  In a flit-level network (router.switching: wormhole) nothing is collected: flits go on as they leave. The VCs that a head
  may have are those of its routing relation: vcs at the port route and at escape_ports, adaptive_vcs at adaptive_ports.
  Links without credits: with ready_valid a flit moves at an edge at which valid and ready are high.
  One ready bit may depend on the flit that is shown; a vector says before that which VCs would be taken. With on_off a
  flit of VC v leaves where out_on[v] is high, and on_off_slack more after it has fallen. What the block does not take
  waits before it, in as many places as a buffer of the network has.
  route is the port of the block by which Trenza's escape route leaves: a block that takes it can stand in a twisted ring;
  one that computes XY from x and y cannot. A block may choose otherwise while it is on a shortest way; an escape VC may
  be taken on the escape route only.
  The bubble rule is not kept by a block that does not know it: rings of such routers can deadlock at high loads. Networks
  without rings, and loads far from saturation, are safe to use.
  Clocked in every cycle of the fabric, except that time stands still for it while the whole fabric is empty.
  Checked in every cycle: every flit once, in order, at a port on its way, in a VC of its class; no flit without a credit;
  every credit once, credit_within cycles after its flit has left at the latest; with contiguous: on, no gaps; in
  each VC of each input a flit of the first packet leaves within progress_within cycles.)";
  contract.module_template = R"(module my_router #(  // one VC, wormhole, the port that `route` says
    parameter int PORTS = 5,
    parameter int DEPTH = 16
) (
    input  logic                clk,
    input  logic                reset,
    input  logic [   PORTS-1:0] in_valid,
    input  logic [PORTS*22-1:0] in_flit,    // {route[3:0], head, tail, payload[15:0]}
    output logic [   PORTS-1:0] in_credit,
    output logic [   PORTS-1:0] out_valid,
    output logic [PORTS*22-1:0] out_flit,
    input  logic [   PORTS-1:0] out_credit
);
  localparam int BITS = $clog2(DEPTH + 1);
  logic [21:0] fifo[PORTS][DEPTH];
  logic [BITS-1:0] first[PORTS], last[PORTS], count[PORTS], credits[PORTS];
  logic [PORTS-1:0] busy, pop;           // output: a packet holds it;  input: its front moves
  logic [3:0] owner[PORTS], from[PORTS];  // input that holds, or gets, an output
  logic [PORTS-1:0] moves;               // output: a flit leaves
  always_comb begin
    pop = '0;
    for (int o = 0; o < PORTS; o++) begin
      from[o] = owner[o];
      moves[o] = busy[o] && count[owner[o]] != 0;
      for (int i = 0; i < PORTS; i++) begin
        if (!busy[o] && count[i] != 0 && fifo[i][first[i]][17] && fifo[i][first[i]][21:18] == 4'(o)) begin
          from[o] = 4'(i);
          moves[o] = 1'b1;
        end
      end
      moves[o] = moves[o] && credits[o] != 0;
      if (moves[o]) pop[from[o]] = 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    for (int p = 0; p < PORTS; p++) begin
      if (reset) begin
        first[p] <= '0;
        last[p] <= '0;
        count[p] <= '0;
        credits[p] <= BITS'(DEPTH);
        busy[p] <= 1'b0;
        out_valid[p] <= 1'b0;
        in_credit[p] <= 1'b0;
      end else begin
        if (in_valid[p]) fifo[p][last[p]] <= in_flit[p*22+:22];
        if (in_valid[p]) last[p] <= last[p] == BITS'(DEPTH - 1) ? '0 : last[p] + 1'b1;
        if (pop[p]) first[p] <= first[p] == BITS'(DEPTH - 1) ? '0 : first[p] + 1'b1;
        count[p] <= count[p] + BITS'(in_valid[p]) - BITS'(pop[p]);
        in_credit[p] <= pop[p];
        credits[p] <= credits[p] + BITS'(out_credit[p]) - BITS'(moves[p]);
        out_valid[p] <= moves[p];
        out_flit[p*22+:22] <= fifo[from[p]][first[from[p]]];
        if (moves[p]) busy[p] <= !fifo[from[p]][first[from[p]]][16];
        if (moves[p]) owner[p] <= from[p];
      end
    end
  end
endmodule
)";
  contract.map_template = R"(slot: router
top: my_router
parameters: {PORTS: "5", DEPTH: "{depth}"}
clock: clk
reset: {port: reset, active: high, kind: sync}
ports:
  in_valid: in_valid
  in_flit: in_flit
  in_credit: in_credit
  out_valid: out_valid
  out_flit: out_flit
  out_credit: out_credit
local: 0
xp: 1
xm: 2
yp: 3
ym: 4
payload_at: 0
payload_bits: 16
tail_at: 16
head_at: 17
route_at: 18
route_bits: 4
)";
  return contract;
}

}  // namespace trenza::cosim
