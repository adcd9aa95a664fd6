// A memory: answers one request at a time, LATENCY cycles after it came. While it works, requests wait in the network.
module memory #(
    parameter int LATENCY = 3
) (
    input  logic        clk,
    input  logic        reset,
    input  logic        request_valid,
    output logic        request_ready,
    input  logic [31:0] request_source,
    input  logic [63:0] request_tag,
    output logic        reply_valid,
    input  logic        reply_ready,
    output logic [31:0] reply_destination,
    output logic [31:0] reply_flits,
    output logic [63:0] reply_tag
);
  localparam int LONG = 5, SHORT = 1;

  int left;
  logic busy;

  assign request_ready = !busy;

  always @(posedge clk) begin
    if (reset) begin
      busy <= 0;
      reply_valid <= 0;
    end else if (!busy) begin
      if (request_valid) begin
        busy <= 1;
        left <= LATENCY;
        reply_destination <= request_source;
        reply_flits <= request_tag[15] ? LONG : SHORT;
        reply_tag <= {~request_tag[63:32], request_tag[31:16], 1'b0, request_tag[14:0]};
      end
    end else if (left > 1) begin
      left <= left - 1;
    end else if (!reply_valid) begin
      reply_valid <= 1;
    end else if (reply_ready) begin
      reply_valid <= 0;
      busy <= 0;
    end
  end

endmodule
