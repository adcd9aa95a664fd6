// The deficit arbiter with all requests and lengths, and with commits at any time; and a second one beside it, with requests
// of its own, of which any commit may come. So the allocator `output_first` has several for each output, one for each pass.
//
// prove: sources rtl_models/arbiter/deficit_arbiter.sv rtl_models/arbiter/from_pointer.sv
// prove: probe pointer = arbiter.pointer
// prove: probe other_pointer = other.pointer
// prove: probe deficits[2:0] = arbiter.requester[0].deficit
// prove: probe deficits[5:3] = arbiter.requester[1].deficit
// prove: probe deficits[8:6] = arbiter.requester[2].deficit
// prove: probe other_deficits[2:0] = other.requester[0].deficit
// prove: probe other_deficits[5:3] = other.requester[1].deficit
// prove: probe other_deficits[8:6] = other.requester[2].deficit
// prove: induction 2
// prove: events 8
// prove: quick MOST_FLITS=3
// prove: case MOST_FLITS=4
module prove_deficit_arbiter #(
    parameter int MOST_FLITS = 3  // 3 or 4
) (
    input logic clk
);
  localparam int N = 3;
  localparam int LENGTH_BITS = 3;
  localparam int DEFICIT_BITS = 3;
  (* anyseq *) logic [N-1:0] request;
  (* anyseq *) logic [N-1:0] other_request;
  (* anyseq *) logic [N*LENGTH_BITS-1:0] flits;
  (* anyseq *) logic commit;
  (* anyseq *) logic of_other;  // the other arbiter has chosen who is granted
  logic [N-1:0] grant;
  logic [N-1:0] other_grant;
  logic [N-1:0] asked;
  logic [N-1:0] made;
  assign asked = of_other ? other_request : request;
  assign made = commit ? (of_other ? other_grant : grant) : '0;
  logic [1:0] pointer;  // of the arbiters
  logic [1:0] other_pointer;
  logic [N*DEFICIT_BITS-1:0] deficits;
  logic [N*DEFICIT_BITS-1:0] other_deficits;
  logic started = 1'b0;

  trenza_deficit_arbiter #(
      .REQUESTERS(N),
      .MOST_FLITS(MOST_FLITS),
      .LENGTH_BITS(LENGTH_BITS)
  ) arbiter (.clk, .reset(!started), .request, .flits, .asked, .commit(made), .grant);
  trenza_deficit_arbiter #(
      .REQUESTERS(N),
      .MOST_FLITS(MOST_FLITS),
      .LENGTH_BITS(LENGTH_BITS)
  ) other (.clk, .reset(!started), .request(other_request), .flits, .asked, .commit(made), .grant(other_grant));

  logic [N*DEFICIT_BITS-1:0] last_deficits = '0;
  logic [1:0] last_pointer = '0;
  logic last_made = 1'b1;
  logic [N-1:0] last_winner = '0;
  logic [N-1:0] last_asked = '0;
  logic [N*LENGTH_BITS-1:0] last_flits = '0;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    last_deficits <= deficits;
    last_pointer <= pointer;
    last_made <= made != '0 || !started;
    last_winner <= started ? made : '0;
    last_asked <= asked;
    last_flits <= flits;
  end

  // What each requester has more than before the last commit, modulo 8.
  logic [N*DEFICIT_BITS-1:0] gain;
  logic bounded;
  logic covered_first;
  logic one_turn_each;
  logic the_idle_lose;
  always_comb begin
    bounded = 1'b1;
    covered_first = 1'b1;
    one_turn_each = 1'b1;
    the_idle_lose = 1'b1;
    for (int i = 0; i < N; i++) begin
      assume (flits[i*LENGTH_BITS+:LENGTH_BITS] != '0 && flits[i*LENGTH_BITS+:LENGTH_BITS] <= MOST_FLITS);
      gain[i*DEFICIT_BITS+:DEFICIT_BITS] = deficits[i*DEFICIT_BITS+:DEFICIT_BITS] - last_deficits[i*DEFICIT_BITS+:DEFICIT_BITS];
      if (deficits[i*DEFICIT_BITS+:DEFICIT_BITS] >= 2 * MOST_FLITS) bounded = 1'b0;
      // A winner whose deficit does not cover its packet wins only if that of nobody does.
      for (int k = 0; k < N; k++) begin
        if (grant[i] && deficits[i*DEFICIT_BITS+:DEFICIT_BITS] < flits[i*LENGTH_BITS+:LENGTH_BITS] && request[k] &&
            deficits[k*DEFICIT_BITS+:DEFICIT_BITS] >= flits[k*LENGTH_BITS+:LENGTH_BITS])
          covered_first = 1'b0;
      end
      // A grant gives nobody more than one packet of the largest size; of that the winner pays.
      if (last_winner != '0 && last_asked[i]) begin
        if (last_winner[i]) begin
          if (gain[i*DEFICIT_BITS+:DEFICIT_BITS] + last_flits[i*LENGTH_BITS+:LENGTH_BITS] != 3'd0 &&
              gain[i*DEFICIT_BITS+:DEFICIT_BITS] + last_flits[i*LENGTH_BITS+:LENGTH_BITS] != 3'(MOST_FLITS))
            one_turn_each = 1'b0;
        end else if (gain[i*DEFICIT_BITS+:DEFICIT_BITS] != '0 && gain[i*DEFICIT_BITS+:DEFICIT_BITS] != 3'(MOST_FLITS)) begin
          one_turn_each = 1'b0;
        end
      end
      if (last_winner != '0 && !last_asked[i] && deficits[i*DEFICIT_BITS+:DEFICIT_BITS] != '0 &&
          deficits[i*DEFICIT_BITS+:DEFICIT_BITS] != last_deficits[i*DEFICIT_BITS+:DEFICIT_BITS])
        the_idle_lose = 1'b0;
    end
  end

  always_comb begin
    if (started) begin
      one_hot : assert ((grant & (grant - 1'b1)) == '0);
      subset_of_requests : assert ((grant & ~request) == '0);
      work_conserving : assert (request == '0 || grant != '0);
      compute_leaves_no_state : assert (last_made || (deficits == last_deficits && pointer == last_pointer));
      deficits_are_bounded : assert (bounded);
      the_pointer_names_a_requester : assert (pointer < N);
      copies_agree : assert (deficits == other_deficits && pointer == other_pointer);
      who_is_covered_goes_first : assert (covered_first);
      a_turn_is_a_largest_packet : assert (one_turn_each);
      who_does_not_ask_gains_nothing : assert (the_idle_lose);

      a_largest_deficit : cover (deficits[2:0] == 3'(2 * MOST_FLITS - 1));
      two_grants_in_a_row : cover (last_winner == 3'b010 && grant == 3'b010 && request == '1);
      a_scan_meets_two_before_the_winner : cover (last_winner != '0 && last_deficits != '0 && gain[2:0] == 3'(MOST_FLITS) &&
          gain[8:6] == 3'(MOST_FLITS));
      the_other_grants : cover (of_other && made != '0 && grant != other_grant && grant != '0);
      a_grant_is_not_made : cover (!commit && grant != '0 && deficits != '0);
    end
  end
endmodule
