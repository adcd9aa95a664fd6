// Age arbiter: the requester with the oldest packet; of packets of the same age the lowest requester.
//
// Ports    request  bit i: requester i asks
//          packet   [i*PACKET_BITS +: PACKET_BITS]: identity of the packet of requester i. Packets are numbered in age order
//                   mod 2^PACKET_BITS, and fewer than half of that are alive: a is older than b if a - b is negative.
//          grant    the winner, one bit; 0 without requests; combinational
// Latency  0 cycles, by a tree of comparisons. No state.
// verilator lint_off DECLFILENAME
module trenza_age_arbiter #(
    parameter int REQUESTERS = 4,
    parameter int PACKET_BITS = 32
) (
    input  logic [            REQUESTERS-1:0] request,
    input  logic [REQUESTERS*PACKET_BITS-1:0] packet,
    output logic [            REQUESTERS-1:0] grant
);
  localparam int LEVELS = $clog2(REQUESTERS);
  localparam int LEAVES = 1 << LEVELS;
  localparam logic [PACKET_BITS-1:0] HALF = PACKET_BITS'(1) << (PACKET_BITS - 1);

  // A node of the tree is written over its left leaf: whether anyone asks there, the oldest packet, and who has it.
  function automatic logic [REQUESTERS-1:0] winner(input logic [REQUESTERS-1:0] asking,
                                                   input logic [REQUESTERS*PACKET_BITS-1:0] packets);
    logic [LEAVES-1:0] alive;
    logic [LEAVES*PACKET_BITS-1:0] oldest;
    logic [LEAVES-1:0] owners;
    logic right_wins;
    alive = LEAVES'(asking);
    oldest = (LEAVES * PACKET_BITS)'(packets);
    owners = '1;
    right_wins = 1'b0;
    for (int level = 0; level < LEVELS; level++) begin
      for (int left = 0; left < LEAVES; left = left + (2 << level)) begin
        right_wins = alive[left+(1<<level)] && (!alive[left] ||
            oldest[(left+(1<<level))*PACKET_BITS+:PACKET_BITS] - oldest[left*PACKET_BITS+:PACKET_BITS] >= HALF);
        for (int i = 0; i < (1 << level); i++) begin
          owners[left+i] = owners[left+i] && !right_wins;
          owners[left+(1<<level)+i] = owners[left+(1<<level)+i] && right_wins;
        end
        if (right_wins) oldest[left*PACKET_BITS+:PACKET_BITS] = oldest[(left+(1<<level))*PACKET_BITS+:PACKET_BITS];
        alive[left] = alive[left] || alive[left+(1<<level)];
      end
    end
    winner = owners[REQUESTERS-1:0] & asking;
  endfunction

  assign grant = winner(request, packet);
endmodule
