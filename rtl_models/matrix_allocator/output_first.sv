// The allocator `output_first`: a matching of the inputs and outputs of a router, separable, output first
// (docs/microarchitecture.md, section 8). Traffic in transit first, then injectors for what it leaves.
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i could be granted output o
//          packet       [i*32 +: 32]: packet of input i
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o in this cycle
//          row_draw     [r*16 +: 16]: that of the arbiter of row r; the rows of injectors come last
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. Compute (the combinational part) and commit (the arbiters, at the edge) are separate: every grant that
//          is shown at an edge is made. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_output_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int ROW = 1,  // network inputs of a row
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int NETWORK_ROWS = NETWORK / ROW,
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [       ROWS*16-1:0] row_draw,
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  // Bit o*NETWORK + i, and o*INJECTORS + j.
  logic [  OUTPUTS*NETWORK-1:0] transit;
  logic [  OUTPUTS*NETWORK-1:0] transit_grant;
  logic [OUTPUTS*INJECTORS-1:0] injection;
  logic [OUTPUTS*INJECTORS-1:0] injection_grant;
  logic [   OUTPUTS*INPUTS-1:0] commit;

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic taken;
      assign taken = transit_grant[o*NETWORK+:NETWORK] != '0;
      assign commit[o*INPUTS+:INPUTS] = {injection_grant[o*INJECTORS+:INJECTORS], transit_grant[o*NETWORK+:NETWORK]};
      for (genvar i = 0; i < NETWORK; i++) begin : network
        assign transit[o*NETWORK+i] = asks[i*OUTPUTS+o];
        assign grant[i*OUTPUTS+o] = transit_grant[o*NETWORK+i];
      end
      for (genvar j = 0; j < INJECTORS; j++) begin : injector
        assign injection[o*INJECTORS+j] = asks[(NETWORK+j)*OUTPUTS+o] && !taken;
        assign grant[(NETWORK+j)*OUTPUTS+o] = injection_grant[o*INJECTORS+j];
      end
    end
  endgenerate

  trenza_output_first_pass #(
      .INPUTS(INPUTS),
      .FIRST(0),
      .COUNT(NETWORK),
      .ROW(ROW),
      .OUTPUTS(OUTPUTS),
      .ARBITER(ARBITER)
  ) first_pass (
      .clk,
      .reset,
      .request(transit),
      .packet,
      .output_draw,
      .row_draw(row_draw[NETWORK_ROWS*16-1:0]),
      .commit,
      .grant(transit_grant)
  );
  trenza_output_first_pass #(
      .INPUTS(INPUTS),
      .FIRST(NETWORK),
      .COUNT(INJECTORS),
      .ROW(1),
      .OUTPUTS(OUTPUTS),
      .ARBITER(ARBITER)
  ) second_pass (
      .clk,
      .reset,
      .request(injection),
      .packet,
      .output_draw,
      .row_draw(row_draw[ROWS*16-1:NETWORK_ROWS*16]),
      .commit,
      .grant(injection_grant)
  );
endmodule
