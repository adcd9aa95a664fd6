// Switch allocator of a flit-level router: which input VCs send a flit to which outputs in a cycle
// (docs/microarchitecture-flit.md, section 5).
//
// Ports    clk, reset
//          hold         [i*32 +: 32]: lane word of input VC i, if it may use the switch and its queue is not empty (from the
//                       input units)
//          flit         [i*64 +: 64]: the flit at its front
//          grant        [i*32 +: 32]: lane word of the VC allocation of this cycle; not read with "two_step"
//          wish         [i*64 + o]: input VC i asks for output o on speculation; read with "speculative"
//          credits      [k*32 +: 32]: of VC w of network port p, k = p*VCS + w
//          output_draw  [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k of this cycle; read by `random`
//                       arbiters, which have one round, and by `pim`
//          input_draw   [(k*ROWS + r)*16 +: 16]: that of row r. There may be fewer than input VCs.
//          turn         the number of the cycle mod max(ROWS, OUTPUTS); read by `wavefront` without a pointer
//          stride       [(o*SOURCES + s)*8 +: 8]: the stride at output o (from PORTS on: ejection ports) of network port s, or
//                       of local input VC s - PORTS; constant; read by `stride`
//          select       [o*32 +: 32]: select word of output o; combinational, like all that follow
//          pop          [p*32 + v]: VC v of input port p sends a flit; the local port is the last
//          charge       [p*32 +: 32]: charge word of network port p: one credit
//          released     [o*32 + w]: the tail of the holder of VC w of output o crosses
// State    that of the allocator, or of two: with "speculative" one is for those that have their output VC, and one for those
//          that are waiting for it.
// Latency  0 cycles. Compute (the combinational part) and commit (the allocators, at the edge) are separate: every grant that
//          is shown at an edge is made. Reset puts the allocators into their first state.
// Rows     the crossbar inputs: VC v of input port p uses row p*PORT_ROWS + v mod PORT_ROWS.
// verilator lint_off DECLFILENAME
module trenza_worm_switch_allocator #(
    parameter int PORTS = 4,
    parameter int VCS = 2,
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // of trenza_one_pass_allocator
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter int PORT_ROWS = VCS,  // crossbar inputs of a port
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "joint",  // two_step, speculative
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",  // of trenza_speculation
    localparam int NETWORK = PORTS * VCS,
    localparam int INPUTS = NETWORK + VCS,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int SOURCES = PORTS + VCS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                             clk,
    input  logic                             reset,
    // verilator lint_off UNUSED
    // Not every pipeline looks at everything, and some arbiters draw nothing.
    input  logic [            INPUTS*32-1:0] hold,
    input  logic [            INPUTS*64-1:0] flit,
    input  logic [            INPUTS*32-1:0] grant,
    input  logic [            INPUTS*64-1:0] wish,
    input  logic [           NETWORK*32-1:0] credits,
    input  logic [    ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [     ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [                     15:0] turn,
    // verilator lint_on UNUSED
    input  logic [(PORTS+2)*SOURCES*8-1:0]   stride,
    output logic [           OUTPUTS*32-1:0] select,
    output logic [         (PORTS+1)*32-1:0] pop,
    output logic [             PORTS*32-1:0] charge,
    output logic [           OUTPUTS*32-1:0] released
);
  localparam int VC_BITS = trenza_worm_pkg::VC_BITS;

  logic [OUTPUTS*VCS-1:0] has_credit;
  logic [INPUTS*32-1:0] packet;
  logic [INPUTS*32-1:0] lane;  // with which an input VC asks with certainty
  logic [INPUTS*VC_BITS-1:0] lane_vc;
  // Bit i*OUTPUTS + o.
  logic [INPUTS*OUTPUTS-1:0] asks;  // with certainty
  logic [INPUTS*OUTPUTS-1:0] certain;  // and is granted it
  logic [INPUTS*OUTPUTS-1:0] made;  // is granted it on speculation, and moves
  logic [INPUTS*OUTPUTS-1:0] crosses;
  // With which it crosses.
  logic [INPUTS*32-1:0] crossing_lane;
  logic [INPUTS*VC_BITS-1:0] crossing_vc;
  logic [INPUTS*32-1:0] word;  // its select word
  logic [INPUTS-1:0] tail;  // it shows a tail

  generate
    for (genvar k = 0; k < OUTPUTS * VCS; k++) begin : output_vc
      if (k < NETWORK) begin : counted
        assign has_credit[k] = credits[k*32+:32] != '0;
      end else begin : ejection
        assign has_credit[k] = 1'b1;
      end
    end
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      if (PIPELINE == "joint") begin : at_once
        assign lane[i*32+:32] = trenza_worm_pkg::lane_valid(hold[i*32+:32]) ? hold[i*32+:32] : grant[i*32+:32];
      end else begin : later
        assign lane[i*32+:32] = hold[i*32+:32];
      end
      assign packet[i*32+:32] = trenza_pkg::packet_of(flit[i*64+:64]);
      trenza_worm_switch_requests #(
          .OUTPUTS(OUTPUTS),
          .VCS(VCS)
      ) of_lane (
          .lane(lane[i*32+:32]),
          .has_credit,
          .outputs(asks[i*OUTPUTS+:OUTPUTS]),
          .vc(lane_vc[i*VC_BITS+:VC_BITS])
      );
    end
  endgenerate

  trenza_one_pass_allocator #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUTS),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .TRANSIT_INPUTS(NETWORK)
  ) allocator (
      .made((INPUTS * OUTPUTS)'(0)),
      .grant(certain),
      .*
  );

  generate
    if (PIPELINE == "speculative") begin : speculates
      logic [INPUTS*OUTPUTS-1:0] wishes;
      logic [INPUTS*OUTPUTS-1:0] chosen;
      logic [INPUTS*OUTPUTS-1:0] moving;  // the output VC of this cycle is at this output and has a credit
      for (genvar i = 0; i < INPUTS; i++) begin : input_
        logic [OUTPUTS-1:0] wished;
        trenza_worm_pkg::vc_t vc;
        logic is_certain;
        assign wished = wish[i*64+:OUTPUTS];
        // With `input_first` for the lowest output only.
        assign wishes[i*OUTPUTS+:OUTPUTS] = ALLOCATOR == "input_first" ? wished & (~wished + OUTPUTS'(1)) : wished;
        trenza_worm_switch_requests #(
            .OUTPUTS(OUTPUTS),
            .VCS(VCS)
        ) of_lane (
            .lane(grant[i*32+:32]),
            .has_credit,
            .outputs(moving[i*OUTPUTS+:OUTPUTS]),
            .vc
        );
        assign is_certain = certain[i*OUTPUTS+:OUTPUTS] != '0;
        assign crossing_lane[i*32+:32] = is_certain ? lane[i*32+:32] : grant[i*32+:32];
        assign crossing_vc[i*VC_BITS+:VC_BITS] = is_certain ? lane_vc[i*VC_BITS+:VC_BITS] : vc;
      end
      trenza_one_pass_allocator #(
          .INPUTS(INPUTS),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(PARAMETER),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS),
          .PARTIAL(1'b1),
          .TRANSIT_INPUTS(NETWORK)
      ) allocator (
          .asks(wishes),
          .grant(chosen),
          .*
      );
      trenza_speculation #(
          .NETWORK(INPUTS),
          .INJECTORS(0),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .MASK(MASK)
      ) speculation (
          .certain(asks),
          .certain_grant(certain),
          .grant(chosen & moving),
          .reserved({INPUTS{1'b1}}),
          .made
      );
    end else if (PIPELINE == "joint" || PIPELINE == "two_step") begin : certain_only
      assign made = '0;
      assign crossing_lane = lane;
      assign crossing_vc = lane_vc;
    end else begin : unknown
      trenza_no_such_pipeline pipeline ();  // tools say that there is none
    end
  endgenerate

  assign crosses = certain | made;

  // The only one of the words, or 0.
  function automatic logic [31:0] word_of(input logic [INPUTS-1:0] only, input logic [INPUTS*32-1:0] words);
    word_of = '0;
    if (only != '0) begin
      for (int i = 0; i < INPUTS; i++) word_of = word_of | (only[i] ? words[i*32+:32] : '0);
    end
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : selected
      assign word[i*32+:32] = trenza_worm_pkg::make_select(16'(i), crossing_vc[i*VC_BITS+:VC_BITS],
          trenza_worm_pkg::is_escape_lane(crossing_lane[i*32+:32]));
      assign tail[i] = trenza_pkg::is_tail(flit[i*64+:64]);
    end
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [INPUTS-1:0] from;
      logic [trenza_worm_pkg::VC_BITS-1:0] vc;
      for (genvar i = 0; i < INPUTS; i++) begin : of_input
        assign from[i] = crosses[i*OUTPUTS+o];
      end
      assign select[o*32+:32] = word_of(from, word);
      assign vc = trenza_worm_pkg::select_vc(select[o*32+:32]);
      assign released[o*32+:32] = (from & tail) != '0 ? 32'd1 << vc : '0;
      if (o < PORTS) begin : charged
        assign charge[o*32+:32] = from == '0 ? '0 : trenza_worm_pkg::make_charge(vc, 14'd1);
      end
    end
    for (genvar p = 0; p <= PORTS; p++) begin : port
      logic [VCS-1:0] sending;
      for (genvar v = 0; v < VCS; v++) begin : of_vc
        assign sending[v] = crosses[(p*VCS+v)*OUTPUTS+:OUTPUTS] != '0;
      end
      assign pop[p*32+:32] = 32'(sending);
    end
  endgenerate
endmodule
