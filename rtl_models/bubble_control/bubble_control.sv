// Bubble control: which inputs of a router may send a packet into one escape VC of one output, by the free slots of
// the next buffer of the ring. It is keyed by the ring (orbit) of the output channel, never by a compass label.
//
// Ports    slots       free slots of the escape VC downstream (from the credit counter)
//          continuing  bit i: input i is the same escape VC of a channel of the same ring; all inputs if there is no
//                      ring. A constant of the router's place in the network.
//          admitted    bit i: input i has the slots it needs: 1 if it continues in the ring, 2 if it enters;
//                      combinational
// Latency  0 cycles. No state, no reset.
// verilator lint_off DECLFILENAME
module trenza_bubble_control #(
    parameter int INPUTS = 10,
    parameter bit BUBBLE = 1'b1  // 0: an entering packet needs as little as a continuing one
) (
    input  logic [31:0] slots,
    input  logic [63:0] continuing,
    output logic [63:0] admitted
);
  localparam logic [63:0] ALL = ~64'd0 >> (64 - INPUTS);
  localparam logic [31:0] SLOTS_TO_CONTINUE = 32'd1;
  localparam logic [31:0] SLOTS_TO_ENTER = BUBBLE ? 32'd2 : 32'd1;

  assign admitted = slots >= SLOTS_TO_ENTER ? ALL : slots >= SLOTS_TO_CONTINUE ? continuing & ALL : '0;
endmodule
