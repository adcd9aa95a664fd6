// The switch allocator of a flit-level router with 2 ports of 2 VCs and an ejector, under all output VCs that input VCs hold,
// are allocated or ask for on speculation, all flits, credits and draws, and with its arbiters in any state.
//
// prove: sources rtl_models/wormhole/switch_allocator/worm_switch_allocator.sv
// prove: sources rtl_models/wormhole/switch_allocator/worm_switch_requests.sv
// prove: sources rtl_models/wormhole/one_pass_allocator/one_pass_allocator.sv
// prove: sources rtl_models/two_step_allocator/speculation.sv
// prove: sources rtl_models/switch_allocator/input_first.sv rtl_models/matrix_allocator/output_first_pass.sv
// prove: sources rtl_models/matrix_allocator/matrix_match.sv rtl_models/matrix_allocator/islip.sv
// prove: sources rtl_models/matrix_allocator/match_rounds.sv rtl_models/matrix_allocator/wavefront.sv
// prove: sources rtl_models/matrix_allocator/oldest_first.sv
// prove: sources rtl_models/arbiter/arbiter.sv rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/arbiter/pointer.sv rtl_models/arbiter/from_pointer.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: induction 1
// prove: events 4
// prove: quick PIPELINE=speculative MASK=grants ALLOCATOR=input_first ARBITER=round_robin PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=requests ALLOCATOR=input_first ARBITER=age PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=requests ALLOCATOR=output_first ARBITER=round_robin PORT_ROWS=2
// prove: case PIPELINE=speculative MASK=grants ALLOCATOR=output_first ARBITER=random PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=grants ALLOCATOR=wavefront ARBITER=fixed PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=grants ALLOCATOR=islip ARBITER=fixed PORT_ROWS=2
// prove: case PIPELINE=joint MASK=grants ALLOCATOR=input_first ARBITER=round_robin PORT_ROWS=2
// prove: case PIPELINE=joint MASK=grants ALLOCATOR=pim ARBITER=fixed PORT_ROWS=1
// prove: case PIPELINE=two_step MASK=grants ALLOCATOR=input_first ARBITER=random PORT_ROWS=1
// prove: case PIPELINE=two_step MASK=grants ALLOCATOR=oldest_first ARBITER=fixed PORT_ROWS=1
module prove_worm_switch_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "speculative",
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "round_robin",
    parameter int PORT_ROWS = 1  // crossbar inputs of a port
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = 2;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + VCS;
  localparam int OUTPUTS = PORTS + 1;
  localparam int OUTPUT_VCS = OUTPUTS * VCS;
  localparam bit SPECULATES = PIPELINE == "speculative";
  localparam bit JOINT = PIPELINE == "joint";
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] holds;  // and shows a flit
  (* anyseq *) logic [INPUTS-1:0] gets;  // is allocated an output VC in this cycle
  (* anyseq *) logic [INPUTS*3-1:0] held_vc;
  (* anyseq *) logic [INPUTS*3-1:0] given_vc;
  (* anyseq *) logic [INPUTS-1:0] escapes;
  (* anyseq *) logic [INPUTS*OUTPUTS-1:0] wishes;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [INPUTS-1:0] tails;
  (* anyseq *) logic [NETWORK-1:0] credited;
  (* anyseq *) logic [(INPUTS+OUTPUTS)*3-1:0] draws;  // 3 bits reach every remainder of up to 6
  logic [INPUTS*32-1:0] hold;
  logic [INPUTS*64-1:0] flit;
  logic [INPUTS*32-1:0] grant;
  logic [INPUTS*64-1:0] wish;
  logic [NETWORK*32-1:0] credits;
  logic [OUTPUTS*16-1:0] output_draw;
  logic [INPUTS*16-1:0] input_draw;
  logic [OUTPUTS*32-1:0] select;
  logic [(PORTS+1)*32-1:0] pop;
  logic [PORTS*32-1:0] charge;
  logic [OUTPUTS*32-1:0] released;
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      assume (held_vc[i*3+:3] < OUTPUT_VCS && given_vc[i*3+:3] < OUTPUT_VCS);
      // Who holds an output VC waits for none.
      assume (!holds[i] || (!gets[i] && wishes[i*OUTPUTS+:OUTPUTS] == '0));
      hold[i*32+:32] = holds[i] ? trenza_worm_pkg::make_lane(16'(held_vc[i*3+:3]), escapes[i]) : '0;
      grant[i*32+:32] = gets[i] ? trenza_worm_pkg::make_lane(16'(given_vc[i*3+:3]), escapes[i]) : '0;
      flit[i*64+:64] = trenza_pkg::make_flit({28'd0, packet_of[i*4+:4]}, 14'd3, 14'd1, 1'b0, tails[i]);
      wish[i*64+:64] = 64'(wishes[i*OUTPUTS+:OUTPUTS]);
      input_draw[i*16+:16] = 16'(draws[i*3+:3]);
    end
    for (int k = 0; k < NETWORK; k++) credits[k*32+:32] = 32'(credited[k]);
    for (int o = 0; o < OUTPUTS; o++) output_draw[o*16+:16] = 16'(draws[(INPUTS+o)*3+:3]);
  end

  trenza_worm_switch_allocator #(
      .PORTS(PORTS),
      .VCS(VCS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(ALLOCATOR == "wavefront" ? 0 : 1),
      .ARBITER(ARBITER),
      .PORT_ROWS(PORT_ROWS),
      .PIPELINE(PIPELINE),
      .MASK(MASK)
  ) allocator (.reset(!started), .turn(16'd0), .stride('1), .*);

  // What input VCs ask for, by the words on the ports alone. Bit i*OUTPUTS + o.
  logic [OUTPUT_VCS-1:0] usable;  // output VCs with a credit
  logic [INPUTS*3-1:0] lane;  // the output VC of an input VC, held or given
  logic [INPUTS*OUTPUTS-1:0] certain;  // asks with certainty
  logic [INPUTS*OUTPUTS-1:0] moves;  // is given an output VC there that has a credit
  logic [INPUTS*OUTPUTS-1:0] crosses;  // by the select words
  logic [OUTPUTS-1:0] taken;
  trenza_worm_pkg::select_t word;
  trenza_worm_pkg::input_t from;
  always_comb begin
    usable = {2'b11, credited};
    for (int i = 0; i < INPUTS; i++) begin
      lane[i*3+:3] = holds[i] ? held_vc[i*3+:3] : given_vc[i*3+:3];
      for (int o = 0; o < OUTPUTS; o++) begin
        moves[i*OUTPUTS+o] = gets[i] && usable[given_vc[i*3+:3]] && given_vc[i*3+:3] / VCS == o;
        certain[i*OUTPUTS+o] = (holds[i] && usable[held_vc[i*3+:3]] && held_vc[i*3+:3] / VCS == o) ||
            (JOINT && moves[i*OUTPUTS+o]);
      end
    end
    for (int o = 0; o < OUTPUTS; o++) begin
      word = select[o*32+:32];
      from = trenza_worm_pkg::select_input(word);
      taken[o] = trenza_worm_pkg::select_valid(word);
      for (int i = 0; i < INPUTS; i++) crosses[i*OUTPUTS+o] = taken[o] && from == i;
    end
  end

  logic one_flit_at_an_output;
  logic one_flit_of_a_row;
  logic pops_agree;
  logic within;
  logic speculation_has_its_vc;
  logic masked;
  logic words_agree;
  logic none_idle;
  logic [OUTPUTS-1:0] certain_there;  // a flit crosses that asked with certainty, or with the mask of requests one asks
  logic [INPUTS-1:0] row_is_certain;
  logic [INPUTS-1:0] moving;
  logic [OUTPUTS-1:0] crossing;
  logic [31:0] expected;
  logic [31:0] release_;
  always_comb begin
    one_flit_at_an_output = 1'b1;
    one_flit_of_a_row = 1'b1;
    pops_agree = 1'b1;
    within = 1'b1;
    speculation_has_its_vc = 1'b1;
    masked = 1'b1;
    words_agree = 1'b1;
    none_idle = 1'b1;
    certain_there = '0;
    for (int i = 0; i < INPUTS; i++) begin
      moving[i] = crosses[i*OUTPUTS+:OUTPUTS] != '0;
      certain_there = certain_there |
          (certain[i*OUTPUTS+:OUTPUTS] & (MASK == "requests" ? '1 : crosses[i*OUTPUTS+:OUTPUTS]));
    end
    for (int i = 0; i < INPUTS; i++) begin
      row_is_certain[i] = 1'b0;
      for (int k = 0; k < INPUTS; k++) begin
        if (k / VCS == i / VCS && k % VCS % PORT_ROWS == i % VCS % PORT_ROWS) begin
          if ((certain[k*OUTPUTS+:OUTPUTS] & (MASK == "requests" ? '1 : crosses[k*OUTPUTS+:OUTPUTS])) != '0)
            row_is_certain[i] = 1'b1;
          if (k < i && moving[i] && moving[k]) one_flit_of_a_row = 1'b0;
        end
      end
    end
    for (int i = 0; i < INPUTS; i++) begin
      crossing = crosses[i*OUTPUTS+:OUTPUTS];
      if ((crossing & (crossing - OUTPUTS'(1))) != '0) one_flit_of_a_row = 1'b0;
      // Two flits at an output would make a wrong number of its select word, and pop both.
      if (pop[i/VCS*32+i%VCS] != moving[i]) pops_agree = 1'b0;
      if ((crossing & ~certain[i*OUTPUTS+:OUTPUTS]) != '0) begin
        if (!SPECULATES || (crossing & ~wishes[i*OUTPUTS+:OUTPUTS]) != '0) within = 1'b0;
        if ((crossing & ~moves[i*OUTPUTS+:OUTPUTS]) != '0) speculation_has_its_vc = 1'b0;
        if ((crossing & certain_there) != '0 || row_is_certain[i]) masked = 1'b0;
      end
    end
    for (int p = 0; p <= PORTS; p++) if (pop[p*32+VCS+:32-VCS] != '0) pops_agree = 1'b0;
    for (int o = 0; o < OUTPUTS; o++) begin
      expected = '0;
      release_ = '0;
      crossing = '0;
      if (taken[o]) one_flit_at_an_output = one_flit_at_an_output && trenza_worm_pkg::select_input(select[o*32+:32]) < INPUTS;
      for (int i = 0; i < INPUTS; i++) begin
        if (crosses[i*OUTPUTS+o]) begin
          expected = trenza_worm_pkg::make_select(16'(i), 5'(lane[i*3]), escapes[i]);
          release_ = 32'(tails[i]) << lane[i*3];
        end
        if (certain[i*OUTPUTS+o]) crossing[0] = 1'b1;
      end
      if (PORT_ROWS == VCS && ALLOCATOR == "input_first" && crossing[0] && !taken[o]) none_idle = 1'b0;
      if (select[o*32+:32] != expected || released[o*32+:32] != release_) words_agree = 1'b0;
      if (o < PORTS && charge[o%PORTS*32+:32] != (taken[o] ?
          trenza_worm_pkg::make_charge(trenza_worm_pkg::select_vc(expected), 14'd1) : 32'd0)) words_agree = 1'b0;
    end
    if (certain != '0 && (crosses & certain) == '0) none_idle = 1'b0;
  end

  generate
    if (SPECULATES) begin : speculates
      always_comb begin
        if (started) begin
          certain_and_speculative_flits_cross : cover ((crosses & certain) != '0 && (crosses & ~certain) != '0);
          a_speculation_is_masked : cover (moving == INPUTS'(1) && holds == INPUTS'(1) && wishes[2*OUTPUTS] &&
              moves[2*OUTPUTS] && taken == OUTPUTS'(1));
          a_speculation_without_an_output_vc : cover (wishes != '0 && gets == '0);
          three_speculations_move : cover (taken == '1 && certain == '0);
        end
      end
    end else begin : certain_only
      always_comb begin
        if (started) every_output_takes_a_flit : cover (taken == '1);
      end
    end
  endgenerate

  always_comb begin
    if (started) begin
      an_output_takes_one_flit : assert (one_flit_at_an_output);
      a_row_sends_one_flit : assert (one_flit_of_a_row);
      pops_follow_selects : assert (pops_agree);
      flits_were_asked_for : assert (within);
      a_speculative_flit_has_an_output_vc_and_a_credit : assert (speculation_has_its_vc);
      certain_flits_mask_speculation : assert (masked);
      charges_and_releases_follow_selects : assert (words_agree);
      someone_who_asks_with_certainty_crosses : assert (none_idle);

      all_ask_for_one_output : cover (holds == '1 && certain == {INPUTS{OUTPUTS'(1)}});
      no_credit_no_flit : cover (holds != '0 && certain == '0);
      a_tail_crosses_and_a_flit_loses : cover (released[1:0] != '0 && certain[0] && certain[2*OUTPUTS] && taken[0]);
    end
  end
endmodule
