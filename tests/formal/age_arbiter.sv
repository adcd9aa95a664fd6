// The age arbiter alone, with all requests and all packets. The order of ages is proved for packets that span fewer
// than half of the identities.
//
// prove: sources rtl_models/arbiter/age_arbiter.sv
// prove: induction 1
// prove: events 1
// prove: quick N=4 BITS=4
// prove: case N=5 BITS=6
// prove: case N=8 BITS=4
module prove_age_arbiter #(
    parameter int N = 5,
    parameter int BITS = 4
) (
    input logic clk
);
  localparam logic [BITS-1:0] HALF = BITS'(1) << (BITS - 1);
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic [N*BITS-1:0] packet;
  (* anyseq *) logic [BITS-1:0] oldest_alive;
  logic [N-1:0] grant;

  trenza_age_arbiter #(.REQUESTERS(N), .PACKET_BITS(BITS)) arbiter (.request, .packet, .grant);

  // Ages count from the oldest packet alive: the packet with the smaller number is older.
  logic in_window;
  logic [BITS-1:0] winner;
  logic [BITS-1:0] other;
  logic beaten;  // by an older packet, or by one of the same age at a lower requester
  always_comb begin
    in_window = 1'b1;
    winner = '0;
    other = '0;
    beaten = 1'b0;
    for (int i = 0; i < N; i++) begin
      if (grant[i]) winner = winner | (packet[i*BITS+:BITS] - oldest_alive);
      if (request[i] && packet[i*BITS+:BITS] - oldest_alive >= HALF) in_window = 1'b0;
    end
    for (int i = 0; i < N; i++) begin
      other = packet[i*BITS+:BITS] - oldest_alive;
      if (request[i] && (other < winner || (other == winner && (grant & ((N'(1) << i) - 1'b1)) == '0 && !grant[i])))
        beaten = 1'b1;
    end
  end

  always_comb begin
    one_hot : assert ((grant & (grant - 1'b1)) == '0);
    subset_of_requests : assert ((grant & ~request) == '0);
    work_conserving : assert (request == '0 || grant != '0);
    oldest_wins : assert (!in_window || !beaten);

    the_last_of_all_wins : cover (in_window && request == '1 && grant[N-1]);
    equals_meet : cover (in_window && request == '1 && packet == {N{oldest_alive}});
    the_oldest_has_the_greatest_number : cover (in_window && request == '1 && grant[1] &&
        packet[BITS+:BITS] > packet[0+:BITS] && packet[BITS+:BITS] > packet[2*BITS+:BITS]);
  end
endmodule
