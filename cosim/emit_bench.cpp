// The module trenza_bench, its packets, and the files together.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cosim/emit_rtl.h"
#include "microarch/hash.h"
#include "microarch/injection.h"
#include "microarch/output_file.h"
#include "rtl_models/twin/rtl_sources.h"

namespace trenza::cosim {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kShortest = 0xff;  // the bench finds the injector

const char* const kBench = R"__SV__(
  logic clk = 1'b0;
  logic reset = 1'b1;
  logic [63:0] cycle = 64'd0;
  // Of each node the fronts of its queues, and with LOOKAHEAD the packets behind them.
  logic [NODES*SHOWN-1:0] queued = '0;
  logic [NODES*SHOWN*32-1:0] packet = '0;
  logic [NODES*SHOWN*16-1:0] flits = '0;
  logic [NODES*SHOWN*64-1:0] eligible = '0;
  logic [NODES*SHOWN*64-1:0] first_header = '0;
  logic [NODES*QUEUES-1:0] taken;
  logic [NODES*QUEUES-1:0] popped;
  logic [NODES*EJECTORS-1:0] eject_valid;
  logic [NODES*EJECTORS*64-1:0] eject_flit;
  logic [NODES*QUEUES-1:0] leaving;

  // A word: 63..0 created, 127..64 header, 151..128 source, 175..152 destination, 207..176 number at the source,
  // 223..208 flits, 231..224 injector of its class (ff: the shortest), 239..232 class.
  logic [255:0] packets[0:PACKETS];
  logic [63:0] entered[0:PACKETS];
  integer behind[0:PACKETS];
  integer front[0:NODES*QUEUES-1];
  integer last[0:NODES*QUEUES-1];
  integer waiting[0:NODES*QUEUES-1];
  logic [NODES*QUEUES-1:0] crossing = '0;  // the head of the front packet has crossed
  integer next_offer = 0;
  integer delivered = 0;
  logic [63:0] digest = 64'd0;
  integer k;
  integer q;
  integer first;
  integer id;

  trenza_fabric fabric (
      .clk(clk), .reset(reset), .cycle(cycle), .queued(queued), .packet(packet), .flits(flits), .eligible(eligible),
      .first_header(first_header), .taken(taken), .popped(popped), .eject_valid(eject_valid), .eject_flit(eject_flit)
  );

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

  task show(input integer place, input integer number);
    begin
      packet[place*32+:32] = number;
      flits[place*16+:16] = packets[number][223:208];
      eligible[place*64+:64] = packets[number][63:0] + ROUTER_DELAY - 1;
      first_header[place*64+:64] = packets[number][127:64];
    end
  endtask

  task show_fronts;
    for (q = 0; q < NODES * QUEUES; q = q + 1) begin
      k = q / QUEUES * SHOWN + q % QUEUES;
      queued[k] = waiting[q] > 0;
      if (waiting[q] > 0) show(k, front[q]);
      if (LOOKAHEAD) begin
        queued[k+QUEUES] = waiting[q] > 1;
        if (waiting[q] > 1) show(k + QUEUES, behind[front[q]]);
      end
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
      if (leaving[q]) begin
        front[q] = behind[front[q]];
        waiting[q] = waiting[q] - 1;
        crossing[q] = 1'b0;
      end
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
      leaving = taken;
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
  if (parameters.injection == microarch::InjectionPolicy("shortest")) return kShortest;
  const std::uint32_t productive = topology.routing().choices(offer.source, header).adaptive_ports();
  return static_cast<unsigned>(microarch::choose_injector(parameters.injection, parameters.injectors, offer.number,
                                                          productive, [](int /*injector*/) { return 0; }));
}

/// Files that appear together, when all of them are written.
class Folder {
 public:
  /// Makes the folder if need be.
  explicit Folder(fs::path path) : path_(std::move(path)) {
    std::error_code fault;
    made_ = fs::create_directories(path_, fault);
    if (fault) throw EmitError(fmt::format("the folder {} cannot be made: {}", path_.string(), fault.message()));
  }
  /// Takes back a folder that nothing was written into.
  ~Folder() {
    files_.clear();
    std::error_code ignored;
    if (made_ && fs::is_empty(path_, ignored)) fs::remove(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) {
    files_.push_back(std::make_unique<microarch::OutputFile>((path_ / name).string()));
    files_.back()->write(text.data(), text.size());
  }
  void commit() {
    for (const auto& file : files_) file->commit();
  }

 private:
  fs::path path_;
  bool made_ = false;
  std::vector<std::unique_ptr<microarch::OutputFile>> files_;
};

/// `trenza_bench`: offers what packets.hex says, prints every delivery, then the digest, and whether it is that of
/// `traffic`.
std::string emit_bench(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                       const EmittedTraffic& traffic) {
  return fmt::format(
             "// Test bench of {}. Generated. It offers what packets.hex says and prints every delivery.\n"
             "`timescale 1ns / 1ps\n"
             "module trenza_bench;\n"
             "  localparam int NODES = {};\n"
             "  localparam int QUEUES = {};\n"
             "  localparam int INJECTORS = {};\n"
             "  localparam bit LOOKAHEAD = 1'b{};\n"
             "  localparam int SHOWN = LOOKAHEAD ? 2 * QUEUES : QUEUES;\n"
             "  localparam int EJECTORS = {};\n"
             "  localparam int ROUTER_DELAY = {};\n"
             "  localparam int PACKETS = {};\n"
             "  localparam logic [63:0] CYCLES = 64'd{};\n"
             "  localparam logic [63:0] DIGEST = 64'h{:016x};\n",
             topology.name(), topology.graph().nodes(), parameters.injection_queues(), parameters.injectors,
             parameters.two_steps() ? 1 : 0, parameters.ejectors, parameters.router_delay, traffic.offers.size(),
             traffic.cycles, traffic.digest) +
         kBench;
}

/// packets.hex: a word of 256 bits for each offer.
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

}  // namespace

std::vector<std::string> emitted_files() {
  std::vector<std::string> names{"fabric.sv", "bench.sv", "packets.hex", "files.f"};
  for (const rtl_models::RtlSource& source : rtl_models::rtl_sources()) names.push_back(source.name);
  return names;
}

void emit_rtl(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
              const EmittedTraffic& traffic, const fs::path& folder) {
  const std::string fabric = emit_fabric(topology, parameters);
  Folder files(folder);
  std::string names;
  try {
    for (const rtl_models::RtlSource& source : rtl_models::rtl_sources()) {
      files.write(source.name, source.text);
      names += source.name + "\n";
    }
    files.write("fabric.sv", fabric);
    files.write("bench.sv", emit_bench(topology, parameters, traffic));
    files.write("packets.hex", emit_packets(topology, parameters, traffic));
    files.write("files.f", names + "fabric.sv\nbench.sv\n");
    files.commit();
  } catch (const microarch::OutputError& error) {
    throw EmitError(error.what());
  }
}

}  // namespace trenza::cosim
