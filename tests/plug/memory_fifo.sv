// A FIFO around a memory with a registered output: write, full, read, empty; what is read shows one cycle later. A reset of
// either kind, synchronous and high.
module memory_fifo #(
    parameter WORDS = 8,
    parameter BITS = 72
) (
    input                 clk,
    input                 srst,
    input                 wr_en,
    input      [BITS-1:0] din,
    output                full,
    input                 rd_en,
    output reg [BITS-1:0] dout,
    output                empty
);
  reg [BITS-1:0] ram[0:WORDS-1];
  reg [15:0] in, out, count;
  assign full  = count == WORDS;
  assign empty = count == 0;
  always @(posedge clk) begin
    if (wr_en && !full) ram[in] <= din;
    if (rd_en && !empty) dout <= ram[out];
    if (srst) begin
      in <= 0;
      out <= 0;
      count <= 0;
    end else begin
      if (wr_en && !full) in <= in + 1 == WORDS ? 0 : in + 1;
      if (rd_en && !empty) out <= out + 1 == WORDS ? 0 : out + 1;
      count <= count + (wr_en && !full) - (rd_en && !empty);
    end
  end
endmodule
