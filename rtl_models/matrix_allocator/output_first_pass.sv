// One pass of the allocator `output_first`: outputs choose among the inputs of the pass, then rows accept
// (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          request      bit o*COUNT + i: input i of the pass asks for output o
//          packet       [k*32 +: 32]: packet of input k of the router
//          flits        [k*14 +: 14]: its length
//          stride       [(o*INPUTS + k)*8 +: 8]: the stride of input k of the router at output o; constant
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o
//          row_draw     [r*16 +: 16]: that of the arbiter of row r of the pass
//          asked        bit o*INPUTS + k: input k of the router asks for output o, in the pass that grants it
//          commit       bit o*INPUTS + k: output o is granted to input k of the router, in this pass or in another, and the
//                       grant is made
//          row_asked, row_commit  row_request, and what is made of accepted, of the pass that grants the row, this or another
//                       of the same rows; flits of what is asked for are the same in both, because such rows have one input each
//          grant        bit o*COUNT + i: output o is granted to input i of the pass; combinational
//          row_request  bit r*OUTPUTS + o: output o chose row r
//          accepted     bit r*OUTPUTS + o: row r accepts output o
// State    the arbiters of outputs, which have all inputs of the router as requesters, and those of the rows of the pass.
// Latency  0 cycles. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_output_first_pass #(
    parameter int INPUTS = 13,  // of the router
    parameter int FIRST = 0,  // input of the router that is input 0 of the pass
    parameter int COUNT = 12,  // inputs of the pass
    parameter int VCS = 1,  // inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a port
    parameter int OUTPUTS = 5,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of trenza_arbiter
    localparam int ROWS = COUNT / VCS * PORT_ROWS
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [ OUTPUTS*COUNT-1:0] request,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits,
    input  logic [OUTPUTS*INPUTS*8-1:0] stride,
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [       ROWS*16-1:0] row_draw,
    input  logic [OUTPUTS*INPUTS-1:0] asked,
    input  logic [OUTPUTS*INPUTS-1:0] commit,
    input  logic [  ROWS*OUTPUTS-1:0] row_asked,
    input  logic [  ROWS*OUTPUTS-1:0] row_commit,
    output logic [ OUTPUTS*COUNT-1:0] grant,
    output logic [  ROWS*OUTPUTS-1:0] row_request,
    output logic [  ROWS*OUTPUTS-1:0] accepted
);
  // The only pass of the allocator, with a row for each input. With many outputs a bit of each input and output is too much
  // text for a simulator: matrices by columns.
  localparam bit WHOLE = COUNT == INPUTS && PORT_ROWS == VCS;

  logic [OUTPUTS*COUNT-1:0] chosen;  // of each output one input
  logic [   OUTPUTS*32-1:0] chosen_packet;
  // verilator lint_off UNUSED
  // Rows of one input know the length.
  logic [OUTPUTS*trenza_pkg::LENGTH_BITS-1:0] chosen_flits;
  // verilator lint_on UNUSED

  function automatic logic [trenza_pkg::PACKET_BITS-1:0] packet_of(input logic [INPUTS-1:0] only,
                                                                   input logic [INPUTS*32-1:0] packets);
    packet_of = '0;
    if (only != '0) begin
      for (int k = 0; k < INPUTS; k++) packet_of = packet_of | (only[k] ? packets[k*32+:32] : '0);
    end
  endfunction

  function automatic logic [trenza_pkg::LENGTH_BITS-1:0] length_of(input logic [INPUTS-1:0] only,
                                                                   input logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] lengths);
    length_of = '0;
    if (only != '0) begin
      for (int k = 0; k < INPUTS; k++)
        length_of = length_of | (only[k] ? lengths[k*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS] : '0);
    end
  endfunction

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [INPUTS-1:0] asking;
      logic [INPUTS-1:0] choice;
      assign asking = INPUTS'(request[o*COUNT+:COUNT]) << FIRST;
      trenza_arbiter #(
          .REQUESTERS(INPUTS),
          .POLICY(ARBITER),
          .MOST_FLITS(MOST_FLITS)
      ) arbiter (
          .request(asking),
          .draw(output_draw[o*16+:16]),
          .stride(stride[o*INPUTS*8+:INPUTS*8]),
          .asked(asked[o*INPUTS+:INPUTS]),
          .commit(commit[o*INPUTS+:INPUTS]),
          .grant(choice),
          .*
      );
      assign chosen[o*COUNT+:COUNT] = choice[FIRST+:COUNT];
      assign chosen_packet[o*32+:32] = packet_of(choice, packet);
      assign chosen_flits[o*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS] = length_of(choice, flits);
    end
    if (WHOLE) begin : whole
      trenza_transpose #(
          .ROWS(OUTPUTS),
          .COLUMNS(COUNT)
      ) of_chosen (
          .matrix(chosen),
          .transposed(row_request)
      );
      trenza_transpose #(
          .ROWS(COUNT),
          .COLUMNS(OUTPUTS)
      ) of_accepted (
          .matrix(accepted),
          .transposed(grant)
      );
    end
    for (genvar r = 0; r < ROWS; r++) begin : row
      localparam int FIRST_OF_PORT = r / PORT_ROWS * VCS;
      logic [OUTPUTS*trenza_pkg::LENGTH_BITS-1:0] lengths;
      if (VCS == 1) begin : of_one
        assign lengths = {OUTPUTS{flits[(FIRST+r)*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS]}};
      end else begin : of_many
        assign lengths = chosen_flits;
      end
      if (!WHOLE) begin : by_bits
        for (genvar o = 0; o < OUTPUTS; o++) begin : from
          logic [VCS-1:0] inputs;
          for (genvar v = 0; v < VCS; v++) begin : of_vc
            if (v % PORT_ROWS == r % PORT_ROWS) begin : own
              assign inputs[v] = chosen[o*COUNT+FIRST_OF_PORT+v];
              assign grant[o*COUNT+FIRST_OF_PORT+v] = accepted[r*OUTPUTS+o] && inputs[v];
            end else begin : foreign
              assign inputs[v] = 1'b0;
            end
          end
          assign row_request[r*OUTPUTS+o] = inputs != '0;
        end
      end
      trenza_arbiter #(
          .REQUESTERS(OUTPUTS),
          .POLICY(ARBITER),
          .MOST_FLITS(MOST_FLITS)
      ) arbiter (
          .request(row_request[r*OUTPUTS+:OUTPUTS]),
          .draw(row_draw[r*16+:16]),
          .packet(chosen_packet),
          .flits(lengths),
          .stride({OUTPUTS{8'd1}}),
          .asked(row_asked[r*OUTPUTS+:OUTPUTS]),
          .commit(row_commit[r*OUTPUTS+:OUTPUTS]),
          .grant(accepted[r*OUTPUTS+:OUTPUTS]),
          .*
      );
    end
  endgenerate
endmodule
