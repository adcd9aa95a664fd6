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
  localparam int LAST = REQUESTERS - 1;

  logic [POINTER_BITS-1:0] pointer;
  logic [REQUESTERS-1:0]   at_or_after;
  logic [REQUESTERS-1:0]   candidates;

  // The pointer behind a winner.
  function automatic logic [POINTER_BITS-1:0] behind(input logic [REQUESTERS-1:0] winner);
    behind = '0;
    for (int i = 0; i < REQUESTERS; i++) begin
      if (winner[i]) behind = i == LAST ? '0 : POINTER_BITS'(i) + POINTER_BITS'(1);
    end
  endfunction

  function automatic logic [REQUESTERS-1:0] from(input logic [REQUESTERS-1:0] asking,
                                                 input logic [POINTER_BITS-1:0] first);
    for (int i = 0; i < REQUESTERS; i++) from[i] = asking[i] && POINTER_BITS'(i) >= first;
  endfunction

  assign at_or_after = from(request, pointer);
  assign candidates = at_or_after != '0 ? at_or_after : request;
  assign grant = candidates & (~candidates + REQUESTERS'(1));

  always_ff @(posedge clk) begin
    if (reset) pointer <= '0;
    else if (commit != '0) pointer <= behind(commit);
  end
endmodule
