// Arbiter of a policy that is a parameter: one winner of a set of requesters. Compute (grant) and commit (the pointer of
// round robin, the order of the matrix, debts, deficits) are separate.
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          draw     the draw of this place and cycle; read by `random`
//          packet   [i*32 +: 32]: identity of the packet of requester i; read by `age`
//          flits    [i*14 +: 14]: its length, MOST_FLITS at most; read by `stride` and `deficit`
//          stride   [i*8 +: 8]: the stride of requester i, constant; read by `stride`
//          asked    bit i: requester i was among those of whom `commit` was chosen: `request`, unless an arbiter with the
//                   same state chose (trenza_output_first); read by `deficit`
//          commit   bit i: requester i is granted in this cycle, one at most; read by all but `random`, `age` and `fixed`.
//                   With `deficit` it is the winner of those in `asked`.
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles. Reset puts pointers on requester 0, the matrix in ascending order, and clears debts and deficits.
// verilator lint_off DECLFILENAME
module trenza_arbiter #(
    parameter int REQUESTERS = 4,
    parameter logic [trenza_pkg::NAME_BITS-1:0] POLICY = "random",  // round_robin, age, matrix, fixed, stride, deficit
    parameter int MOST_FLITS = 16  // of a packet; read by `deficit`
) (
    // verilator lint_off UNUSED
    // Each policy leaves some of its inputs alone.
    input  logic                     clk,
    input  logic                     reset,
    input  logic [   REQUESTERS-1:0] request,
    input  logic [             15:0] draw,
    input  logic [REQUESTERS*32-1:0] packet,
    input  logic [REQUESTERS*trenza_pkg::LENGTH_BITS-1:0] flits,
    input  logic [ REQUESTERS*8-1:0] stride,
    input  logic [   REQUESTERS-1:0] asked,
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
    end else if (POLICY == "stride") begin : by_debt
      trenza_stride_arbiter #(
          .REQUESTERS(REQUESTERS)
      ) arbiter (.*);
    end else if (POLICY == "deficit") begin : by_deficit
      trenza_deficit_arbiter #(
          .REQUESTERS(REQUESTERS),
          .MOST_FLITS(MOST_FLITS)
      ) arbiter (.*);
    end else if (POLICY == "fixed") begin : lowest
      assign grant = request & (~request + REQUESTERS'(1));
    end else begin : unknown
      trenza_no_such_arbiter arbiter ();  // tools say that there is none
    end
  endgenerate
endmodule
