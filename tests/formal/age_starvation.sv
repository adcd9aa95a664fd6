// The age arbiter with packets that are born at any time, ask at any of its inputs with pauses, and may go elsewhere at
// any time. The proof bounds how often other packets go first while a packet asks.
//
// prove: sources rtl_models/arbiter/age_arbiter.sv
// prove: induction 1
// prove: events 20
// prove: quick N=3 BITS=3
// prove: case N=3 BITS=4
// prove: case N=8 BITS=3
module prove_age_starvation #(
    parameter int N = 3,
    parameter int BITS = 3
) (
    input logic clk
);
  localparam int IDENTITIES = 1 << BITS;
  localparam logic [BITS-1:0] HALF = BITS'(1) << (BITS - 1);
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic [N*BITS-1:0] packet;
  (* anyseq *) logic commit;
  (* anyseq *) logic birth;
  (* anyseq *) logic [IDENTITIES-1:0] gone;  // packets that will not come here any more
  (* anyseq *) logic watch;  // begins to watch a packet
  (* anyseq *) logic [BITS-1:0] watched;  // the packet
  logic [N-1:0] grant;
  logic started = 1'b0;

  trenza_age_arbiter #(.REQUESTERS(N), .PACKET_BITS(BITS)) arbiter (.request, .packet, .grant);

  // The packets that may still ask here, by identity. A new packet gets the next identity and asks for one grant.
  logic [IDENTITIES-1:0] waiting = '0;
  logic [BITS-1:0] next = '0;
  logic [BITS-1:0] winner;
  always_comb begin
    winner = '0;
    for (int i = 0; i < N; i++) if (grant[i]) winner = winner | packet[i*BITS+:BITS];
    for (int i = 0; i < N; i++) begin
      assume (!request[i] || waiting[packet[i*BITS+:BITS]]);
      for (int j = 0; j < i; j++)
        assume (!request[i] || !request[j] || packet[i*BITS+:BITS] != packet[j*BITS+:BITS]);
    end
    // The packets alive span fewer than half of the identities.
    for (int w = 0; w < IDENTITIES; w++) assume (!birth || !waiting[w] || next - BITS'(w) < HALF);
  end
  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (!started) begin
      waiting <= '0;
      next <= '0;
    end else begin
      next <= next + BITS'(birth);
      for (int w = 0; w < IDENTITIES; w++) begin
        if (birth && next == w) waiting[w] <= 1'b1;
        else if (gone[w] || (commit && grant != '0 && winner == w)) waiting[w] <= 1'b0;
      end
    end
  end

  // Watches any one packet from its first request on: how many older packets could still ask then, and how many grants
  // went to others while it asked.
  logic watching = 1'b0;
  logic [BITS-1:0] mine = '0;
  logic [BITS:0] older_at_first = '0;
  logic [BITS:0] passed = '0;
  logic asks;  // in this cycle
  logic [BITS-1:0] who;
  logic [BITS:0] older;
  logic in_window;
  assign who = watching ? mine : watched;
  always_comb begin
    asks = 1'b0;
    for (int i = 0; i < N; i++) if (request[i] && packet[i*BITS+:BITS] == who) asks = 1'b1;
    older = '0;
    in_window = 1'b1;
    for (int w = 0; w < IDENTITIES; w++) begin
      if (waiting[w] && who - BITS'(w) != '0 && who - BITS'(w) < HALF) older = older + 1'b1;
      if (waiting[w] && next - BITS'(w) - 1'b1 >= HALF) in_window = 1'b0;
    end
  end
  always_ff @(posedge clk) begin
    if (!started) begin
      watching <= 1'b0;
    end else if (watching || (watch && asks)) begin
      watching <= !gone[who] && !(commit && grant != '0 && winner == who);
      mine <= who;
      if (!watching) older_at_first <= older;
      passed <= (watching ? passed : '0) + (BITS + 1)'(asks && commit && grant != '0 && winner != who);
    end
  end

  always_comb begin
    if (started) begin
      only_older_packets_go_first : assert (!asks || grant == '0 || winner == who || (who - winner != '0 && who - winner < HALF));
      no_starvation_beyond_the_older : assert (!watching || passed <= older_at_first);
      no_starvation_beyond_half_of_the_identities : assert (!watching || passed < HALF);
      those_who_went_are_older : assert (!watching || passed + older <= older_at_first);
      older_ones_fit : assert (!watching || (older_at_first < HALF && waiting[mine]));
      alive_packets_span_half : assert (in_window);

      packets_ask_after_identities_wrapped : cover (asks && grant != '0 && winner > who);
      a_packet_loses_to_all_older_ones : cover (watching && passed == HALF - 1'b1);
      and_wins_at_last : cover (watching && passed == HALF - 1'b1 && asks && commit && winner == mine);
      a_packet_pauses_and_goes_on_waiting : cover (watching && passed != '0 && !asks && grant != '0 && commit && winner - mine < HALF);
    end
  end
endmodule
