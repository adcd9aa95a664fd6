// Two-step allocator: stands in the place of the VC allocator where a packet reserves an output VC before it asks for the
// crossbar (docs/microarchitecture.md, section 17). It keeps the reservations. Its picks are what is granted, so the switch
// allocator grants all of them.
//
// Ports    clk, reset
//          request, route  [i*64 +: 64]: of the first packet of input i that is not granted yet, though the one before it
//                       crosses; request 0 if there is none
//          credits, admitted, output_free, draw   of trenza_vc_allocator
//          input_busy   bit i: input i crosses by an earlier grant, or its crossbar input is taken
//          output_draw, input_draw, turn, stride   of trenza_matrix_allocator
//          vc_draw      [k*16 +: 16]: the draw of the arbiter of output VC k = port*VCS + vc in this cycle
//          pick         [i*64 +: 64]: pick word of input i if it is granted the crossbar, else 0; combinational
//          reserved     [i*64 +: 64]: what input i reserves in this cycle, as a pick word (output 63: it is at its
//                       destination), else 0; combinational
//          taken        [k*32 +: 32]: credits that reservations take of output VC k in this cycle; combinational
// Latency  0 cycles from request to pick and to reservation. Compute (the combinational part) and commit (arbiters, pointers
//          and reservations, at the edge) are separate. Reset puts arbiters and pointers into their first state, and nothing
//          is reserved.
// Inputs   as of trenza_vc_allocator; rows as of trenza_matrix_allocator.
// verilator lint_off DECLFILENAME
module trenza_two_step_allocator #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int ESCAPE_VCS = 1,  // of a class: its first VCs
    parameter int CLASS_VCS = 3,  // of a class
    parameter int INJECTORS = 1,  // of a class
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "two_step",  // or "speculative"
    parameter int DEPTH = 1,  // cycles from a reservation to the first request with it; 1 with `speculative`
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",  // of trenza_speculation
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // of trenza_guarded_allocator
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter int TRANSIT_GUARD = 0,  // of trenza_guarded_allocator
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter int PORT_ROWS = CLASSES * CLASS_VCS,  // crossbar inputs of a network port
    parameter bit ESCAPE_LAST_RESORT = 1'b0,  // an escape is asked for only where no adaptive VC has the credits
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int QUEUES = CLASSES * INJECTORS,
    localparam int INPUTS = PORTS * VCS + QUEUES,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                                  clk,
    input  logic                                  reset,
    input  logic [                 INPUTS*64-1:0] request,
    input  logic [                 INPUTS*64-1:0] route,
    input  logic [              PORTS*VCS*32-1:0] credits,
    input  logic [PORTS*CLASSES*ESCAPE_VCS*64-1:0] admitted,
    // verilator lint_off UNUSED
    // The words are 64 bits wide, however many outputs and inputs there are.
    input  logic [                          63:0] output_free,
    input  logic [                          63:0] input_busy,
    // verilator lint_on UNUSED
    input  logic [                 INPUTS*16-1:0] draw,
    input  logic [         ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [          ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [              PORTS*VCS*16-1:0] vc_draw,
    input  logic [                           7:0] turn,
    input  logic [(PORTS+1)*(PORTS+QUEUES)*8-1:0] stride,
    output logic [                 INPUTS*64-1:0] pick,
    output logic [                 INPUTS*64-1:0] reserved,
    output logic [              PORTS*VCS*32-1:0] taken
);
  localparam logic [31:0] CLASS_ESCAPES = (32'd1 << ESCAPE_VCS) - 32'd1;
  localparam logic [31:0] ESCAPE_MASK = CLASSES == 1 ? CLASS_ESCAPES : CLASS_ESCAPES | (CLASS_ESCAPES << CLASS_VCS);

  logic [INPUTS*64-1:0] bidding;  // requests of packets without a reservation
  logic [INPUTS*64-1:0] bid;  // the lanes that they pick
  logic [INPUTS-1:0] made;  // reservations of this cycle
  // Bit i*OUTPUTS + o: input i asks for output o, in which way, and is granted it.
  logic [INPUTS*OUTPUTS-1:0] certain;
  logic [INPUTS*OUTPUTS-1:0] certain_grant;
  logic [INPUTS*OUTPUTS-1:0] speculative_made;

  // The outputs that a packet asks for: that of its lane, if it is free, or the free ejection ports. `first`: the ejection
  // port that the input prefers, or none.
  function automatic logic [OUTPUTS-1:0] asked(input logic arrived, input trenza_pkg::output_t lane,
                                               input logic [OUTPUTS-1:0] free, input int first);
    asked = '0;
    for (int p = 0; p < PORTS; p++) asked[p] = !arrived && lane == trenza_pkg::OUTPUT_BITS'(p) && free[p];
    if (arrived) begin
      for (int e = EJECTORS - 1; e >= 0; e--) begin
        if (free[PORTS+(first+e)%EJECTORS]) begin
          if (ALLOCATOR == "input_first") asked = '0;
          asked[PORTS+(first+e)%EJECTORS] = 1'b1;
        end
      end
    end
  endfunction

  function automatic logic [trenza_pkg::OUTPUT_BITS-1:0] output_of(input logic [OUTPUTS-1:0] one);
    output_of = '0;
    for (int o = 0; o < OUTPUTS; o++) output_of = output_of | (one[o] ? trenza_pkg::OUTPUT_BITS'(o) : '0);
  endfunction

  trenza_vc_allocator #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .ESCAPE_VCS(ESCAPE_VCS),
      .CLASS_VCS(CLASS_VCS),
      .INJECTORS(INJECTORS),
      .EJECTORS(EJECTORS),
      .SELECTION(SELECTION),
      .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
  ) bids (
      .request(bidding),
      .output_free(~64'd0),  // lanes are picked whether their output is free or not
      .input_busy(64'd0),
      .pick(bid),
      .*
  );

  trenza_first_step #(
      .PORTS(PORTS),
      .VCS(VCS),
      .INJECTORS(QUEUES),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .ESCAPE_MASK(ESCAPE_MASK)
  ) first_step (.*);

  trenza_guarded_allocator #(
      .NETWORK(PORTS * VCS),
      .INJECTORS(QUEUES),
      .OUTPUTS(OUTPUTS),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .TRANSIT_GUARD(TRANSIT_GUARD)
  ) second_step (
      .asks(certain),
      .word(request),
      .made((INPUTS * OUTPUTS)'(0)),
      .grant(certain_grant),
      .*
  );

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      trenza_pkg::request_t of_packet;
      logic held;
      logic ready;
      logic held_arrived;
      trenza_pkg::output_t held_out;
      trenza_pkg::vc_t held_vc;
      logic [OUTPUTS-1:0] grant;

      assign of_packet = request[i*64+:64];
      assign bidding[i*64+:64] = held ? '0 : of_packet;
      assign certain[i*OUTPUTS+:OUTPUTS] = trenza_pkg::request_valid(of_packet) && ready && !input_busy[i] ?
          asked(held_arrived, held_out, output_free[OUTPUTS-1:0], i % EJECTORS) : '0;
      assign grant = certain_grant[i*OUTPUTS+:OUTPUTS] | speculative_made[i*OUTPUTS+:OUTPUTS];
      assign pick[i*64+:64] = grant == '0 ? '0 :
          trenza_pkg::make_pick(of_packet, output_of(grant), held ? held_vc : trenza_pkg::pick_vc(bid[i*64+:64]));
      trenza_reservation #(
          .DEPTH(DEPTH)
      ) reservation (
          .reserve(made[i]),
          .arrived(trenza_pkg::pick_output(bid[i*64+:64]) >= trenza_pkg::OUTPUT_BITS'(PORTS)),
          .out(trenza_pkg::pick_output(bid[i*64+:64])),
          .vc(trenza_pkg::pick_vc(bid[i*64+:64])),
          .granted(grant != '0),
          .*
      );
    end

    if (PIPELINE == "speculative") begin : speculative
      logic [INPUTS*OUTPUTS-1:0] asks;
      logic [INPUTS*OUTPUTS-1:0] grant;
      for (genvar i = 0; i < INPUTS; i++) begin : input_
        trenza_pkg::output_t out;
        assign out = trenza_pkg::pick_output(bid[i*64+:64]);
        assign asks[i*OUTPUTS+:OUTPUTS] = trenza_pkg::pick_valid(bid[i*64+:64]) && !input_busy[i] ?
            asked(out >= trenza_pkg::OUTPUT_BITS'(PORTS), out, output_free[OUTPUTS-1:0], i % EJECTORS) : '0;
      end
      trenza_guarded_allocator #(
          .NETWORK(PORTS * VCS),
          .INJECTORS(QUEUES),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(PARAMETER),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS),
          .TRANSIT_GUARD(TRANSIT_GUARD),
          .PARTIAL(1'b1)
      ) second_step (
          .word(request),
          .made(speculative_made),
          .*
      );
      trenza_speculation #(
          .NETWORK(PORTS * VCS),
          .INJECTORS(QUEUES),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .MASK(MASK)
      ) speculation (
          .reserved(made),
          .made(speculative_made),
          .*
      );
    end else if (PIPELINE == "two_step") begin : certain_only
      assign speculative_made = '0;
    end else begin : unknown
      trenza_no_such_pipeline pipeline ();  // tools say that there is none
    end
  endgenerate
endmodule
