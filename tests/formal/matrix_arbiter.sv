// The matrix arbiter alone, with all requests and with commits at any time.
//
// prove: sources rtl_models/arbiter/matrix_arbiter.sv
// prove: probe rows = arbiter.overtakes
// prove: induction 1
// prove: events 16
// prove: quick N=4
// prove: case N=2
// prove: case N=7
module prove_matrix_arbiter #(
    parameter int N = 4
) (
    input logic clk
);
  localparam int BITS = $clog2(N);
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic commit;
  (* anyconst *) logic [BITS-1:0] watched;  // any one of the requesters
  logic [N-1:0] grant;
  logic [N-1:0] made;
  assign made = commit ? grant : '0;
  logic [N*N-1:0] rows;  // of the arbiter: row j, bit i: j goes before i, where i < j
  logic started = 1'b0;

  trenza_matrix_arbiter #(.REQUESTERS(N)) arbiter (.clk, .reset(!started), .request, .commit(made), .grant);

  // Row i, bit j: i goes before j.
  logic [N*N-1:0] precedes;
  logic rest_is_zero;
  logic turned_around;
  always_comb begin
    precedes = '0;
    rest_is_zero = 1'b1;
    turned_around = 1'b1;
    for (int j = 0; j < N; j++) begin
      for (int i = 0; i < N; i++) begin
        if (i < j) begin
          precedes[j*N+i] = rows[j*N+i];
          precedes[i*N+j] = !rows[j*N+i];
          if (!rows[j*N+i]) turned_around = 1'b0;
        end else if (rows[j*N+i]) begin
          rest_is_zero = 1'b0;
        end
      end
    end
  end

  // Grants to others while `watched` asks without a break, and how many requesters go before it.
  logic [BITS:0] passed = '0;
  logic [BITS:0] ahead;
  always_comb begin
    ahead = '0;
    for (int i = 0; i < N; i++) ahead = ahead + (BITS + 1)'(precedes[i*N+watched]);
  end

  logic just_started = 1'b0;  // in the first cycle after reset
  logic [N*N-1:0] last_precedes = '0;
  logic [N-1:0] last_made = '0;  // the grant of the last cycle, if it was made
  always_ff @(posedge clk) begin
    started <= 1'b1;
    just_started <= !started;
    last_precedes <= precedes;
    last_made <= started ? made : '0;
    if (!started || !request[watched]) passed <= '0;
    else if (commit) passed <= grant[watched] ? '0 : passed + 1'b1;
  end

  logic is_an_order;  // the relation is transitive; of each two requesters one goes first by construction
  logic winner_is_first;
  logic winner_went_last;
  logic others_kept;
  always_comb begin
    is_an_order = 1'b1;
    winner_is_first = 1'b1;
    winner_went_last = 1'b1;
    others_kept = 1'b1;
    for (int i = 0; i < N; i++) begin
      for (int j = 0; j < N; j++) begin
        if (i != j && grant[i] && request[j] && !precedes[i*N+j]) winner_is_first = 1'b0;
        if (i != j && last_made[i] && precedes[i*N+j]) winner_went_last = 1'b0;
        if (!last_made[i] && !last_made[j] && precedes[i*N+j] != last_precedes[i*N+j]) others_kept = 1'b0;
        for (int k = 0; k < N; k++)
          if (i != k && precedes[i*N+j] && precedes[j*N+k] && !precedes[i*N+k]) is_an_order = 1'b0;
      end
    end
  end

  always_comb begin
    assume (watched < N);
    if (started) begin
      one_hot : assert ((grant & (grant - 1'b1)) == '0);
      subset_of_requests : assert ((grant & ~request) == '0);
      work_conserving : assert (request == '0 || grant != '0);
      the_first_of_those_that_ask_wins : assert (winner_is_first);
      always_an_order : assert (is_an_order);
      ascending_after_reset : assert (!just_started || rows == '0);
      nothing_else_is_stored : assert (rest_is_zero);
      a_winner_goes_last : assert (just_started || winner_went_last);
      the_others_keep_their_order : assert (just_started || others_kept);
      no_starvation_within_n_grants : assert (passed < N);
      waiting_brings_it_forward : assert (passed + ahead < N);

      the_order_is_turned_around : cover (turned_around);
      a_grant_is_not_made : cover (!commit && grant != '0 && rows != '0);
    end
  end

  // The solver reaches these events step by step, in N steps, so only a small N is tried.
  generate
    if (N <= 16) begin : walked
      always_comb begin
        if (started) begin
          a_requester_loses_for_the_last_time : cover (passed == N - 2 && request[watched] && commit && !grant[watched]);
          and_wins_then : cover (passed == N - 1 && commit && grant[watched]);
        end
      end
    end
  endgenerate
endmodule
