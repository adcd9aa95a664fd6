// The stride arbiter alone, with all requests, lengths and strides, and with commits at any time.
//
// prove: sources rtl_models/arbiter/stride_arbiter.sv
// prove: probe debts = arbiter.debts
// prove: induction 2
// prove: events 6 unrolled
// prove: quick N=3
// prove: case N=5
module prove_stride_arbiter #(
    parameter int N = 3
) (
    input logic clk
);
  localparam int LENGTH_BITS = 2;
  localparam int STRIDE_BITS = 2;
  localparam int DEBT_BITS = LENGTH_BITS + STRIDE_BITS;
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic [N*LENGTH_BITS-1:0] flits;
  (* anyseq *) logic [N*STRIDE_BITS-1:0] stride;
  (* anyseq *) logic commit;
  logic [N-1:0] grant;
  logic [N-1:0] made;
  assign made = commit ? grant : '0;
  logic [N*DEBT_BITS-1:0] debts;  // of the arbiter
  logic started = 1'b0;

  trenza_stride_arbiter #(
      .REQUESTERS(N),
      .LENGTH_BITS(LENGTH_BITS),
      .STRIDE_BITS(STRIDE_BITS)
  ) arbiter (.clk, .reset(!started), .request, .flits, .stride, .commit(made), .grant);

  logic [N*DEBT_BITS-1:0] last_debts = '0;
  logic last_commit = 1'b1;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    last_debts <= debts;
    last_commit <= commit || !started;
  end

  // No requester that asks has less debt than the winner.
  logic least;
  always_comb begin
    least = 1'b1;
    for (int i = 0; i < N; i++) begin
      for (int k = 0; k < N; k++) begin
        if (grant[i] && request[k] && debts[k*DEBT_BITS+:DEBT_BITS] < debts[i*DEBT_BITS+:DEBT_BITS]) least = 1'b0;
      end
    end
  end

  always_comb begin
    if (started) begin
      one_hot : assert ((grant & (grant - 1'b1)) == '0);
      subset_of_requests : assert ((grant & ~request) == '0);
      work_conserving : assert (request == '0 || grant != '0);
      compute_leaves_no_state : assert (last_commit || debts == last_debts);
      winner_has_the_least_debt : assert (least);

      a_higher_requester_wins : cover (grant[N-1] && request[0]);
      a_grant_is_not_made : cover (!commit && grant != '0 && debts != '0);
    end
  end
endmodule
