// Matrix arbiter (least recently served) with its vectors written most significant first, and an update input.
module msb_first_arbiter #(
    parameter NUM = 4
) (
    input  wire             clk,
    input  wire             reset,
    input  wire [0:NUM-1]   req,
    output reg  [0:NUM-1]   gnt,
    input  wire             update
);
  reg [0:NUM*NUM-1] first;  // bit i*NUM+j: i is served before j
  integer i, j;

  always @* begin
    gnt = req;
    for (i = 0; i < NUM; i = i + 1)
      for (j = 0; j < NUM; j = j + 1)
        if (i != j && req[j] && first[j*NUM+i]) gnt[i] = 1'b0;
  end

  always @(posedge clk)
    if (reset) begin
      for (i = 0; i < NUM; i = i + 1) for (j = 0; j < NUM; j = j + 1) first[i*NUM+j] <= i < j;
    end else if (update) begin
      for (i = 0; i < NUM; i = i + 1)
        for (j = 0; j < NUM; j = j + 1)
          if (gnt[i]) first[i*NUM+j] <= 1'b0;
          else if (gnt[j]) first[i*NUM+j] <= 1'b1;
    end
endmodule
