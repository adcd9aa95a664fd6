// Matrix arbiter: the requester whose last grant is the longest ago (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          request  bit i: requester i asks
//          commit   bit i: requester i is granted in this cycle, one at most: at the edge it goes last. A grant that is
//                   not committed was only computed.
//          grant    the winner, one bit; 0 without requests; combinational
// State    for each two requesters which of them goes first. These bits are an order of all requesters, so of those that
//          ask one goes before all others. Who goes last goes behind everybody, and the others keep their order.
// Latency  0 cycles. Reset lets the lower requester of each two go first.
// verilator lint_off DECLFILENAME
module trenza_matrix_arbiter #(
    parameter int REQUESTERS = 4
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [REQUESTERS-1:0] request,
    input  logic [REQUESTERS-1:0] commit,
    output logic [REQUESTERS-1:0] grant
);
  // Row j, [j*REQUESTERS +: REQUESTERS]: bit i, where i < j: j goes before i. All other bits are 0.
  logic [REQUESTERS*REQUESTERS-1:0] overtakes;

  function automatic logic [REQUESTERS-1:0] first(input logic [REQUESTERS-1:0] asking,
                                                  input logic [REQUESTERS*REQUESTERS-1:0] rows);
    logic [REQUESTERS-1:0] below;  // those before j by number
    first = asking;
    if ((asking & (asking - REQUESTERS'(1))) != '0) begin  // often one asks only: nothing to compare for a simulator
      for (int j = 1; j < REQUESTERS; j++) begin
        below = (REQUESTERS'(1) << j) - REQUESTERS'(1);
        if (asking[j]) begin
          first = first & ~rows[j*REQUESTERS+:REQUESTERS];
          if ((asking & below & ~rows[j*REQUESTERS+:REQUESTERS]) != '0) first[j] = 1'b0;
        end
      end
    end
  endfunction

  // The rows after the winner went last.
  function automatic logic [REQUESTERS*REQUESTERS-1:0] behind(input logic [REQUESTERS-1:0] winner,
                                                              input logic [REQUESTERS*REQUESTERS-1:0] rows);
    logic [REQUESTERS-1:0] below;
    behind = '0;
    for (int j = 1; j < REQUESTERS; j++) begin
      below = (REQUESTERS'(1) << j) - REQUESTERS'(1);
      behind[j*REQUESTERS+:REQUESTERS] = winner[j] ? '0 : (rows[j*REQUESTERS+:REQUESTERS] | winner) & below;
    end
  endfunction

  assign grant = first(request, overtakes);

  always_ff @(posedge clk) begin
    if (reset) overtakes <= '0;
    else if (commit != '0) overtakes <= behind(commit, overtakes);
  end
endmodule
