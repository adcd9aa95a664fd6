// Credit link: the backward wires of a channel, one bit for each VC, as a pipeline of registers. Used for credit delays
// above 1.
//
// Ports    clk, reset; credit_in; credit_out: bit v in a cycle is one credit of VC v
// Latency  STAGES cycles, registered. Reset empties the pipeline.
// verilator lint_off DECLFILENAME
module trenza_credit_link #(
    parameter int STAGES = 1  // at least 1
) (
    input  logic        clk,
    input  logic        reset,
    input  logic [31:0] credit_in,
    output logic [31:0] credit_out
);
  logic [STAGES*32-1:0] stages;  // the newest lowest
  logic [STAGES*32-1:0] shifted;

  generate
    if (STAGES > 1) begin : pipeline
      assign shifted = {stages[(STAGES-1)*32-1:0], credit_in};
    end else begin : single
      assign shifted = credit_in;
    end
  endgenerate
  always_ff @(posedge clk) stages <= reset ? '0 : shifted;
  assign credit_out = stages[(STAGES-1)*32+:32];
endmodule
