// The VC allocator of a flit-level router with 2 ports of CLASSES classes of CLASS_VCS VCs and an ejector, under all requests,
// routes, holders, credits, rings and draws, and with its arbiters in any state.
//
// prove: sources rtl_models/wormhole/vc_allocator/worm_vc_allocator.sv rtl_models/wormhole/vc_allocator/worm_vc_requests.sv
// prove: sources rtl_models/wormhole/vc_allocator/flit_bubble.sv
// prove: sources rtl_models/wormhole/one_pass_allocator/one_pass_allocator.sv
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
// prove: quick ALLOCATOR=input_first ARBITER=round_robin REQUESTS=all REALLOCATION=atomic CLASSES=1 CLASS_VCS=1 BUBBLE_VCS=1
// prove: case ALLOCATOR=input_first ARBITER=round_robin REQUESTS=all REALLOCATION=atomic CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=input_first ARBITER=random REQUESTS=one REALLOCATION=tail CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=input_first ARBITER=age REQUESTS=all REALLOCATION=tail CLASSES=2 CLASS_VCS=1
// prove: case ALLOCATOR=input_first ARBITER=round_robin REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2 BUBBLE_VCS=2
// prove: case ALLOCATOR=output_first ARBITER=round_robin REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=output_first ARBITER=age REQUESTS=one REALLOCATION=atomic CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=wavefront ARBITER=fixed REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=islip ARBITER=fixed REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=pim ARBITER=fixed REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2
// prove: case ALLOCATOR=oldest_first ARBITER=fixed REQUESTS=all REALLOCATION=tail CLASSES=1 CLASS_VCS=2
module prove_worm_vc_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "round_robin",
    parameter logic [trenza_pkg::NAME_BITS-1:0] REQUESTS = "all",
    parameter logic [trenza_pkg::NAME_BITS-1:0] REALLOCATION = "atomic",
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 2,
    parameter int BUBBLE_VCS = 0
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = CLASSES * CLASS_VCS;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + VCS;
  localparam int OUTPUTS = PORTS + 1;
  localparam int OUTPUT_VCS = OUTPUTS * VCS;
  localparam logic [31:0] FULL = 32'd3;  // credits of an empty buffer
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] waits;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [INPUTS-1:0] of_two_flits;  // else of one
  (* anyseq *) logic [INPUTS-1:0] arrived;
  (* anyseq *) logic [INPUTS*2*PORTS-1:0] tier_ports;
  (* anyseq *) logic [INPUTS*2*CLASS_VCS-1:0] tier_vcs;
  (* anyseq *) logic [OUTPUT_VCS-1:0] holders;
  (* anyseq *) logic [NETWORK*2-1:0] credits_of;
  (* anyseq *) logic [PORTS*PORTS-1:0] same_ring;
  (* anyseq *) logic [INPUTS*3-1:0] request_draws;  // 3 bits reach every remainder of up to 6
  (* anyseq *) logic [(INPUTS+OUTPUT_VCS)*3-1:0] draws;
  logic [INPUTS*64-1:0] request;
  logic [INPUTS*64-1:0] route_ports;
  logic [INPUTS*64-1:0] route_vcs;
  logic [OUTPUTS*32-1:0] held;
  logic [NETWORK*32-1:0] credits;
  logic [INPUTS*16-1:0] request_draw;
  logic [OUTPUT_VCS*16-1:0] output_draw;
  logic [INPUTS*16-1:0] input_draw;
  logic [INPUTS*32-1:0] grant;
  logic [OUTPUTS*32-1:0] allocated;
  logic [INPUTS*64-1:0] wish;
  logic [2*VCS-1:0] unused_vcs;
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      request[i*64+:64] = waits[i] ? trenza_pkg::make_request({28'd0, packet_of[i*4+:4]}, 14'd1 + 14'(of_two_flits[i])) : '0;
      route_ports[i*64+:64] = trenza_worm_pkg::make_route_ports(32'(tier_ports[i*2*PORTS+:PORTS]),
          32'(tier_ports[(i*2+1)*PORTS+:PORTS]));
      route_vcs[i*64+:64] = trenza_worm_pkg::make_route_vcs(16'(tier_vcs[i*2*CLASS_VCS+:CLASS_VCS]),
          16'(tier_vcs[(i*2+1)*CLASS_VCS+:CLASS_VCS]), arrived[i]);
      request_draw[i*16+:16] = 16'(request_draws[i*3+:3]);
      input_draw[i*16+:16] = 16'(draws[i*3+:3]);
    end
    for (int o = 0; o < OUTPUTS; o++) held[o*32+:32] = 32'(holders[o*VCS+:VCS]);
    for (int k = 0; k < NETWORK; k++) credits[k*32+:32] = 32'(credits_of[k*2+:2]);
    for (int k = 0; k < OUTPUT_VCS; k++) output_draw[k*16+:16] = 16'(draws[(INPUTS+k)*3+:3]);
  end

  trenza_worm_vc_allocator #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .CLASS_VCS(CLASS_VCS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(ALLOCATOR == "wavefront" ? 0 : 1),
      .ARBITER(ARBITER),
      .REQUESTS(REQUESTS),
      .REALLOCATION(REALLOCATION),
      .BUBBLE_VCS(BUBBLE_VCS),
      .BUFFER_FLITS(FULL),
      .PIPELINE("speculative")
  ) allocator (.reset(!started), .turn(16'd0), .*);

  // What each head may have, and what it is given, by the words on the ports alone.
  logic [OUTPUT_VCS-1:0] free;  // but for those of rings with flit bubbles
  logic [OUTPUT_VCS-1:0] in_ring;  // ring VCs
  logic [INPUTS*OUTPUT_VCS-1:0] along;  // ring VCs to which this head continues
  logic [INPUTS*OUTPUT_VCS-1:0] free_for;  // this head
  logic [INPUTS*OUTPUT_VCS-1:0] first;
  logic [INPUTS*OUTPUT_VCS-1:0] second;
  logic [INPUTS*OUTPUT_VCS-1:0] may;  // the free ones of its lowest tier that has one
  logic [INPUTS*OUTPUT_VCS-1:0] given;
  logic [INPUTS-1:0] has;
  logic [OUTPUT_VCS-1:0] told;  // by the words for the output units
  trenza_worm_pkg::lane_t lane;
  trenza_worm_pkg::output_vc_t number;
  always_comb begin
    for (int k = 0; k < OUTPUT_VCS; k++) begin
      free[k] = !holders[k];
      if (REALLOCATION == "atomic" && k < NETWORK && credits_of[k*2+:2] != FULL[1:0]) free[k] = 1'b0;
      told[k] = allocated[k/VCS*32+k%VCS];
      in_ring[k] = 1'b0;
      for (int q = 0; q < PORTS; q++) begin
        if (k < NETWORK && k % CLASS_VCS < BUBBLE_VCS && same_ring[q*PORTS+k/VCS%PORTS]) in_ring[k] = 1'b1;
      end
    end
    for (int i = 0; i < INPUTS; i++) begin
      for (int k = 0; k < OUTPUT_VCS; k++) begin
        first[i*OUTPUT_VCS+k] = 1'b0;
        second[i*OUTPUT_VCS+k] = 1'b0;
        if (waits[i] && k % VCS / CLASS_VCS == i % VCS / CLASS_VCS) begin
          if (k >= NETWORK) begin
            first[i*OUTPUT_VCS+k] = arrived[i];
          end else if (!arrived[i]) begin
            first[i*OUTPUT_VCS+k] = tier_ports[i*2*PORTS+k/VCS] && tier_vcs[i*2*CLASS_VCS+k%CLASS_VCS];
            second[i*OUTPUT_VCS+k] = tier_ports[(i*2+1)*PORTS+k/VCS] && tier_vcs[(i*2+1)*CLASS_VCS+k%CLASS_VCS];
          end
        end
      end
      for (int k = 0; k < OUTPUT_VCS; k++) begin
        along[i*OUTPUT_VCS+k] = in_ring[k] && i < NETWORK && i % VCS == k % VCS && same_ring[i/VCS%PORTS*PORTS+k/VCS%PORTS];
        free_for[i*OUTPUT_VCS+k] = free[k];
        if (in_ring[k]) begin
          free_for[i*OUTPUT_VCS+k] = !holders[k] && {1'b0, credits_of[k%NETWORK*2+:2]} >=
              (along[i*OUTPUT_VCS+k] ? 3'd1 : of_two_flits[i] ? 3'd3 : 3'd2);
        end
      end
      may[i*OUTPUT_VCS+:OUTPUT_VCS] = (first[i*OUTPUT_VCS+:OUTPUT_VCS] & free_for[i*OUTPUT_VCS+:OUTPUT_VCS]) != '0 ?
          first[i*OUTPUT_VCS+:OUTPUT_VCS] & free_for[i*OUTPUT_VCS+:OUTPUT_VCS] :
          second[i*OUTPUT_VCS+:OUTPUT_VCS] & free_for[i*OUTPUT_VCS+:OUTPUT_VCS];
      lane = grant[i*32+:32];
      number = trenza_worm_pkg::lane_output_vc(lane);
      has[i] = trenza_worm_pkg::lane_valid(lane);
      for (int k = 0; k < OUTPUT_VCS; k++) given[i*OUTPUT_VCS+k] = has[i] && number == k;
    end
  end

  logic one_input;
  logic one_output_vc;
  logic within;
  logic escapes_are_told;
  logic nothing_else;
  logic wishes;
  logic [OUTPUT_VCS-1:0] all_given;
  logic [OUTPUT_VCS-1:0] credited;
  logic crowded;  // all heads of class 0 want output VC 0
  always_comb begin
    one_input = 1'b1;
    within = 1'b1;
    escapes_are_told = 1'b1;
    nothing_else = 1'b1;
    wishes = 1'b1;
    crowded = 1'b1;
    all_given = '0;
    for (int k = 0; k < OUTPUT_VCS; k++) credited[k] = k >= NETWORK;
    for (int k = 0; k < NETWORK; k++) credited[k] = credits_of[k*2+:2] != '0;
    for (int i = 0; i < INPUTS; i++) begin
      if (i % VCS < CLASS_VCS && may[i*OUTPUT_VCS+:OUTPUT_VCS] != OUTPUT_VCS'(1)) crowded = 1'b0;
      lane = grant[i*32+:32];
      if (has[i] ? given[i*OUTPUT_VCS+:OUTPUT_VCS] == '0 : lane != '0) nothing_else = 1'b0;
      if ((all_given & given[i*OUTPUT_VCS+:OUTPUT_VCS]) != '0) one_input = 1'b0;
      all_given = all_given | given[i*OUTPUT_VCS+:OUTPUT_VCS];
      if ((given[i*OUTPUT_VCS+:OUTPUT_VCS] & ~may[i*OUTPUT_VCS+:OUTPUT_VCS]) != '0) within = 1'b0;
      if (has[i] && trenza_worm_pkg::is_escape_lane(lane) !=
          ((given[i*OUTPUT_VCS+:OUTPUT_VCS] & second[i*OUTPUT_VCS+:OUTPUT_VCS]) != '0)) escapes_are_told = 1'b0;
      for (int o = 0; o < 64; o++) begin
        if (wish[i*64+o]) begin
          if (o >= OUTPUTS) wishes = 1'b0;
          else if ((may[i*OUTPUT_VCS+o%OUTPUTS*VCS+:VCS] & credited[o%OUTPUTS*VCS+:VCS]) == '0) wishes = 1'b0;
        end
      end
    end
    // An input VC that were given two output VCs would have a wrong number in its lane word, or not both of them.
    one_output_vc = all_given == told;
    for (int o = 0; o < OUTPUTS; o++) if (allocated[o*32+VCS+:32-VCS] != '0) one_output_vc = 1'b0;
  end

  // What is left of a ring VC when all flits of a packet that enters are in it.
  logic a_flit_of_room;
  always_comb begin
    a_flit_of_room = 1'b1;
    for (int i = 0; i < INPUTS; i++) begin
      for (int k = 0; k < NETWORK; k++) begin
        if (given[i*OUTPUT_VCS+k] && in_ring[k] && !along[i*OUTPUT_VCS+k] &&
            {1'b0, credits_of[k*2+:2]} <= 3'd1 + 3'(of_two_flits[i])) a_flit_of_room = 1'b0;
      end
    end
  end

  generate
    if (BUBBLE_VCS > 0) begin : bubbles
      always_comb begin
        if (started) begin
          a_long_packet_enters_a_ring : cover (given[0] && in_ring[0] && !along[0] && of_two_flits[0]);
          who_continues_takes_the_last_flit_of_room : cover (given[0] && along[0] && credits_of[1:0] == 2'd1);
          a_free_ring_vc_has_no_room_for_who_enters : cover (waits == INPUTS'(1) && first[OUTPUT_VCS-1:0] == OUTPUT_VCS'(1) &&
              second[OUTPUT_VCS-1:0] == '0 && in_ring[0] && !holders[0] && credits_of[1:0] == 2'd2 && has == '0);
        end
      end
    end
    if (REALLOCATION == "tail" && BUBBLE_VCS == 0) begin : after_the_tail
      always_comb if (started) a_free_vc_without_credits_is_given : cover (all_given[0] && credits_of[1:0] == '0);
    end
    if (REALLOCATION == "atomic") begin : atomic
      always_comb if (started) a_free_vc_waits_for_its_credits : cover (waits[0] && first[0] && !holders[0] && has == '0);
    end
    if (REQUESTS == "all") begin : all
      always_comb if (started) a_wish_for_two_outputs : cover (wish[1:0] == 2'b11);
    end else begin : one
      always_comb if (started) the_higher_of_two_is_drawn : cover (may[1:0] == 2'b11 && given[1:0] == 2'b10);
    end
  endgenerate

  always_comb begin
    if (started) begin
      an_output_vc_goes_to_one_input : assert (one_input);
      an_input_gets_one_output_vc : assert (one_output_vc);
      grants_are_free_and_of_the_lowest_tier : assert (within);
      lanes_say_whether_they_escape : assert (escapes_are_told);
      other_lanes_are_empty : assert (nothing_else);
      someone_who_can_be_given_one_is : assert (may == '0 || has != '0);
      wishes_have_a_credit : assert (wishes);
      who_enters_a_ring_leaves_a_flit_of_room : assert (a_flit_of_room);

      every_output_vc_is_allocated : cover (all_given == '1);
      all_heads_want_one_output_vc : cover (crowded);
      a_head_escapes : cover (has[0] && (given[OUTPUT_VCS-1:0] & second[OUTPUT_VCS-1:0]) != '0);
      an_output_vc_is_held_that_someone_wants : cover (holders[0] && first[0] && has[0]);
    end
  end
endmodule
