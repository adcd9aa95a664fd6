// Remainder of a draw: value mod divisor, by long division.
//
// Ports    value      the draw
//          divisor    1 .. 2^DIVISOR_BITS - 1; for 0 the remainder means nothing
//          remainder  below divisor
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_modulo #(
    parameter int VALUE_BITS = 16,
    parameter int DIVISOR_BITS = 7
) (
    input  logic [VALUE_BITS-1:0]   value,
    input  logic [DIVISOR_BITS-1:0] divisor,
    output logic [DIVISOR_BITS-1:0] remainder
);
  function automatic logic [DIVISOR_BITS-1:0] rest(input logic [VALUE_BITS-1:0] number,
                                                   input logic [DIVISOR_BITS-1:0] by);
    logic [DIVISOR_BITS:0] partial;
    partial = '0;
    if (by != '0 && by != DIVISOR_BITS'(1)) begin  // often there is one requester only: nothing to divide for a simulator
      for (int i = 0; i < VALUE_BITS; i++) begin
        partial = (partial << 1) | (DIVISOR_BITS + 1)'(number[VALUE_BITS-1-i]);
        if (partial >= {1'b0, by}) partial = partial - {1'b0, by};
      end
    end
    rest = DIVISOR_BITS'(partial);
  endfunction

  assign remainder = rest(value, divisor);
endmodule
