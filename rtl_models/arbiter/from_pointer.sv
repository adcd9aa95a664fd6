// The first of those that ask, at or after a pointer, cyclically. The pointer is kept elsewhere.
//
// Ports    request  bit i: i asks
//          pointer  below SIZE
//          first    one bit; 0 without requests; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_from_pointer #(
    parameter int SIZE = 5,
    localparam int BITS = SIZE > 1 ? $clog2(SIZE) : 1
) (
    input  logic [SIZE-1:0] request,
    input  logic [BITS-1:0] pointer,
    output logic [SIZE-1:0] first
);
  logic [SIZE-1:0] at_or_after;
  logic [SIZE-1:0] candidates;

  function automatic logic [SIZE-1:0] from(input logic [SIZE-1:0] asking, input logic [BITS-1:0] least);
    for (int i = 0; i < SIZE; i++) from[i] = asking[i] && BITS'(i) >= least;
  endfunction

  assign at_or_after = from(request, pointer);
  assign candidates = at_or_after != '0 ? at_or_after : request;
  assign first = candidates & (~candidates + SIZE'(1));
endmodule
