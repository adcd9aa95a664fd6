// Link: the forward wires of a channel as a pipeline of registers.
//
// Ports    clk, reset; in_{valid, vc, flit, header}; out_{valid, vc, flit, header}
// Protocol one flit each cycle in which valid is high; no back-pressure (credits guarantee room).
// Latency  DELAY cycles, all outputs registered. Reset empties the pipeline.
// verilator lint_off DECLFILENAME
module trenza_link #(
    parameter int DELAY = 1  // cycles, at least 1
) (
    input  logic                clk,
    input  logic                reset,
    input  logic                in_valid,
    input  logic [        31:0] in_vc,
    input  trenza_pkg::flit_t   in_flit,
    input  trenza_pkg::header_t in_header,
    output logic                out_valid,
    output logic [        31:0] out_vc,
    output trenza_pkg::flit_t   out_flit,
    output trenza_pkg::header_t out_header
);
  localparam int WORD = 160;

  logic [     DELAY-1:0] valid;  // the newest stage lowest
  logic [DELAY*WORD-1:0] stage;

  generate
    for (genvar d = 0; d < DELAY; d++) begin : register
      logic            entering;
      logic [WORD-1:0] entry;

      if (d == 0) begin : first
        assign entering = in_valid;
        assign entry = {in_vc, in_flit, in_header};
      end else begin : next
        assign entering = valid[d-1];
        assign entry = stage[(d-1)*WORD+:WORD];
      end
      always_ff @(posedge clk) begin
        valid[d] <= entering && !reset;
        if (entering) stage[d*WORD+:WORD] <= entry;
      end
    end
  endgenerate
  assign out_valid = valid[DELAY-1];
  assign {out_vc, out_flit, out_header} = stage[(DELAY-1)*WORD+:WORD];
endmodule
