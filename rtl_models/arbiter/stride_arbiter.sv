// Stride arbiter: the requester with the least debt (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          flits    [i*LENGTH_BITS +: LENGTH_BITS]: length of the packet of requester i
//          stride   [i*STRIDE_BITS +: STRIDE_BITS]: its stride
//          commit   bit i: requester i is granted in this cycle, one at most: at the edge its debt is taken from all debts,
//                   and then its own becomes its stride times its flits. A grant that is not committed was only computed.
//          grant    the winner, one bit, the lowest of equal debts; 0 without requests; combinational
// State    a debt for each requester, relative to the last that was paid: never more than the largest stride times the
//          largest packet.
// Latency  0 cycles. Reset clears the debts.
// verilator lint_off DECLFILENAME
module trenza_stride_arbiter #(
    parameter int REQUESTERS  = 4,
    parameter int LENGTH_BITS = 14,
    parameter int STRIDE_BITS = 8
) (
    input  logic                              clk,
    input  logic                              reset,
    input  logic [            REQUESTERS-1:0] request,
    input  logic [REQUESTERS*LENGTH_BITS-1:0] flits,
    input  logic [REQUESTERS*STRIDE_BITS-1:0] stride,
    input  logic [            REQUESTERS-1:0] commit,
    output logic [            REQUESTERS-1:0] grant
);
  localparam int DEBT_BITS = LENGTH_BITS + STRIDE_BITS;
  typedef logic [DEBT_BITS-1:0] debt_t;

  logic [REQUESTERS*DEBT_BITS-1:0] debts;
  debt_t paid;  // by the requester that is granted

  function automatic logic [REQUESTERS-1:0] least(input logic [REQUESTERS-1:0] asking,
                                                  input logic [REQUESTERS*DEBT_BITS-1:0] owed);
    debt_t lowest;
    least = '0;
    lowest = '0;
    for (int i = 0; i < REQUESTERS; i++) begin
      if (asking[i] && (least == '0 || owed[i*DEBT_BITS+:DEBT_BITS] < lowest)) begin
        least = REQUESTERS'(1) << i;
        lowest = owed[i*DEBT_BITS+:DEBT_BITS];
      end
    end
  endfunction

  function automatic debt_t debt_of(input logic [REQUESTERS-1:0] only, input logic [REQUESTERS*DEBT_BITS-1:0] owed);
    debt_of = '0;
    for (int i = 0; i < REQUESTERS; i++) debt_of = debt_of | (only[i] ? owed[i*DEBT_BITS+:DEBT_BITS] : '0);
  endfunction

  assign grant = least(request, debts);
  assign paid  = debt_of(commit, debts);

  generate
    for (genvar i = 0; i < REQUESTERS; i++) begin : requester
      debt_t debt;
      assign debt = debts[i*DEBT_BITS+:DEBT_BITS];
      always_ff @(posedge clk) begin
        if (reset) debts[i*DEBT_BITS+:DEBT_BITS] <= '0;
        else if (commit[i])
          debts[i*DEBT_BITS+:DEBT_BITS] <=
              DEBT_BITS'(stride[i*STRIDE_BITS+:STRIDE_BITS]) * DEBT_BITS'(flits[i*LENGTH_BITS+:LENGTH_BITS]);
        else if (commit != '0) debts[i*DEBT_BITS+:DEBT_BITS] <= debt > paid ? debt - paid : '0;
      end
    end
  endgenerate
endmodule
