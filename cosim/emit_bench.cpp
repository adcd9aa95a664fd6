// The module trenza_bench and its packets.
#include <fmt/core.h>

#include "cosim/emit_parts.h"
#include "microarch/hash.h"
#include "microarch/injection.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"

namespace trenza::cosim {

namespace {

constexpr unsigned kShortest = 0xff;  // the bench finds the injector

// Packet d of queue q is at place q / QUEUES * SHOWN + q % QUEUES * NEXT_QUEUE + d * NEXT_PACKET, for d < DEPTH.
const char* const kSignals = R"__SV__(
  logic clk = 1'b0;
  logic reset = 1'b1;
  logic [63:0] cycle = 64'd0;
  // Of each node the first packets of its queues, DEPTH of each.
  logic [NODES*SHOWN-1:0] queued = '0;
  logic [NODES*SHOWN*32-1:0] packet = '0;
  logic [NODES*SHOWN*16-1:0] flits = '0;
  logic [NODES*SHOWN*64-1:0] first_header = '0;
  logic [NODES*EJECTORS-1:0] eject_valid;
  logic [NODES*EJECTORS*64-1:0] eject_flit;

  // A word: 63..0 created, 127..64 header, 151..128 source, 175..152 destination, 207..176 number at the source,
  // 223..208 flits, 231..224 injector of its class (ff: the shortest), 239..232 class.
  logic [255:0] packets[0:PACKETS];
  logic [63:0] entered[0:PACKETS];
  integer behind[0:PACKETS];
  integer front[0:NODES*QUEUES-1];
  integer last[0:NODES*QUEUES-1];
  integer waiting[0:NODES*QUEUES-1];
  integer leaving[0:NODES*QUEUES-1];  // packets that leave the queue at the end of this cycle
  integer next_offer = 0;
  integer delivered = 0;
  logic [63:0] digest = 64'd0;
  integer d;
  integer k;
  integer q;
  integer first;
  integer id;
)__SV__";

const char* const kPacketFabric = R"__SV__(
  logic [NODES*SHOWN*64-1:0] eligible = '0;
  logic [NODES*QUEUES-1:0] taken;
  logic [NODES*QUEUES-1:0] popped;
  logic [NODES*QUEUES-1:0] crossing = '0;  // the head of the front packet has crossed

  trenza_fabric fabric (
      .clk(clk), .reset(reset), .cycle(cycle), .queued(queued), .packet(packet), .flits(flits), .eligible(eligible),
      .first_header(first_header), .taken(taken), .popped(popped), .eject_valid(eject_valid), .eject_flit(eject_flit)
  );

  task show(input integer place, input integer number);
    begin
      packet[place*32+:32] = number;
      flits[place*16+:16] = packets[number][223:208];
      eligible[place*64+:64] = packets[number][63:0] + ROUTER_DELAY - 1;
      first_header[place*64+:64] = packets[number][127:64];
    end
  endtask

  task note_entries;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      if (popped[q] && !crossing[q]) begin
        entered[front[q]] = cycle;
        crossing[q] = 1'b1;
      end
    end
  endtask

  task note_leaving;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      leaving[q] = taken[q];
      if (taken[q]) crossing[q] = 1'b0;
    end
  endtask
)__SV__";

const char* const kWormFabric = R"__SV__(
  logic [NODES*QUEUES*CLASS_VCS-1:0] taken;
  logic [NODES-1:0] sent_valid;
  logic [NODES*64-1:0] sent_flit;

  trenza_fabric fabric (
      .clk(clk), .reset(reset), .queued(queued), .packet(packet), .flits(flits), .first_header(first_header),
      .taken(taken), .first(), .sent_valid(sent_valid), .sent_flit(sent_flit), .eject_valid(eject_valid),
      .eject_flit(eject_flit)
  );

  task show(input integer place, input integer number);
    begin
      packet[place*32+:32] = number;
      flits[place*16+:16] = packets[number][223:208];
      first_header[place*64+:64] = packets[number][127:64];
    end
  endtask

  task note_entries;
    for (q = 0; q < NODES; q = q + 1) begin
      if (sent_valid[q] && trenza_pkg::is_head(sent_flit[q*64+:64])) begin
        entered[trenza_pkg::packet_of(sent_flit[q*64+:64])] = cycle;
      end
    end
  endtask

  task note_leaving;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      leaving[q] = 0;
      for (k = 0; k < CLASS_VCS; k = k + 1) if (taken[q*CLASS_VCS+k]) leaving[q] = leaving[q] + 1;
    end
  endtask
)__SV__";

const char* const kBench = R"__SV__(
  function [63:0] step(input [63:0] hash, input [63:0] value);
    logic [63:0] x;
    begin
      x = (hash ^ value) + 64'h9e3779b97f4a7c15;
      x = x ^ (x >> 30);
      x = x * 64'hbf58476d1ce4e5b9;
      x = x ^ (x >> 27);
      x = x * 64'h94d049bb133111eb;
      step = x ^ (x >> 31);
    end
  endfunction

  task offer(input integer number);
    begin
      first = packets[number][151:128] * QUEUES + packets[number][239:232] * INJECTORS;
      q = first + packets[number][231:224];
      if (packets[number][231:224] == 8'hff) begin
        q = first;
        for (k = 1; k < INJECTORS; k = k + 1) if (waiting[first+k] < waiting[q]) q = first + k;
      end
      if (waiting[q] == 0) front[q] = number;
      else behind[last[q]] = number;
      last[q] = number;
      waiting[q] = waiting[q] + 1;
    end
  endtask

  task show_fronts;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      id = front[q];
      for (d = 0; d < DEPTH; d = d + 1) begin
        k = q / QUEUES * SHOWN + q % QUEUES * NEXT_QUEUE + d * NEXT_PACKET;
        queued[k] = waiting[q] > d;
        if (waiting[q] > d) show(k, id);
        if (waiting[q] > d + 1) id = behind[id];
      end
    end
  endtask

  task note_deliveries;
    for (q = 0; q < NODES * EJECTORS; q = q + 1) begin
      if (eject_valid[q] && trenza_pkg::is_tail(eject_flit[q*64+:64])) begin
        id = trenza_pkg::packet_of(eject_flit[q*64+:64]);
        $display("cycle %0d: node %0d gets packet %0d of node %0d, %0d flits, created in %0d, entered in %0d", cycle,
                 packets[id][175:152], packets[id][207:176], packets[id][151:128], packets[id][223:208],
                 packets[id][63:0], entered[id]);
        if (packets[id][175:152] != q / EJECTORS) $display("MISDELIVERED at node %0d", q / EJECTORS);
        digest = digest + step(step(step(step(step(step(step(64'h243f6a8885a308d3, packets[id][151:128]),
            packets[id][175:152]), packets[id][207:176]), packets[id][223:208]), packets[id][63:0]), entered[id]), cycle);
        delivered = delivered + 1;
      end
    end
  endtask

  task move_queues;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      for (d = 0; d < leaving[q]; d = d + 1) front[q] = behind[front[q]];
      waiting[q] = waiting[q] - leaving[q];
    end
  endtask

  task edge_of_clock;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  initial begin
    $readmemh("packets.hex", packets);
    for (q = 0; q < NODES * QUEUES; q = q + 1) waiting[q] = 0;
    edge_of_clock;
    edge_of_clock;
    reset = 1'b0;
    while (cycle < CYCLES) begin
      while (next_offer < PACKETS && packets[next_offer][63:0] == cycle) begin
        offer(next_offer);
        next_offer = next_offer + 1;
      end
      show_fronts;
      #1;
      note_entries;
      note_deliveries;
      note_leaving;
      edge_of_clock;
      move_queues;
      cycle = cycle + 64'd1;
    end
    $display("%0d packets delivered, digest %016x", delivered, digest);
    if (digest == DIGEST) $display("as expected");
    else begin
      $display("DIFFERENT: expected %016x", DIGEST);
      $fatal(0);
    end
    $finish;
  end
endmodule
)__SV__";

unsigned injector_of(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                     const EmittedOffer& offer, topologies::HeaderWord header) {
  if (parameters.by_flits()) return 0;
  if (parameters.injection == microarch::InjectionPolicy("shortest")) return kShortest;
  const std::uint32_t productive = topology.routing().choices(offer.source, header).adaptive_ports();
  return static_cast<unsigned>(microarch::choose_injector(parameters.injection, parameters.injectors, offer.number,
                                                          productive, [](int /*injector*/) { return 0; }));
}

/// What the bench of a machine needs to know of its fabric.
struct BenchShape {
  int queues = 0;     ///< of each node
  int injectors = 0;  ///< of each class: queues between which its packets are distributed
  int depth = 0;      ///< packets of each queue that the router sees
  int next_queue = 0;
  int next_packet = 0;
  std::string machine;  ///< more constants
};

BenchShape shape_of(const microarch::FabricParameters& parameters) {
  if (parameters.by_flits()) {
    const int depth = rtl_models::shown_packets(parameters);
    return {parameters.message_classes,
            1,
            depth,
            depth,
            1,
            fmt::format("  localparam int CLASS_VCS = {};\n", parameters.class_vcs())};
  }
  const int queues = parameters.injection_queues();
  return {queues,
          parameters.injectors,
          parameters.two_steps() ? 2 : 1,
          1,
          queues,
          fmt::format("  localparam int ROUTER_DELAY = {};\n", parameters.router_delay)};
}

}  // namespace

std::string emit_bench(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                       const EmittedTraffic& traffic) {
  const BenchShape shape = shape_of(parameters);
  return fmt::format(
             "// Test bench of {}. Generated. It offers what packets.hex says and prints every delivery.\n"
             "`timescale 1ns / 1ps\n"
             "module trenza_bench;\n"
             "  localparam int NODES = {};\n"
             "  localparam int QUEUES = {};\n"
             "  localparam int INJECTORS = {};\n"
             "  localparam int DEPTH = {};\n"
             "  localparam int SHOWN = DEPTH * QUEUES;\n"
             "  localparam int NEXT_QUEUE = {};\n"
             "  localparam int NEXT_PACKET = {};\n"
             "  localparam int EJECTORS = {};\n"
             "{}"
             "  localparam int PACKETS = {};\n"
             "  localparam logic [63:0] CYCLES = 64'd{};\n"
             "  localparam logic [63:0] DIGEST = 64'h{:016x};\n",
             topology.name(), topology.graph().nodes(), shape.queues, shape.injectors, shape.depth, shape.next_queue,
             shape.next_packet, parameters.ejectors, shape.machine, traffic.offers.size(), traffic.cycles,
             traffic.digest) +
         kSignals + (parameters.by_flits() ? kWormFabric : kPacketFabric) + kBench;
}

std::string emit_packets(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                         const EmittedTraffic& traffic) {
  std::string text;
  for (const EmittedOffer& offer : traffic.offers) {
    const std::uint64_t draw =
        microarch::hash(parameters.seed, microarch::DrawPurpose::record, offer.source, offer.number);
    const topologies::HeaderWord header = topology.routing().initial(offer.source, offer.destination, draw);
    text += fmt::format("{:04x}{:02x}{:02x}{:04x}{:08x}{:06x}{:06x}{:016x}{:016x}\n", 0, offer.message_class,
                        injector_of(topology, parameters, offer, header), offer.flits, offer.number, offer.destination,
                        offer.source, header, offer.created);
  }
  return text + std::string(64, '0') + "\n";  // so that the memory is full
}

}  // namespace trenza::cosim
