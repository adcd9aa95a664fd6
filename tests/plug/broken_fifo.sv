// A FIFO with one fault: 1 forgets the word at the last place of its memory when the pointers go around, 2 has half the depth
// that it says, 3 loses a credit after 100 words, 4 gives two words in the wrong order, 5 shows each word one cycle late.
module broken_fifo #(
    parameter int FAULT = 0,
    parameter int DEPTH = 8
) (
    input  logic        clk,
    input  logic        reset,
    input  logic        push,
    input  logic [63:0] in,
    output logic        ready,
    input  logic        pop,
    output logic [63:0] out,
    output logic        valid,
    output logic        credit
);
  localparam int ROOM = FAULT == 2 ? DEPTH / 2 : DEPTH;
  logic [63:0] words[DEPTH];
  logic [15:0] first, last, count, shown, total;
  wire drops = FAULT == 1 && last == 16'(ROOM - 1) && count > 0;
  wire put = push && ready && !drops;
  wire swaps = FAULT == 4 && put && count == 1 && total > 20 && words[first][60];
  assign ready = count != 16'(ROOM);
  assign valid = FAULT == 5 ? shown != 0 && count != 0 : count != 0;
  assign out = words[first];
  assign credit = pop && !(FAULT == 3 && total == 100);
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
      if (put) last <= last == 16'(ROOM - 1) ? 0 : last + 1;
      if (pop) first <= first == 16'(ROOM - 1) ? 0 : first + 1;
      if (pop) total <= total + 1;
      shown <= count;
      count <= count + 16'(put) - 16'(pop);
    end
  end
endmodule
