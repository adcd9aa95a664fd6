// Guard of injectors: counts at each output how often traffic in transit went before an injector that asked for it
// (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          asked      bit o: an injector asks for output o
//          transit    bit o: output o is granted to a network input in this cycle
//          injection  bit o: output o is granted to an injector in this cycle
//          guarded    bit o: an injector that asks for output o goes first; registered
// State    a count for each output, 0 to GRANTS. A grant of an output for which an injector asks moves it at the edge: one to
//          a network input by 1, but not beyond GRANTS, one to an injector to 0.
// Latency  Reset clears the counts.
// verilator lint_off DECLFILENAME
module trenza_transit_guard #(
    parameter int OUTPUTS = 5,
    parameter int GRANTS = 1  // to network inputs, after which injectors go first
) (
    input  logic               clk,
    input  logic               reset,
    input  logic [OUTPUTS-1:0] asked,
    input  logic [OUTPUTS-1:0] transit,
    input  logic [OUTPUTS-1:0] injection,
    output logic [OUTPUTS-1:0] guarded
);
  localparam int BITS = $clog2(GRANTS + 1);

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [BITS-1:0] count;
      assign guarded[o] = count == BITS'(GRANTS);
      always_ff @(posedge clk) begin
        if (reset || (asked[o] && injection[o])) count <= '0;
        else if (asked[o] && transit[o] && !guarded[o]) count <= count + BITS'(1);
      end
    end
  endgenerate
endmodule
