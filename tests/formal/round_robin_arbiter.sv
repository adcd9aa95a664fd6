// The round-robin arbiter alone, with all requests and with commits at any time.
//
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/pointer.sv
// prove: sources rtl_models/arbiter/from_pointer.sv
// prove: probe pointer = arbiter.pointer
// prove: induction 2
// prove: events 16
// prove: quick N=5
// prove: case N=2
// prove: case N=13
// prove: case N=64
module prove_round_robin_arbiter #(
    parameter int N = 5
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
  logic [BITS-1:0] pointer;  // of the arbiter
  logic started = 1'b0;

  trenza_round_robin_arbiter #(.REQUESTERS(N)) arbiter (.clk, .reset(!started), .request, .commit(made), .grant);

  // Grants to others while `watched` asks without a break, and how far the pointer still is from it.
  logic [BITS:0] passed = '0;
  logic [BITS:0] distance;
  assign distance = watched >= pointer ? watched - pointer : watched + (BITS+1)'(N) - pointer;

  logic [BITS-1:0] last_pointer = '0;
  logic last_commit = 1'b1;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    last_pointer <= pointer;
    last_commit <= commit || !started;
    if (!started || !request[watched]) passed <= '0;
    else if (commit) passed <= grant[watched] ? '0 : passed + 1'b1;
  end

  always_comb begin
    assume (watched < N);
    if (started) begin
      one_hot : assert ((grant & (grant - 1'b1)) == '0);
      subset_of_requests : assert ((grant & ~request) == '0);
      work_conserving : assert (request == '0 || grant != '0);
      compute_leaves_no_state : assert (last_commit || pointer == last_pointer);
      pointer_in_range : assert (pointer < N);
      no_starvation_within_n_grants : assert (passed < N);
      waiting_brings_the_pointer_nearer : assert (passed + distance < N);

      a_winner_is_before_the_pointer : cover (pointer != '0 && grant[0]);
      a_grant_is_not_made : cover (!commit && grant != '0 && pointer != '0);
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
