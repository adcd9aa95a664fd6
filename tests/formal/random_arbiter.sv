// The random arbiter alone, with all requests and all draws. It promises a chance and no bound on waiting: an event
// shows how often a requester can lose in a row.
//
// prove: sources rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: induction 1
// prove: events 12 unrolled
// prove: quick N=3 BITS=4
// prove: case N=4 BITS=5
// prove: case N=5 BITS=8
// prove: case N=13 BITS=6
module prove_random_arbiter #(
    parameter int N = 5,
    parameter int BITS = 5
) (
    input logic clk
);
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic [BITS-1:0] draw;
  (* anyconst *) logic [$clog2(N)-1:0] watched;  // any one of the requesters
  logic [N-1:0] grant;

  trenza_random_arbiter #(.REQUESTERS(N), .DRAW_BITS(BITS)) arbiter (.request, .draw, .grant);

  // How many ask, and how many of them come before the winner.
  logic [BITS-1:0] requesters;
  logic [BITS-1:0] before;
  logic [BITS-1:0] rank;  // of the watched one
  always_comb begin
    requesters = '0;
    before = '0;
    rank = '0;
    for (int i = 0; i < N; i++) begin
      if (grant[i]) before = requesters;
      if (watched == i) rank = requesters;
      requesters = requesters + BITS'(request[i]);
    end
  end

  // Grants to others while the watched one asks without a break.
  logic started = 1'b0;
  logic [7:0] lost = '0;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    lost <= started && request[watched] && !grant[watched] ? lost + 8'd1 : 8'd0;
  end

  always_comb begin
    assume (watched < N);
    one_hot : assert ((grant & (grant - 1'b1)) == '0);
    subset_of_requests : assert ((grant & ~request) == '0);
    work_conserving : assert (request == '0 || grant != '0);
    number_draw_mod_n_wins : assert (request == '0 || before == draw % requesters);
    each_has_the_draws_of_one_remainder : assert (!request[watched] || grant[watched] == (draw % requesters == rank));

    all_ask_and_the_last_wins : cover (request == '1 && grant[N-1]);
    a_draw_goes_around : cover (request == '1 && draw >= 2 * N && grant[1]);
    one_asks_whatever_the_draw : cover (request == (N'(1) << watched) && draw == '1 && grant[watched]);
  end

  // The solver reaches this event step by step, in 2 N steps, so only a small N is tried.
  generate
    if (N <= 5) begin : walked
      always_comb a_requester_loses_twice_n_times : cover (lost == 8'(2 * N));
    end
  endgenerate
endmodule
