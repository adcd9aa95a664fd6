// A processor: sends read and write requests to random memories, at most WINDOW at a time, and checks every reply.
//
// A request is 1 flit (read) or 5 flits (write), class 0; the reply 5 or 1, class 1. The tag holds what the reply must bring
// back: {address, request number, read, node of the processor}; the memory answers with the address inverted.
module master #(
    parameter int NODE     = 0,
    parameter int NODES    = 2,
    parameter int REQUESTS = 100,
    parameter int WINDOW   = 8
) (
    input  logic        clk,
    input  logic        reset,
    output logic        request_valid,
    input  logic        request_ready,
    output logic [31:0] request_destination,
    output logic [31:0] request_flits,
    output logic [63:0] request_tag,
    input  logic        reply_valid,
    output logic        reply_ready,
    input  logic [31:0] reply_source,
    input  logic [31:0] reply_flits,
    input  logic [63:0] reply_tag,
    output logic        done,
    output int          checked,
    output int          errors
);
  localparam int LONG = 5, SHORT = 1;

  typedef struct packed {
    logic        waiting;
    logic        read;
    logic [31:0] memory;
    logic [31:0] address;
  } request_t;

  request_t outstanding[WINDOW];
  logic [31:0] random;
  int sent;

  assign reply_ready = 1'b1;
  assign done = checked == REQUESTS;

  // The next value of a 32-bit maximal LFSR.
  function automatic logic [31:0] next(input logic [31:0] value);
    return {1'b0, value[31:1]} ^ (value[0] ? 32'h80200003 : 32'h0);
  endfunction

  function automatic void check();
    int k = int'(reply_tag[31:16]) % WINDOW;
    logic good = reply_tag[15:0] == 16'(NODE) && outstanding[k].waiting && reply_source == outstanding[k].memory &&
                 reply_tag[63:32] == ~outstanding[k].address &&
                 reply_flits == (outstanding[k].read ? LONG : SHORT);
    if (!good) begin
      errors++;
      $display("processor %0d: wrong reply from %0d, tag %016x", NODE, reply_source, reply_tag);
    end
    outstanding[k].waiting = 0;
    checked++;
  endfunction

  // A memory on another node; one request in four is a write.
  function automatic void send();
    int slot = sent % WINDOW;
    logic read = random[1:0] != 0;
    int memory = int'(random[15:8]) % (NODES - 1);
    if (memory >= NODE) memory++;
    outstanding[slot] = '{waiting: 1, read: read, memory: memory, address: random};
    request_valid <= 1;
    request_destination <= memory;
    request_flits <= read ? SHORT : LONG;
    request_tag <= {random, 16'(slot), read, 15'(NODE)};
    sent++;
  endfunction

  always @(posedge clk) begin
    if (reset) begin
      request_valid <= 0;
      random <= 32'h1234_5678 + 32'(NODE) * 32'h9e37_79b9;
      sent = 0;
      checked = 0;
      errors = 0;
      for (int k = 0; k < WINDOW; ++k) outstanding[k].waiting = 0;
    end else begin
      random <= next(random);
      if (reply_valid) check();
      if (request_valid && request_ready) request_valid <= 0;
      if ((!request_valid || request_ready) && sent < REQUESTS && !outstanding[sent%WINDOW].waiting) send();
    end
  end

endmodule
