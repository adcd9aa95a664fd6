// A Trenza fabric with ready/valid ports: a clocked module for test benches, over the package trenza_dpi.
//
// Port p = node * CLASSES + class of every vector, element 0 in the lowest bits. At a rising edge of `clk` without reset:
//   in:  where in_valid and in_ready are high, a packet of the class is offered at the node, in the cycle of the fabric that this
//        edge begins. in_ready is registered and stays high until a packet is taken.
//   then the fabric simulates one cycle;
//   out: what has arrived shows with out_valid and stays until out_ready; more waits behind it, so consumption never holds
//        up the network. A packet whose tail is ejected in the cycle of an edge shows after that edge.
// Reset is synchronous and active high; the fabric stands still meanwhile. It is opened at time 0 and never reset itself.
module trenza_network #(
    parameter string FILE      = "",
    parameter string OVERRIDES = "",
    parameter int    NODES     = 1,
    parameter int    CLASSES   = 1,
    parameter int    QUEUE     = 4
) (
    input  logic                        clk,
    input  logic                        reset,
    input  logic [   NODES*CLASSES-1:0] in_valid,
    output logic [   NODES*CLASSES-1:0] in_ready,
    input  logic [NODES*CLASSES*32-1:0] in_destination,
    input  logic [NODES*CLASSES*32-1:0] in_flits,
    input  logic [NODES*CLASSES*64-1:0] in_tag,
    output logic [   NODES*CLASSES-1:0] out_valid,
    input  logic [   NODES*CLASSES-1:0] out_ready,
    output logic [NODES*CLASSES*32-1:0] out_source,
    output logic [NODES*CLASSES*32-1:0] out_flits,
    output logic [NODES*CLASSES*64-1:0] out_tag,
    output logic [NODES*CLASSES*64-1:0] out_created,
    output logic [NODES*CLASSES*64-1:0] out_ejected
);
  import trenza_dpi::*;

  localparam int PORTS = NODES * CLASSES;

  chandle fabric;

  function automatic void require(input int result);
    if (result == TRENZA_ERROR) $fatal(1, "%m: %s", trenza_error(fabric));
  endfunction

  initial begin
    fabric = trenza_open(FILE, OVERRIDES);
    if (trenza_error(fabric) != "") $fatal(1, "%m: %s", trenza_error(fabric));
    if (trenza_nodes(fabric) != NODES || trenza_message_classes(fabric) != CLASSES) begin
      $fatal(1, "%m: %s has %0d nodes and %0d message classes; expected NODES = %0d, CLASSES = %0d", FILE,
             trenza_nodes(fabric), trenza_message_classes(fabric), NODES, CLASSES);
    end
    require(trenza_set_queue(fabric, QUEUE));
  end

  function automatic void offer_all();
    int taken;
    for (int p = 0; p < PORTS; ++p) begin
      if (in_valid[p] && in_ready[p]) begin
        taken = trenza_offer(fabric, p / CLASSES, in_destination[p*32+:32], in_flits[p*32+:32], p % CLASSES,
                             in_tag[p*64+:64]);
        require(taken);
        if (taken == 0) $fatal(1, "%m: the queue of port %0d is full although it was ready", p);
      end
    end
  endfunction

  always @(posedge clk) begin
    if (reset) begin
      in_ready  <= '0;
      out_valid <= '0;
    end else begin
      offer_all();
      require(trenza_step(fabric, 1));
      for (int p = 0; p < PORTS; ++p) begin
        int source, flits, hops, found;
        longint tag, created, entered, ejected;
        in_ready[p] <= trenza_ready(fabric, p / CLASSES, p % CLASSES) == 1;
        if (!out_valid[p] || out_ready[p]) begin
          found = trenza_poll(fabric, p / CLASSES, p % CLASSES, source, flits, tag, hops, created, entered, ejected);
          out_valid[p] <= found == 1;
          if (found == 1) begin
            out_source[p*32+:32]  <= source;
            out_flits[p*32+:32]   <= flits;
            out_tag[p*64+:64]     <= tag;
            out_created[p*64+:64] <= created;
            out_ejected[p*64+:64] <= ejected;
          end
        end
      end
    end
  end

  final trenza_close(fabric);

endmodule
