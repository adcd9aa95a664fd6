// The allocator `output_first`: a matching of the inputs and outputs of a router, separable, output first
// (docs/microarchitecture.md, section 8). Traffic in transit first, then injectors for what it leaves; with GUARDED,
// before both of them injectors on guarded outputs.
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i could be granted output o
//          packet       [i*32 +: 32]: packet of input i
//          flits        [i*14 +: 14]: its length
//          stride       of trenza_switch_allocator
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o in this cycle
//          guarded      bit o: output o is open to the pass of the guard; read with GUARDED
//          row_draw     [r*16 +: 16]: that of the arbiter of row r; the rows of injectors come last
//          made         bit i*OUTPUTS + o: of the grants those that are made; read with PARTIAL
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. Compute (the combinational part) and commit (the arbiters, at the edge) are separate. Without PARTIAL
//          every grant that is shown at an edge is made. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_output_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of trenza_arbiter
    parameter bit GUARDED = 1'b0,
    parameter bit PARTIAL = 1'b0,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int NETWORK_ROWS = NETWORK / VCS * PORT_ROWS,
    localparam int ROWS = NETWORK_ROWS + INJECTORS,
    localparam int PORTS = NETWORK / VCS,
    localparam int SOURCES = PORTS + INJECTORS
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits,
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [       ROWS*16-1:0] row_draw,
    // verilator lint_off UNUSED
    input  logic [       OUTPUTS-1:0] guarded,
    input  logic [INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  // Bit o*NETWORK + i, and o*INJECTORS + j.
  logic [  OUTPUTS*NETWORK-1:0] transit;
  logic [  OUTPUTS*NETWORK-1:0] transit_grant;
  logic [OUTPUTS*INJECTORS-1:0] injection;
  logic [OUTPUTS*INJECTORS-1:0] injection_grant;
  // Of the pass of the guard; 0 without one.
  logic [OUTPUTS*INJECTORS-1:0] early;
  logic [OUTPUTS*INJECTORS-1:0] early_grant;
  logic [INJECTORS*OUTPUTS-1:0] early_row_request;
  logic [INJECTORS*OUTPUTS-1:0] early_accepted;
  logic [        INJECTORS-1:0] has_early;  // injectors that it gave an output
  logic [   OUTPUTS*INPUTS-1:0] commit;
  logic [   OUTPUTS*INPUTS-1:0] asked;
  logic [NETWORK_ROWS*OUTPUTS-1:0] transit_row_request;
  logic [NETWORK_ROWS*OUTPUTS-1:0] transit_accepted;
  logic [NETWORK_ROWS*OUTPUTS-1:0] transit_commit;
  logic [INJECTORS*OUTPUTS-1:0] injection_row_request;
  logic [INJECTORS*OUTPUTS-1:0] injection_accepted;
  logic [INJECTORS*OUTPUTS-1:0] injector_asked;
  logic [INJECTORS*OUTPUTS-1:0] injector_commit;
  logic [ OUTPUTS*INPUTS*8-1:0] of_inputs;  // strides, bits [(o*INPUTS + i)*8 +: 8]; constant

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic taken;
      logic taken_early;
      for (genvar i = 0; i < INPUTS; i++) begin : share
        localparam int SOURCE = i < NETWORK ? i / VCS : PORTS + i - NETWORK;
        assign of_inputs[(o*INPUTS+i)*8+:8] = stride[((o<PORTS?o:PORTS)*SOURCES+SOURCE)*8+:8];
      end
      assign taken = transit_grant[o*NETWORK+:NETWORK] != '0;
      assign taken_early = early_grant[o*INJECTORS+:INJECTORS] != '0;
      for (genvar i = 0; i < INPUTS; i++) begin : committed
        assign commit[o*INPUTS+i] = PARTIAL ? made[i*OUTPUTS+o] : grant[i*OUTPUTS+o];
      end
      assign asked[o*INPUTS+:INPUTS] = taken_early ? {early[o*INJECTORS+:INJECTORS], NETWORK'(0)} :
          taken ? {INJECTORS'(0), transit[o*NETWORK+:NETWORK]} : {injection[o*INJECTORS+:INJECTORS], NETWORK'(0)};
      for (genvar i = 0; i < NETWORK; i++) begin : network
        assign transit[o*NETWORK+i] = asks[i*OUTPUTS+o] && !taken_early;
        assign grant[i*OUTPUTS+o] = transit_grant[o*NETWORK+i];
      end
      for (genvar j = 0; j < INJECTORS; j++) begin : injector
        assign injection[o*INJECTORS+j] = asks[(NETWORK+j)*OUTPUTS+o] && !taken && !taken_early && !has_early[j];
        assign grant[(NETWORK+j)*OUTPUTS+o] = injection_grant[o*INJECTORS+j] || early_grant[o*INJECTORS+j];
      end
    end

    if (GUARDED) begin : guard
      for (genvar j = 0; j < INJECTORS; j++) begin : injector
        for (genvar o = 0; o < OUTPUTS; o++) begin : at
          assign early[o*INJECTORS+j] = asks[(NETWORK+j)*OUTPUTS+o] && guarded[o];
        end
        assign has_early[j] = early_accepted[j*OUTPUTS+:OUTPUTS] != '0;
      end
      trenza_output_first_pass #(
          .INPUTS(INPUTS),
          .FIRST(NETWORK),
          .COUNT(INJECTORS),
          .VCS(1),
          .PORT_ROWS(1),
          .OUTPUTS(OUTPUTS),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS)
      ) pass (
          .request(early),
          .stride(of_inputs),
          .row_draw(row_draw[ROWS*16-1:NETWORK_ROWS*16]),
          .row_asked(injector_asked),
          .row_commit(injector_commit),
          .grant(early_grant),
          .row_request(early_row_request),
          .accepted(early_accepted),
          .*
      );
    end else begin : unguarded
      assign early = '0;
      assign early_grant = '0;
      assign early_row_request = '0;
      assign early_accepted = '0;
      assign has_early = '0;
    end
  endgenerate
  // A row that an output chooses in the pass of the guard has an output after it, and asks no more.
  assign injector_asked = injection_row_request | early_row_request;
  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : of_rows
      for (genvar r = 0; r < NETWORK_ROWS; r++) begin : network
        assign transit_commit[r*OUTPUTS+o] = transit_accepted[r*OUTPUTS+o] && (!PARTIAL || commit[o*INPUTS+:NETWORK] != '0);
      end
      for (genvar j = 0; j < INJECTORS; j++) begin : injector
        assign injector_commit[j*OUTPUTS+o] = (injection_accepted[j*OUTPUTS+o] || early_accepted[j*OUTPUTS+o]) &&
            (!PARTIAL || commit[o*INPUTS+NETWORK+j]);
      end
    end
  endgenerate

  trenza_output_first_pass #(
      .INPUTS(INPUTS),
      .FIRST(0),
      .COUNT(NETWORK),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .OUTPUTS(OUTPUTS),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS)
  ) first_pass (
      .request(transit),
      .stride(of_inputs),
      .row_draw(row_draw[NETWORK_ROWS*16-1:0]),
      .row_asked(transit_row_request),
      .row_commit(transit_commit),
      .grant(transit_grant),
      .row_request(transit_row_request),
      .accepted(transit_accepted),
      .*
  );
  trenza_output_first_pass #(
      .INPUTS(INPUTS),
      .FIRST(NETWORK),
      .COUNT(INJECTORS),
      .VCS(1),
      .PORT_ROWS(1),
      .OUTPUTS(OUTPUTS),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS)
  ) second_pass (
      .request(injection),
      .stride(of_inputs),
      .row_draw(row_draw[ROWS*16-1:NETWORK_ROWS*16]),
      .row_asked(injector_asked),
      .row_commit(injector_commit),
      .grant(injection_grant),
      .row_request(injection_row_request),
      .accepted(injection_accepted),
      .*
  );
endmodule
