// What the first packet of an input that is not granted yet has reserved (docs/microarchitecture.md, section 17), and for
// how long.
//
// Ports    clk, reset
//          reserve   the packet makes a reservation in this cycle, of `vc` at output `out`; `arrived`: at its destination,
//                    where it names no output
//          granted   it is granted the crossbar in this cycle: what it has reserved, or reserves in this cycle, is used up
//          held      it has reserved something in an earlier cycle, DEPTH cycles ago at least if `ready`; registered
//          held_arrived, held_out, held_vc   what; registered, and stale while nothing is held
// Latency  1 cycle. Reset forgets the reservation.
// Needs    no reservation while one is held.
// verilator lint_off DECLFILENAME
module trenza_reservation #(
    parameter int DEPTH = 1  // 1 to 15
) (
    input  logic                clk,
    input  logic                reset,
    input  logic                reserve,
    input  logic                arrived,
    input  trenza_pkg::output_t out,
    input  trenza_pkg::vc_t     vc,
    input  logic                granted,
    output logic                held,
    output logic                ready,
    output logic                held_arrived,
    output trenza_pkg::output_t held_out,
    output trenza_pkg::vc_t     held_vc
);
  generate
    if (DEPTH == 1) begin : at_once
      assign ready = held;
    end else begin : later
      logic [3:0] wait_left;  // cycles until it is old enough, after this one
      assign ready = held && wait_left == '0;
      always_ff @(posedge clk) begin
        if (reset) wait_left <= '0;
        else if (reserve) wait_left <= 4'(DEPTH - 1);
        else if (wait_left != '0) wait_left <= wait_left - 4'd1;
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (reset) held <= 1'b0;
    else held <= (held || reserve) && !granted;
    if (reserve) begin
      held_arrived <= arrived;
      held_out <= out;
      held_vc <= vc;
    end
  end
endmodule
