// The draws of one place of a router: a 16-bit maximal LFSR, 16 steps a cycle (docs/microarchitecture.md, section 3).
//
// Ports    clk, reset
//          phase  state of the register in cycle 0: X[phase of the place], never 0
//          draw   the draw of this cycle; registered
// Latency  the first cycle after reset is cycle 0.
// verilator lint_off DECLFILENAME
module trenza_draw (
    input  logic        clk,
    input  logic        reset,
    input  logic [15:0] phase,
    output logic [15:0] draw
);
  localparam int STEPS = 16;
  localparam logic [15:0] TAPS = 16'hb400;

  function automatic logic [15:0] next(input logic [15:0] state);
    next = state;
    for (int step = 0; step < STEPS; step++) next = {1'b0, next[15:1]} ^ (next[0] ? TAPS : 16'd0);
  endfunction

  always_ff @(posedge clk) draw <= reset ? phase : next(draw);
endmodule
