// The allocator `oldest_first`: the oldest packets take outputs first (docs/microarchitecture.md, section 8). First those
// of network inputs, then those of injectors; with GUARDED, before both of them injectors on guarded outputs.
//
// Ports    asks    bit i*OUTPUTS + o: input i could be granted output o
//          packet  [i*32 +: 32]: packet of input i
//          guarded bit o: output o is open to the pass of the guard; read with GUARDED
//          grant   bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. No state. All pairs of packets are compared once; then each of OUTPUTS steps of a pass gives the
//          lowest output that is left to the oldest input that asks for one that is left.
// verilator lint_off DECLFILENAME
module trenza_oldest_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int VCS = 1,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter bit GUARDED = 1'b0,
    localparam int INPUTS = NETWORK + INJECTORS
) (
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    // verilator lint_off UNUSED
    input  logic [       OUTPUTS-1:0] guarded,
    // verilator lint_on UNUSED
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  localparam int PACKET_BITS = trenza_pkg::PACKET_BITS;

  logic [INPUTS*INPUTS-1:0] precedes;  // bit i*INPUTS + k: the packet of input k goes before that of input i
  logic [INPUTS*OUTPUTS-1:0] transit;
  logic [INPUTS*OUTPUTS-1:0] injection;
  logic [INPUTS*OUTPUTS-1:0] transit_grant;
  logic [OUTPUTS-1:0] taken;
  logic [INPUTS*OUTPUTS-1:0] early_grant;  // of the pass of the guard; 0 without one
  logic [OUTPUTS-1:0] taken_early;

  // Packets are numbered in age order mod 2^PACKET_BITS, and fewer than half of that are alive: a is older than b if
  // a - b is negative.
  function automatic logic is_older(input logic [PACKET_BITS-1:0] a, input logic [PACKET_BITS-1:0] b);
    logic [PACKET_BITS-1:0] difference;
    difference = a - b;
    is_older = difference[PACKET_BITS-1];
  endfunction

  function automatic logic [INPUTS*OUTPUTS-1:0] pass(input logic [INPUTS*OUTPUTS-1:0] asking,
                                                     input logic [INPUTS*INPUTS-1:0] order);
    logic [INPUTS-1:0] rivals;
    logic [INPUTS-1:0] waiting;  // inputs whose row has no output
    logic [OUTPUTS-1:0] left;
    logic [OUTPUTS-1:0] wanted;
    pass = '0;
    if (asking != '0) begin
      waiting = '1;
      left = '1;
      for (int s = 0; s < OUTPUTS; s++) begin
        for (int i = 0; i < INPUTS; i++)
          rivals[i] = waiting[i] && (asking[i*OUTPUTS+:OUTPUTS] & left) != '0;
        wanted = '0;
        for (int i = 0; i < INPUTS; i++) begin
          if (rivals[i] && (rivals & order[i*INPUTS+:INPUTS]) == '0) begin
            wanted = asking[i*OUTPUTS+:OUTPUTS] & left;
            wanted = wanted & (~wanted + OUTPUTS'(1));
            pass[i*OUTPUTS+:OUTPUTS] = wanted;
            for (int k = 0; k < INPUTS; k++)
              if (k == i || (k < NETWORK && i < NETWORK && k / VCS == i / VCS && k % VCS % PORT_ROWS == i % VCS % PORT_ROWS))
                waiting[k] = 1'b0;
          end
        end
        left = left & ~wanted;
      end
    end
  endfunction

  function automatic logic [OUTPUTS-1:0] outputs_of(input logic [INPUTS*OUTPUTS-1:0] match);
    outputs_of = '0;
    for (int i = 0; i < INPUTS; i++) outputs_of = outputs_of | match[i*OUTPUTS+:OUTPUTS];
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      assign precedes[i*INPUTS+i] = 1'b0;
      for (genvar k = 0; k < i; k++) begin : other
        logic higher;  // the higher of the two inputs has the older packet
        assign higher = is_older(packet[i*32+:32], packet[k*32+:32]);
        assign precedes[k*INPUTS+i] = higher;
        assign precedes[i*INPUTS+k] = !higher;
      end
      assign transit[i*OUTPUTS+:OUTPUTS] = i < NETWORK ? asks[i*OUTPUTS+:OUTPUTS] & ~taken_early : '0;
      assign injection[i*OUTPUTS+:OUTPUTS] =
          i < NETWORK || early_grant[i*OUTPUTS+:OUTPUTS] != '0 ? '0 : asks[i*OUTPUTS+:OUTPUTS] & ~taken;
    end
    if (GUARDED) begin : guard
      logic [INPUTS*OUTPUTS-1:0] early;
      for (genvar i = 0; i < INPUTS; i++) begin : input_
        assign early[i*OUTPUTS+:OUTPUTS] = i < NETWORK ? '0 : asks[i*OUTPUTS+:OUTPUTS] & guarded;
      end
      assign early_grant = pass(early, precedes);
      assign taken_early = outputs_of(early_grant);
    end else begin : unguarded
      assign early_grant = '0;
      assign taken_early = '0;
    end
  endgenerate
  assign transit_grant = pass(transit, precedes);
  assign taken = outputs_of(transit_grant) | taken_early;
  assign grant = early_grant | transit_grant | pass(injection, precedes);
endmodule
