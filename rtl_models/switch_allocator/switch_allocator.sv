// Switch allocator: separable, input first. Every output grants one of the inputs that picked it and holds it until
// the tail has crossed.
//
// Ports    clk, reset
//          pick          [i*64 +: 64]: pick word of input i (from the VC allocator)
//          output_draw   [o*16 +: 16]: the draw of the arbiter of output o in this cycle; read by `random`
//          row_draw      [r*16 +: 16]: that of the input arbiter of network row r; read by `random` where VCs share rows
//          stride        [(o*SOURCES + s)*8 +: 8]: the stride at output o (PORTS: all ejection ports) of network port s,
//                        or of injector s - PORTS; constant; read by `stride`
//          select        [o*32 +: 32]: select word: input and VC that cross to output o in this cycle; combinational in
//                        the cycle of the grant, held afterwards
//          pop           [p*32 + v]: VC v of network port p crosses in this cycle; combinational
//          pop_injector  bit j: injector j (of all classes) crosses in this cycle; combinational
//          charge        [p*32 +: 32]: charge word for network output p, in the cycle of a grant; combinational. 0 with
//                        RESERVED: reservations take the credits
//          output_free   bit o: no packet of an earlier grant crosses to output o; registered
//          input_busy    bit i: the crossbar input of network input i is taken by an earlier grant (0 where VCs share none;
//                        with RESERVED also: input i crosses by an earlier grant); registered
// State    the owners of outputs, the arbiters, and with TRANSIT_GUARD the counts of the guard.
// Latency  0 cycles from pick to select. A packet of n flits granted in t takes its output in t+1 .. t+n-1. Compute
//          (the combinational part) and commit (owners, arbiters and guard, at the edge) are separate. Reset frees all
//          outputs and puts arbiters and guard into their first state.
// Needs    that the pick of a granted input changes in the next cycle: it names the packet, which has gone.
// Rows     the crossbar inputs: VC v of network port p uses row p*PORT_ROWS + v mod PORT_ROWS.
// verilator lint_off DECLFILENAME
module trenza_switch_allocator #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int INJECTORS = 1,  // of all classes
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter int TRANSIT_GUARD = 0,  // grants to traffic in transit, after which an injector goes first; 0: no guard
    parameter int PORT_ROWS = VCS,  // crossbar inputs of a network port
    parameter logic [31:0] ESCAPE_MASK = 32'd1,  // bit v: VC v is an escape VC
    parameter bit RESERVED = 1'b0,  // packets reserve VCs before they ask
    localparam int INPUTS = PORTS * VCS + INJECTORS,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int SOURCES = PORTS + INJECTORS
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [ INPUTS*64-1:0] pick,
    // verilator lint_off UNUSED
    // Some arbiters draw nothing.
    input  logic [OUTPUTS*16-1:0] output_draw,
    input  logic [PORTS*PORT_ROWS*16-1:0] row_draw,
    // verilator lint_on UNUSED
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    output logic [OUTPUTS*32-1:0] select,
    output logic [  PORTS*32-1:0] pop,
    output logic [          31:0] pop_injector,
    output logic [  PORTS*32-1:0] charge,
    output logic [          63:0] output_free,
    output logic [          63:0] input_busy
);
  localparam int NETWORK = PORTS * VCS;

  logic [INPUTS*OUTPUTS-1:0] asks;  // bit i*OUTPUTS + o: input i picks output o, which is free
  logic [INPUTS*OUTPUTS-1:0] granted;  // and is granted it
  logic [        INPUTS-1:0] crossing;
  logic [        INPUTS-1:0] held;  // by earlier grants
  logic [OUTPUTS*INPUTS-1:0] owners;
  logic [       OUTPUTS-1:0] free;

  // The only granted pick.
  function automatic logic [63:0] granted_pick(input logic [INPUTS-1:0] only, input logic [INPUTS*64-1:0] picks);
    granted_pick = '0;
    if (only != '0) begin
      for (int i = 0; i < INPUTS; i++) if (only[i]) granted_pick = granted_pick | picks[i*64+:64];
    end
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      trenza_pkg::pick_t word;
      assign word = pick[i*64+:64];
      assign asks[i*OUTPUTS+:OUTPUTS] =
          trenza_pkg::pick_valid(word) ? (OUTPUTS'(1) << trenza_pkg::pick_output(word)) & free : '0;
    end
  endgenerate

  trenza_guarded_allocator #(
      .NETWORK(NETWORK),
      .INJECTORS(INJECTORS),
      .OUTPUTS(OUTPUTS),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .TRANSIT_GUARD(TRANSIT_GUARD)
  ) allocator (
      .word(pick),
      .input_draw((INPUTS * 16)'(row_draw)),
      .turn(8'd0),
      .made((INPUTS * OUTPUTS)'(0)),
      .grant(granted),
      .*
  );

  generate
    for (genvar p = 0; p < PORTS; p++) begin : port
      for (genvar v = 0; v < VCS; v++) begin : of_vc
        // The inputs with which a VC shares its crossbar input; with RESERVED itself, where it shares none.
        logic [VCS-1:0] in_the_way;  // constant
        for (genvar w = 0; w < VCS; w++) begin : of_another
          assign in_the_way[w] = PORT_ROWS < VCS ? w % PORT_ROWS == v % PORT_ROWS : RESERVED && w == v;
        end
        assign input_busy[p*VCS+v] = (held[p*VCS+:VCS] & in_the_way) != '0;
      end
      assign pop[p*32+:32] = 32'(crossing[p*VCS+:VCS]);
    end
    assign input_busy[INPUTS-1:NETWORK] = RESERVED ? held[INPUTS-1:NETWORK] : '0;
    if (INPUTS < 64) begin : no_input
      assign input_busy[63:INPUTS] = '0;
    end
    assign pop_injector = 32'(crossing[INPUTS-1:NETWORK]);

    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [  INPUTS-1:0] grant;
      trenza_pkg::pick_t   winner;
      trenza_pkg::vc_t     grant_vc;
      trenza_pkg::length_t grant_flits;

      for (genvar i = 0; i < INPUTS; i++) begin : from
        assign grant[i] = granted[i*OUTPUTS+o];
      end
      assign winner = granted_pick(grant, pick);
      assign grant_vc = trenza_pkg::pick_vc(winner);
      assign grant_flits = trenza_pkg::pick_flits(winner);
      trenza_output_owner #(
          .INPUTS(INPUTS)
      ) of_output (
          .free(free[o]),
          .owner(owners[o*INPUTS+:INPUTS]),
          .select(select[o*32+:32]),
          .*
      );
      if (o < PORTS) begin : charged
        // An escape VC is charged by slots, whatever the length.
        assign charge[o*32+:32] = RESERVED || grant == '0 ? '0 :
            trenza_pkg::make_charge(grant_vc, ESCAPE_MASK[{1'b0, grant_vc}] ? 14'd1 : grant_flits);
      end
    end
  endgenerate

  assign output_free = 64'(free);
  generate
    for (genvar i = 0; i < INPUTS; i++) begin : at_input
      logic [OUTPUTS-1:0] owner;
      for (genvar o = 0; o < OUTPUTS; o++) begin : from
        assign owner[o] = owners[o*INPUTS+i];
      end
      assign held[i] = owner != '0;
      assign crossing[i] = held[i] || granted[i*OUTPUTS+:OUTPUTS] != '0;
    end
  endgenerate
endmodule
