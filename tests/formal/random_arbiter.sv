// The random arbiter alone: all requests, all draws.
//
// prove: sources rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: induction 1
// prove: quick N=4 BITS=5
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
  logic [N-1:0] grant;

  trenza_random_arbiter #(.REQUESTERS(N), .DRAW_BITS(BITS)) arbiter (.request, .draw, .grant);

  // How many ask, and how many of them come before the winner.
  logic [BITS-1:0] requesters;
  logic [BITS-1:0] before;
  always_comb begin
    requesters = '0;
    before = '0;
    for (int i = 0; i < N; i++) begin
      if (grant[i]) before = requesters;
      requesters = requesters + BITS'(request[i]);
    end
  end

  always_comb begin
    one_hot : assert ((grant & (grant - 1'b1)) == '0);
    subset_of_requests : assert ((grant & ~request) == '0);
    work_conserving : assert (request == '0 || grant != '0);
    number_draw_mod_n_wins : assert (request == '0 || before == draw % requesters);
  end
endmodule
