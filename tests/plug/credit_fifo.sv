// A FIFO for senders that count credits: no ready, the credit of a word comes three cycles after it has left.
module credit_fifo (
    input             clock,
    input             clear,
    input             flit_v,
    input      [0:61] flit_d,
    input             deq,
    output     [0:61] front_d,
    output            front_v,
    output reg        credit
);
  parameter SLOTS = 8;

  reg [0:61] memory[0:SLOTS-1];
  reg [15:0] rd, wr, used;
  reg freed, freed_before;

  assign front_d = memory[rd];
  assign front_v = used != 0;

  always @(posedge clock)
    if (clear) begin
      rd <= 0;
      wr <= 0;
      used <= 0;
      freed <= 0;
      freed_before <= 0;
      credit <= 0;
    end else begin
      if (flit_v) memory[wr] <= flit_d;
      if (flit_v) wr <= wr == SLOTS - 1 ? 16'd0 : wr + 16'd1;
      if (deq) rd <= rd == SLOTS - 1 ? 16'd0 : rd + 16'd1;
      used <= used + {15'd0, flit_v} - {15'd0, deq};
      freed <= deq;
      freed_before <= freed;
      credit <= freed_before;
    end
endmodule
