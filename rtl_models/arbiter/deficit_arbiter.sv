// Deficit arbiter: deficit round robin (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          flits    [i*LENGTH_BITS +: LENGTH_BITS]: length of the packet of requester i, MOST_FLITS at most
//          asked    bit i: requester i was among those of whom `commit` was chosen; `request`, unless that was another
//                   arbiter with the same state; read with `commit`
//          commit   bit i: requester i is granted in this cycle, one at most, and it is the winner of `asked`: at the edge
//                   deficits and pointer become what the scan has left. A grant that is not committed was only computed.
//          grant    the winner, one bit; 0 without requests; combinational
// State    a deficit for each requester, less than two of the largest packets, and the pointer.
// Scan     from the pointer on. In the first round a requester that asks wins if its deficit covers its packet, and gets
//          MOST_FLITS if not; one that does not ask loses its deficit. So in the second round the first that asks wins.
// Latency  0 cycles. Reset clears deficits and pointer.
// verilator lint_off DECLFILENAME
module trenza_deficit_arbiter #(
    parameter int REQUESTERS  = 4,
    parameter int MOST_FLITS  = 16,
    parameter int LENGTH_BITS = 14
) (
    input  logic                              clk,
    input  logic                              reset,
    input  logic [            REQUESTERS-1:0] request,
    input  logic [REQUESTERS*LENGTH_BITS-1:0] flits,
    input  logic [            REQUESTERS-1:0] asked,
    input  logic [            REQUESTERS-1:0] commit,
    output logic [            REQUESTERS-1:0] grant
);
  localparam int POINTER_BITS = REQUESTERS > 1 ? $clog2(REQUESTERS) : 1;
  localparam int DEFICIT_BITS = $clog2(2 * MOST_FLITS);
  typedef logic [DEFICIT_BITS-1:0] deficit_t;

  logic [POINTER_BITS-1:0] pointer;
  logic [  REQUESTERS-1:0] covered;  // those whose deficit covers their packet
  logic                    second;  // the one that is granted was met in the second round
  logic [  REQUESTERS-1:0] at_or_after;
  logic [  REQUESTERS-1:0] below;
  logic [  REQUESTERS-1:0] passed;  // those that the first round meets before the winner

  function automatic logic [POINTER_BITS-1:0] number_of(input logic [REQUESTERS-1:0] only);
    number_of = '0;
    for (int i = 0; i < REQUESTERS; i++) number_of = number_of | (only[i] ? POINTER_BITS'(i) : '0);
  endfunction

  trenza_from_pointer #(
      .SIZE(REQUESTERS)
  ) choice (
      .request((request & covered) != '0 ? request & covered : request),
      .pointer,
      .first(grant)
  );

  assign second = (asked & covered) == '0;
  assign at_or_after = ~((REQUESTERS'(1) << pointer) - REQUESTERS'(1));
  assign below = commit - REQUESTERS'(1);
  assign passed = second ? '1 : (commit & at_or_after) != '0 ? below & at_or_after : below | at_or_after;

  always_ff @(posedge clk) begin
    if (reset) pointer <= '0;
    else if (commit != '0) pointer <= number_of(commit);
  end
  generate
    for (genvar i = 0; i < REQUESTERS; i++) begin : requester
      deficit_t deficit;
      deficit_t length;
      deficit_t grown;
      assign length = DEFICIT_BITS'(flits[i*LENGTH_BITS+:LENGTH_BITS]);
      assign covered[i] = deficit >= length;
      assign grown = deficit + (passed[i] ? DEFICIT_BITS'(MOST_FLITS) : '0);
      always_ff @(posedge clk) begin
        if (reset) deficit <= '0;
        else if (commit[i]) deficit <= grown - length;
        else if (commit != '0 && passed[i]) deficit <= asked[i] ? grown : '0;
      end
    end
  endgenerate
endmodule
