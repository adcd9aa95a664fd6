// A FIFO with the fault that an input says: 1 forgets the word at the last place of its memory when the pointers go around,
// 2 has a quarter of the depth that it says, 3 loses a credit after 100 words, 4 gives two words in the wrong order, 5 shows each word one cycle late.
module broken_fifo #(
    parameter int DEPTH = 8
) (
    input  logic        clk,
    input  logic        reset,
    input  logic [ 2:0] fault,
    input  logic        push,
    input  logic [63:0] in,
    output logic        ready,
    input  logic        pop,
    output logic [63:0] out,
    output logic        valid,
    output logic        credit
);
  logic [63:0] words[DEPTH];
  logic [15:0] first, last, count, shown, total;
  wire drops = fault == 1 && last == 16'(DEPTH - 1) && count > 0;
  wire put = push && ready && !drops;
  wire swaps = fault == 4 && put && count == 1 && total > 20 && words[first][60];
  assign ready = count != (fault == 2 ? 16'(DEPTH / 4) : 16'(DEPTH));
  assign valid = fault == 5 ? shown != 0 && count != 0 : count != 0;
  assign out = words[first];
  assign credit = pop && !(fault == 3 && total == 100);
  always_ff @(posedge clk) begin
    if (reset) begin
      first <= 0;
      last <= 0;
      count <= 0;
      shown <= 0;
      total <= 0;
    end else begin
      if (put) words[last] <= in;
      if (swaps && !pop) begin
        words[first] <= in;
        words[last] <= words[first];
      end
      if (put) last <= last == 16'(DEPTH - 1) ? 0 : last + 1;
      if (pop) first <= first == 16'(DEPTH - 1) ? 0 : first + 1;
      if (pop) total <= total + 1;
      shown <= count;
      count <= count + 16'(put) - 16'(pop);
    end
  end
endmodule
