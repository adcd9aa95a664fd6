// Round-robin arbiter: the first requester at or after the pointer, cyclically.
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          commit   the grant of this cycle is made: at the edge the pointer moves behind the winner. Without it the
//                   grant was only computed. Nothing happens in a cycle without requests.
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles. Reset puts the pointer on requester 0.
// verilator lint_off DECLFILENAME
module trenza_round_robin_arbiter #(
    parameter int REQUESTERS = 4
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [REQUESTERS-1:0] request,
    input  logic                  commit,
    output logic [REQUESTERS-1:0] grant
);
  localparam int POINTER_BITS = REQUESTERS > 1 ? $clog2(REQUESTERS) : 1;
  localparam int LAST = REQUESTERS - 1;

  logic [POINTER_BITS-1:0] pointer;
  logic [POINTER_BITS-1:0] next_pointer;
  logic [REQUESTERS-1:0]   at_or_after;
  logic [REQUESTERS-1:0]   candidates;

  always_comb begin
    for (int i = 0; i < REQUESTERS; i++) at_or_after[i] = request[i] && POINTER_BITS'(i) >= pointer;
  end
  assign candidates = at_or_after != '0 ? at_or_after : request;
  assign grant = candidates & (~candidates + REQUESTERS'(1));

  always_comb begin
    next_pointer = pointer;
    for (int i = 0; i < REQUESTERS; i++) begin
      if (grant[i]) next_pointer = i == LAST ? '0 : POINTER_BITS'(i) + POINTER_BITS'(1);
    end
  end

  always_ff @(posedge clk) begin
    if (reset) pointer <= '0;
    else if (commit) pointer <= next_pointer;
  end
endmodule
