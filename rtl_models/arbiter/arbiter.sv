// Arbiter of a policy that is a parameter: one winner of a set of requesters. Compute (grant) and commit (the pointer of
// round robin, the order of the matrix) are separate.
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          draw     the draw of this place and cycle; read by `random`
//          packet   [i*32 +: 32]: identity of the packet of requester i; read by `age`
//          commit   bit i: requester i is granted in this cycle, one at most; read by `round_robin` and `matrix`
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles. Reset puts the pointer on requester 0, and the matrix in ascending order.
// verilator lint_off DECLFILENAME
module trenza_arbiter #(
    parameter int REQUESTERS = 4,
    parameter logic [trenza_pkg::NAME_BITS-1:0] POLICY = "random"  // round_robin, age, matrix, fixed
) (
    // verilator lint_off UNUSED
    // Each policy leaves some of its inputs alone.
    input  logic                     clk,
    input  logic                     reset,
    input  logic [   REQUESTERS-1:0] request,
    input  logic [             15:0] draw,
    input  logic [REQUESTERS*32-1:0] packet,
    input  logic [   REQUESTERS-1:0] commit,
    // verilator lint_on UNUSED
    output logic [   REQUESTERS-1:0] grant
);
  generate
    if (POLICY == "random") begin : by_draw
      trenza_random_arbiter #(.REQUESTERS(REQUESTERS)) arbiter (.request, .draw, .grant);
    end else if (POLICY == "round_robin") begin : by_turn
      trenza_round_robin_arbiter #(.REQUESTERS(REQUESTERS)) arbiter (.clk, .reset, .request, .commit, .grant);
    end else if (POLICY == "age") begin : by_age
      trenza_age_arbiter #(.REQUESTERS(REQUESTERS)) arbiter (.request, .packet, .grant);
    end else if (POLICY == "matrix") begin : by_last_grant
      trenza_matrix_arbiter #(.REQUESTERS(REQUESTERS)) arbiter (.clk, .reset, .request, .commit, .grant);
    end else if (POLICY == "fixed") begin : lowest
      assign grant = request & (~request + REQUESTERS'(1));
    end else begin : unknown
      trenza_no_such_arbiter arbiter ();  // tools say that there is none
    end
  endgenerate
endmodule
