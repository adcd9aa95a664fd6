// Round-robin arbiter: the first requester at or after the pointer, cyclically.
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          commit   bit i: requester i is granted in this cycle, one at most: at the edge the pointer moves behind it.
//                   A grant that is not committed was only computed.
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles. Reset puts the pointer on requester 0.
// verilator lint_off DECLFILENAME
module trenza_round_robin_arbiter #(
    parameter int REQUESTERS = 4
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [REQUESTERS-1:0] request,
    input  logic [REQUESTERS-1:0] commit,
    output logic [REQUESTERS-1:0] grant
);
  localparam int POINTER_BITS = REQUESTERS > 1 ? $clog2(REQUESTERS) : 1;

  logic [POINTER_BITS-1:0] pointer;

  trenza_from_pointer #(.SIZE(REQUESTERS)) choice (.request, .pointer, .first(grant));
  trenza_pointer #(.SIZE(REQUESTERS)) kept (.clk, .reset, .commit, .pointer);
endmodule
