// A test bench in SystemVerilog around a Trenza fabric: a processor and a memory at every node of RTT(2), every reply checked.
module bench;
  import trenza_dpi::*;

  localparam int NODES = 8, CLASSES = 2, PORTS = NODES * CLASSES, REQUESTS = 200, TIMEOUT = 100_000;

  logic clk = 0, reset = 1;
  always #5 clk = ~clk;

  logic [PORTS-1:0] in_valid, in_ready, out_valid, out_ready;
  logic [PORTS*32-1:0] in_destination, in_flits, out_source, out_flits;
  logic [PORTS*64-1:0] in_tag, out_tag, out_created, out_ejected;

  trenza_network #(
      .FILE("rtt2.yaml"),
      .NODES(NODES),
      .CLASSES(CLASSES)
  ) network (
      .*
  );

  logic [NODES-1:0] done;
  int checked[NODES], errors[NODES];

  for (genvar n = 0; n < NODES; ++n) begin : node
    localparam int REQUEST = n * CLASSES, REPLY = n * CLASSES + 1;

    master #(
        .NODE(n),
        .NODES(NODES),
        .REQUESTS(REQUESTS)
    ) processor (
        .clk,
        .reset,
        .request_valid(in_valid[REQUEST]),
        .request_ready(in_ready[REQUEST]),
        .request_destination(in_destination[REQUEST*32+:32]),
        .request_flits(in_flits[REQUEST*32+:32]),
        .request_tag(in_tag[REQUEST*64+:64]),
        .reply_valid(out_valid[REPLY]),
        .reply_ready(out_ready[REPLY]),
        .reply_source(out_source[REPLY*32+:32]),
        .reply_flits(out_flits[REPLY*32+:32]),
        .reply_tag(out_tag[REPLY*64+:64]),
        .done(done[n]),
        .checked(checked[n]),
        .errors(errors[n])
    );

    memory storage (
        .clk,
        .reset,
        .request_valid(out_valid[REQUEST]),
        .request_ready(out_ready[REQUEST]),
        .request_source(out_source[REQUEST*32+:32]),
        .request_tag(out_tag[REQUEST*64+:64]),
        .reply_valid(in_valid[REPLY]),
        .reply_ready(in_ready[REPLY]),
        .reply_destination(in_destination[REPLY*32+:32]),
        .reply_flits(in_flits[REPLY*32+:32]),
        .reply_tag(in_tag[REPLY*64+:64])
    );
  end

  // The fabric counts too: what it delivered is what the processors checked.
  function automatic int faults();
    int count = 0, replies = 0;
    for (int n = 0; n < NODES; ++n) begin
      count += errors[n];
      replies += checked[n];
    end
    if (trenza_check(network.fabric) != 0) begin
      $display("%s", trenza_error(network.fabric));
      count++;
    end
    if (trenza_counter(network.fabric, "packets_delivered") != longint'(2 * replies)) count++;
    $display("%0d replies checked in %0d cycles, %0d faults; mean latency of a packet %0.2f cycles; digest %s", replies,
             trenza_cycle(network.fabric), count, real'(trenza_counter(network.fabric, "latency_sum")) / (2.0 * replies),
             trenza_digest_text(network.fabric));
    return count;
  endfunction

  initial begin
    repeat (4) @(negedge clk);
    reset = 0;
    @(negedge clk);
    for (int cycle = 0; done != '1; ++cycle) begin
      @(posedge clk);
      if (cycle == TIMEOUT) $fatal(1, "processors still wait for replies: done = %b", done);
    end
    if (faults() != 0) $fatal(1, "the test has failed");
    $finish;
  end

endmodule
