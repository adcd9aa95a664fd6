// The first step of a pipeline of two: every output VC that is picked is given to one of the packets that pick it
// (docs/microarchitecture.md, section 17).
//
// Ports    clk, reset
//          bid       [i*64 +: 64]: the lane that the packet of input i picks, as a pick word; of an ejection port: it is at its
//                    destination. 0: it bids for nothing
//          vc_draw   [k*16 +: 16]: the draw of the arbiter of output VC k = port*VCS + vc in this cycle; read by `random`
//          stride    of trenza_switch_allocator; read by `stride`
//          made      bit i: input i makes a reservation in this cycle; combinational
//          reserved  [i*64 +: 64]: what it reserves, as a pick word, at its destination that of output NO_OUTPUT; else 0
//          taken     [k*32 +: 32]: the credits that this takes of output VC k
// State    an arbiter for each output VC, whose requesters are all inputs.
// Latency  0 cycles. Compute (the combinational part) and commit (the arbiters, at the edge) are separate: what is shown at
//          an edge is reserved. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_first_step #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int INJECTORS = 1,  // of all classes
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter logic [31:0] ESCAPE_MASK = 32'd1,  // bit v: VC v is an escape VC
    localparam int NETWORK = PORTS * VCS,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int SOURCES = PORTS + INJECTORS
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [ INPUTS*64-1:0] bid,
    // verilator lint_off UNUSED
    // Some arbiters draw nothing, and ejection has no arbiters here.
    input  logic [NETWORK*16-1:0] vc_draw,
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    // verilator lint_on UNUSED
    output logic [    INPUTS-1:0] made,
    output logic [ INPUTS*64-1:0] reserved,
    output logic [NETWORK*32-1:0] taken
);
  localparam logic [trenza_pkg::OUTPUT_BITS-1:0] NO_OUTPUT = 6'd63;  // Yosys 0.23 would take '1 for 1

  logic [        INPUTS-1:0] arrived;  // at the destination: the reservation is made at once
  logic [INPUTS*NETWORK-1:0] lanes;  // bit i*NETWORK + k: input i picks output VC k
  logic [NETWORK*INPUTS-1:0] winners;  // bit k*INPUTS + i: and gets it
  logic [     INPUTS*32-1:0] packet;
  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits;

  function automatic logic [NETWORK-1:0] lane_of(input trenza_pkg::pick_t word);
    logic [VCS-1:0] vc;
    vc = VCS'(1) << trenza_pkg::pick_vc(word);
    lane_of = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (trenza_pkg::pick_output(word) == trenza_pkg::OUTPUT_BITS'(p)) lane_of[p*VCS+:VCS] = vc;
    end
  endfunction

  function automatic logic [INPUTS-1:0] all_of(input logic [NETWORK*INPUTS-1:0] by_lane);
    all_of = '0;
    for (int k = 0; k < NETWORK; k++) all_of = all_of | by_lane[k*INPUTS+:INPUTS];
  endfunction

  function automatic logic [trenza_pkg::LENGTH_BITS-1:0] length_of(input logic [INPUTS-1:0] only,
                                                                   input logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] lengths);
    length_of = '0;
    if (only != '0) begin
      for (int i = 0; i < INPUTS; i++)
        length_of = length_of | (only[i] ? lengths[i*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS] : '0);
    end
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      trenza_pkg::pick_t word;
      trenza_pkg::request_t request;
      assign word = bid[i*64+:64];
      assign request = trenza_pkg::make_request(trenza_pkg::pick_packet(word), trenza_pkg::pick_flits(word));
      assign arrived[i] = trenza_pkg::pick_valid(word) && trenza_pkg::pick_output(word) >= trenza_pkg::OUTPUT_BITS'(PORTS);
      assign lanes[i*NETWORK+:NETWORK] = trenza_pkg::pick_valid(word) ? lane_of(word) : '0;
      assign packet[i*32+:32] = trenza_pkg::pick_packet(word);
      assign flits[i*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS] = trenza_pkg::pick_flits(word);
      assign reserved[i*64+:64] = arrived[i] ? trenza_pkg::make_pick(request, NO_OUTPUT, 4'd0) : made[i] ? word : '0;
    end

    for (genvar k = 0; k < NETWORK; k++) begin : lane
      localparam int PORT = k / VCS;
      logic [  INPUTS-1:0] bidders;
      logic [  INPUTS-1:0] winner;
      logic [INPUTS*8-1:0] of_inputs;  // strides; constant
      trenza_pkg::length_t credits;
      for (genvar i = 0; i < INPUTS; i++) begin : from
        localparam int SOURCE = i < NETWORK ? i / VCS : PORTS + i - NETWORK;
        assign bidders[i] = lanes[i*NETWORK+k];
        assign of_inputs[i*8+:8] = stride[(PORT*SOURCES+SOURCE)*8+:8];
      end
      trenza_arbiter #(
          .REQUESTERS(INPUTS),
          .POLICY(ARBITER),
          .MOST_FLITS(MOST_FLITS)
      ) arbiter (
          .request(bidders),
          .draw(vc_draw[k*16+:16]),
          .stride(of_inputs),
          .asked(bidders),
          .commit(winner),
          .grant(winner),
          .*
      );
      assign winners[k*INPUTS+:INPUTS] = winner;
      // An escape VC is charged by slots, whatever the length.
      assign credits = ESCAPE_MASK[k%VCS] ? 14'd1 : length_of(winner, flits);
      assign taken[k*32+:32] = winner != '0 ? 32'(credits) : '0;
    end
  endgenerate
  assign made = arrived | all_of(winners);
endmodule
