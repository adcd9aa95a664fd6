// One pass of the allocator `output_first`: outputs choose among the inputs of the pass, then rows accept
// (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          request      bit o*COUNT + i: input i of the pass asks for output o
//          packet       [k*32 +: 32]: packet of input k of the router
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o
//          row_draw     [r*16 +: 16]: that of the arbiter of row r of the pass
//          commit       bit o*INPUTS + k: output o is granted to input k of the router, in this pass or in another
//          grant        bit o*COUNT + i: output o is granted to input i of the pass; combinational
// State    the arbiters of outputs, which have all inputs of the router as requesters, and those of the rows of the pass.
// Latency  0 cycles. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_output_first_pass #(
    parameter int INPUTS = 13,  // of the router
    parameter int FIRST = 0,  // input of the router that is input 0 of the pass
    parameter int COUNT = 12,  // inputs of the pass
    parameter int ROW = 1,  // inputs of a row
    parameter int OUTPUTS = 5,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    localparam int ROWS = COUNT / ROW
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [ OUTPUTS*COUNT-1:0] request,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [       ROWS*16-1:0] row_draw,
    input  logic [OUTPUTS*INPUTS-1:0] commit,
    output logic [ OUTPUTS*COUNT-1:0] grant
);
  logic [OUTPUTS*COUNT-1:0] chosen;  // of each output one input
  logic [   OUTPUTS*32-1:0] chosen_packet;
  logic [ ROWS*OUTPUTS-1:0] accepted;  // of each row one output

  function automatic logic [trenza_pkg::PACKET_BITS-1:0] packet_of(input logic [INPUTS-1:0] only,
                                                                   input logic [INPUTS*32-1:0] packets);
    packet_of = '0;
    if (only != '0) begin
      for (int k = 0; k < INPUTS; k++) packet_of = packet_of | (only[k] ? packets[k*32+:32] : '0);
    end
  endfunction

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [INPUTS-1:0] asking;
      logic [INPUTS-1:0] choice;
      assign asking = INPUTS'(request[o*COUNT+:COUNT]) << FIRST;
      trenza_arbiter #(
          .REQUESTERS(INPUTS),
          .POLICY(ARBITER)
      ) arbiter (
          .clk,
          .reset,
          .request(asking),
          .draw(output_draw[o*16+:16]),
          .packet,
          .commit(commit[o*INPUTS+:INPUTS]),
          .grant(choice)
      );
      assign chosen[o*COUNT+:COUNT] = choice[FIRST+:COUNT];
      assign chosen_packet[o*32+:32] = packet_of(choice, packet);
    end
    for (genvar r = 0; r < ROWS; r++) begin : row
      logic [OUTPUTS-1:0] chosen_by;
      for (genvar o = 0; o < OUTPUTS; o++) begin : from
        assign chosen_by[o] = chosen[o*COUNT+r*ROW+:ROW] != '0;
        assign grant[o*COUNT+r*ROW+:ROW] = accepted[r*OUTPUTS+o] ? chosen[o*COUNT+r*ROW+:ROW] : '0;
      end
      trenza_arbiter #(
          .REQUESTERS(OUTPUTS),
          .POLICY(ARBITER)
      ) arbiter (
          .clk,
          .reset,
          .request(chosen_by),
          .draw(row_draw[r*16+:16]),
          .packet(chosen_packet),
          .commit(accepted[r*OUTPUTS+:OUTPUTS]),
          .grant(accepted[r*OUTPUTS+:OUTPUTS])
      );
    end
  endgenerate
endmodule
