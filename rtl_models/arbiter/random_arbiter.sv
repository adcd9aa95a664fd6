// Random arbiter: of n requesters in ascending order, number draw mod n.
//
// Ports    request  bit i: requester i asks
//          draw     the draw of this place and cycle
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles. No state: a grant that is not made leaves nothing behind.
// verilator lint_off DECLFILENAME
module trenza_random_arbiter #(
    parameter int REQUESTERS = 4,
    parameter int DRAW_BITS = 16
) (
    input  logic [REQUESTERS-1:0] request,
    input  logic [ DRAW_BITS-1:0] draw,
    output logic [REQUESTERS-1:0] grant
);
  localparam int COUNT_BITS = $clog2(REQUESTERS + 1);

  logic [COUNT_BITS-1:0] requesters;
  logic [COUNT_BITS-1:0] chosen;

  function automatic logic [COUNT_BITS-1:0] count(input logic [REQUESTERS-1:0] asking);
    count = '0;
    if (asking != '0) begin
      for (int i = 0; i < REQUESTERS; i++) count = count + COUNT_BITS'(asking[i]);
    end
  endfunction

  function automatic logic [REQUESTERS-1:0] winner(input logic [REQUESTERS-1:0] asking,
                                                   input logic [COUNT_BITS-1:0] number);
    logic [COUNT_BITS-1:0] rank;
    winner = '0;
    rank = '0;
    if (asking != '0) begin
      for (int i = 0; i < REQUESTERS; i++) begin
        winner[i] = asking[i] && rank == number;
        rank = rank + COUNT_BITS'(asking[i]);
      end
    end
  endfunction

  assign requesters = count(request);

  trenza_modulo #(
      .VALUE_BITS(DRAW_BITS),
      .DIVISOR_BITS(COUNT_BITS)
  ) modulo (
      .value(draw),
      .divisor(requesters),
      .remainder(chosen)
  );
  assign grant = winner(request, chosen);
endmodule
