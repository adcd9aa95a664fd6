// The output VCs of a flit-level router: VC allocator, switch allocator, output units and credit counters between input VCs
// that keep the contract of the input unit (proof input_unit_vc) and buffers behind the network ports that return credits at
// any time. 2 ports and an ejector; an input VC waits for any output VCs for any time, and shows its flits at any time.
//
// prove: sources rtl_models/wormhole/vc_allocator/worm_vc_allocator.sv rtl_models/wormhole/vc_allocator/worm_vc_requests.sv
// prove: sources rtl_models/wormhole/switch_allocator/worm_switch_allocator.sv
// prove: sources rtl_models/wormhole/switch_allocator/worm_switch_requests.sv
// prove: sources rtl_models/wormhole/one_pass_allocator/one_pass_allocator.sv
// prove: sources rtl_models/wormhole/output_unit/output_unit.sv rtl_models/credit_counter/credit_counter.sv
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
// prove: events 8
// prove: quick PIPELINE=speculative REALLOCATION=tail ALLOCATOR=input_first VCS=1
// prove: case PIPELINE=joint REALLOCATION=tail ALLOCATOR=input_first VCS=1
// prove: case PIPELINE=two_step REALLOCATION=atomic ALLOCATOR=input_first VCS=1
// prove: case PIPELINE=speculative REALLOCATION=atomic ALLOCATOR=output_first VCS=1
// prove: case PIPELINE=joint REALLOCATION=tail ALLOCATOR=wavefront VCS=1
// prove: case PIPELINE=speculative REALLOCATION=tail ALLOCATOR=input_first VCS=2
module prove_worm_output_vcs #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "speculative",
    parameter logic [trenza_pkg::NAME_BITS-1:0] REALLOCATION = "tail",
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",
    parameter int VCS = 1
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + VCS;
  localparam int OUTPUTS = PORTS + 1;
  localparam int OUTPUT_VCS = OUTPUTS * VCS;
  localparam int DEPTH = 2;  // of the buffers behind the network ports
  localparam int NUMBER_BITS = 3;  // of an output VC
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] waits;
  (* anyseq *) logic [INPUTS-1:0] shows;
  (* anyseq *) logic [INPUTS*OUTPUTS-1:0] ports_of;  // bit OUTPUTS-1 of an input VC: its head is at its destination
  (* anyseq *) logic [INPUTS*VCS-1:0] vcs_of;
  (* anyseq *) logic [INPUTS*2-1:0] new_packet;
  (* anyseq *) logic [INPUTS*2-1:0] new_length;
  (* anyseq *) logic [NETWORK-1:0] returns;

  // Input VCs. One that holds nothing may wait with the head of any packet, and waits with it until it gets an output VC.
  logic [INPUTS-1:0] holds = '0;
  logic [INPUTS-1:0] waited = '0;
  logic [INPUTS*NUMBER_BITS-1:0] lane_of = '0;
  logic [INPUTS*2-1:0] packet_of = '0;
  logic [INPUTS*2-1:0] length_of = '0;  // less 1
  logic [INPUTS*2-1:0] position_of = '0;
  // In this cycle.
  logic [INPUTS-1:0] waiting;
  logic [INPUTS*2-1:0] packet;
  logic [INPUTS*2-1:0] length;
  logic [INPUTS*2-1:0] position;

  logic [INPUTS*64-1:0] request;
  logic [INPUTS*64-1:0] route_ports;
  logic [INPUTS*64-1:0] route_vcs;
  logic [OUTPUTS*32-1:0] held;
  logic [NETWORK*32-1:0] credits;
  logic [INPUTS*32-1:0] grant;
  logic [OUTPUTS*32-1:0] allocated;
  logic [INPUTS*64-1:0] wish;
  logic [INPUTS*32-1:0] hold;
  logic [INPUTS*64-1:0] flit;
  logic [OUTPUTS*32-1:0] select;
  logic [(PORTS+1)*32-1:0] pop;
  logic [PORTS*32-1:0] charge;
  logic [OUTPUTS*32-1:0] released;
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      waiting[i] = !holds[i] && (waits[i] || waited[i]);
      packet[i*2+:2] = holds[i] || waited[i] ? packet_of[i*2+:2] : new_packet[i*2+:2];
      length[i*2+:2] = holds[i] || waited[i] ? length_of[i*2+:2] : new_length[i*2+:2];
      position[i*2+:2] = holds[i] ? position_of[i*2+:2] : 2'd0;
      flit[i*64+:64] = trenza_pkg::make_flit({30'd0, packet[i*2+:2]}, {12'd0, length[i*2+:2]}, {12'd0, position[i*2+:2]},
          position[i*2+:2] == '0, position[i*2+:2] == length[i*2+:2]);
      request[i*64+:64] = waiting[i] ? trenza_pkg::make_request({30'd0, packet[i*2+:2]}, 14'd1) : '0;
      route_ports[i*64+:64] = trenza_worm_pkg::make_route_ports(32'(ports_of[i*OUTPUTS+:PORTS]), 32'd0);
      route_vcs[i*64+:64] = trenza_worm_pkg::make_route_vcs(16'(vcs_of[i*VCS+:VCS]), 16'd0, ports_of[i*OUTPUTS+PORTS]);
      hold[i*32+:32] = holds[i] && shows[i] ? trenza_worm_pkg::make_lane(16'(lane_of[i*NUMBER_BITS+:NUMBER_BITS]), 1'b0) : '0;
    end
  end

  trenza_worm_vc_allocator #(
      .PORTS(PORTS),
      .CLASS_VCS(VCS),
      .ALLOCATOR(ALLOCATOR),
      .ARBITER("round_robin"),
      .REQUESTS("all"),
      .REALLOCATION(REALLOCATION),
      .BUFFER_FLITS(DEPTH),
      .PIPELINE(PIPELINE)
  ) vc_allocator (
      .reset(!started),
      .same_ring((PORTS * PORTS)'(0)),
      .request_draw((INPUTS * 16)'(0)),
      .output_draw((OUTPUT_VCS * 16)'(0)),
      .input_draw((INPUTS * 16)'(0)),
      .turn(16'd0),
      .*
  );
  trenza_worm_switch_allocator #(
      .PORTS(PORTS),
      .VCS(VCS),
      .ALLOCATOR(ALLOCATOR),
      .ARBITER("round_robin"),
      .PORT_ROWS(1),
      .PIPELINE(PIPELINE)
  ) switch_allocator (
      .reset(!started),
      .output_draw((OUTPUTS * 16)'(0)),
      .input_draw((INPUTS * 16)'(0)),
      .turn(16'd0),
      .stride('1),
      .*
  );
  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      trenza_output_unit #(.VCS(VCS)) unit (
          .clk,
          .reset(!started),
          .allocated(allocated[o*32+:32]),
          .released(released[o*32+:32]),
          .held(held[o*32+:32])
      );
    end
    for (genvar p = 0; p < PORTS; p++) begin : port
      trenza_credit_counter #(
          .VCS(VCS),
          .CREDIT_BITS(2),
          .INITIAL({VCS{32'(DEPTH)}})
      ) counter (
          .clk,
          .reset(!started),
          .charge(charge[p*32+:32]),
          .taken((VCS * 32)'(0)),
          .credit(32'(returns[p*VCS+:VCS])),
          .credits(credits[p*VCS*32+:VCS*32])
      );
    end
  endgenerate

  // What is given and what crosses, by the words on the ports.
  logic [INPUTS-1:0] gets;
  logic [INPUTS*NUMBER_BITS-1:0] given;
  logic [INPUTS-1:0] popped;
  logic [OUTPUT_VCS-1:0] crossed;  // a flit crosses to this output VC
  logic [OUTPUT_VCS*6-1:0] crossing;  // its packet, length and position
  trenza_worm_pkg::output_vc_t number;
  trenza_worm_pkg::select_t word;
  trenza_worm_pkg::input_t from;
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      number = trenza_worm_pkg::lane_output_vc(grant[i*32+:32]);
      gets[i] = trenza_worm_pkg::lane_valid(grant[i*32+:32]);
      given[i*NUMBER_BITS+:NUMBER_BITS] = number[NUMBER_BITS-1:0];
      popped[i] = pop[i/VCS*32+i%VCS];
    end
    crossed = '0;
    crossing = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      word = select[o*32+:32];
      from = trenza_worm_pkg::select_input(word);
      for (int w = 0; w < VCS; w++) begin
        if (trenza_worm_pkg::select_valid(word) && trenza_worm_pkg::select_vc(word) == w) begin
          crossed[o*VCS+w] = 1'b1;
          for (int i = 0; i < INPUTS; i++) begin
            if (from == i) crossing[(o*VCS+w)*6+:6] = {packet[i*2+:2], length[i*2+:2], position[i*2+:2]};
          end
        end
      end
    end
  end
  always_ff @(posedge clk) begin
    for (int i = 0; i < INPUTS; i++) begin
      packet_of[i*2+:2] <= packet[i*2+:2];
      length_of[i*2+:2] <= length[i*2+:2];
      position_of[i*2+:2] <= position[i*2+:2] + 2'(popped[i]);
      if (gets[i]) lane_of[i*NUMBER_BITS+:NUMBER_BITS] <= given[i*NUMBER_BITS+:NUMBER_BITS];
      holds[i] <= started && (holds[i] || gets[i]) && !(popped[i] && position[i*2+:2] == length[i*2+:2]);
      waited[i] <= started && waiting[i] && !gets[i];
    end
  end

  // What has come to each output VC: the packet that is under way, and its flits that have crossed.
  logic [OUTPUT_VCS-1:0] open = '0;
  logic [OUTPUT_VCS*2-1:0] open_packet = '0;
  logic [OUTPUT_VCS*2-1:0] open_length = '0;
  logic [OUTPUT_VCS*2-1:0] next_position = '0;
  logic [NETWORK*2-1:0] outstanding = '0;  // credits that are used and not back
  always_ff @(posedge clk) begin
    for (int k = 0; k < OUTPUT_VCS; k++) begin
      if (!started) begin
        open[k] <= 1'b0;
      end else if (crossed[k]) begin
        open[k] <= crossing[k*6+2+:2] != crossing[k*6+:2];
        open_packet[k*2+:2] <= crossing[k*6+4+:2];
        open_length[k*2+:2] <= crossing[k*6+2+:2];
        next_position[k*2+:2] <= crossing[k*6+:2] + 2'd1;
      end
    end
    for (int k = 0; k < NETWORK; k++)
      outstanding[k*2+:2] <= started ? outstanding[k*2+:2] + 2'(crossed[k]) - 2'(returns[k]) : 2'd0;
  end
  always_comb for (int k = 0; k < NETWORK; k++) assume (!returns[k] || outstanding[k*2+:2] != '0);

  logic one_holder;
  logic held_is_told;
  logic holders_are_known;  // only describes the states that can be reached
  logic only_holders_send;
  logic unmixed;
  logic conserved;
  logic covered;
  logic only_free_ones;
  logic [OUTPUT_VCS-1:0] holding;  // output VCs that an input VC holds
  logic [OUTPUT_VCS-1:0] under_way;  // output VCs whose holder has sent a flit
  always_comb begin
    one_holder = 1'b1;
    held_is_told = 1'b1;
    holders_are_known = 1'b1;
    only_holders_send = 1'b1;
    unmixed = 1'b1;
    conserved = 1'b1;
    covered = 1'b1;
    only_free_ones = 1'b1;
    holding = '0;
    under_way = '0;
    for (int i = 0; i < INPUTS; i++) begin
      for (int k = 0; k < i; k++) begin
        if (holds[i] && holds[k] && lane_of[i*NUMBER_BITS+:NUMBER_BITS] == lane_of[k*NUMBER_BITS+:NUMBER_BITS]) one_holder = 1'b0;
      end
      if (holds[i] && (waited[i] || lane_of[i*NUMBER_BITS+:NUMBER_BITS] >= OUTPUT_VCS ||
          position_of[i*2+:2] > length_of[i*2+:2])) holders_are_known = 1'b0;
      if (popped[i] && !(holds[i] ? shows[i] : PIPELINE != "two_step" && gets[i])) only_holders_send = 1'b0;
      if (gets[i] && !waiting[i]) only_free_ones = 1'b0;
      for (int k = 0; k < OUTPUT_VCS; k++) begin
        if (holds[i] && lane_of[i*NUMBER_BITS+:NUMBER_BITS] == k) begin
          holding[k] = 1'b1;
          under_way[k] = position_of[i*2+:2] != '0;
          if (under_way[k] && (open_packet[k*2+:2] != packet_of[i*2+:2] || open_length[k*2+:2] != length_of[i*2+:2] ||
              next_position[k*2+:2] != position_of[i*2+:2])) holders_are_known = 1'b0;
        end
        if (gets[i] && given[i*NUMBER_BITS+:NUMBER_BITS] == k) begin
          if (holding[k] || held[k/VCS*32+k%VCS]) only_free_ones = 1'b0;
          if (REALLOCATION == "atomic" && k < NETWORK && outstanding[k%NETWORK*2+:2] != '0) only_free_ones = 1'b0;
        end
      end
    end
    if (open != under_way) holders_are_known = 1'b0;
    for (int k = 0; k < OUTPUT_VCS; k++) begin
      if (held[k/VCS*32+k%VCS] != holding[k]) held_is_told = 1'b0;
      if (crossed[k] && (open[k] ? crossing[k*6+:6] != {open_packet[k*2+:2], open_length[k*2+:2], next_position[k*2+:2]} :
          crossing[k*6+:2] != '0)) unmixed = 1'b0;
      if (k < NETWORK) begin
        if (credits[k%NETWORK*32+:32] + 32'(outstanding[k%NETWORK*2+:2]) != DEPTH) conserved = 1'b0;
        if (crossed[k] && credits[k%NETWORK*32+:32] == '0) covered = 1'b0;
        if (charge[k/VCS%PORTS*32+:32] != '0 && crossed[k/VCS*VCS+:VCS] == '0) covered = 1'b0;
      end
    end
  end

  // For the events: the output VC 0 lost its holder in the last cycle.
  logic left = 1'b0;
  always_ff @(posedge clk) left <= started && holding[0] && released[0];

  generate
    if (PIPELINE == "two_step") begin : apart
      always_comb if (started) an_output_vc_is_held_that_sent_nothing : cover (holding == '1 && open == '0);
    end else begin : at_once
      always_comb if (started) a_packet_of_a_flit_holds_nothing : cover (allocated[0] && released[0] && crossed[0]);
    end
    if (REALLOCATION == "tail") begin : after_the_tail
      always_comb if (started) the_next_holder_begins_at_once : cover (left && allocated[0]);
    end else begin : atomic
      always_comb if (started) a_free_output_vc_waits_for_its_credits : cover (left && waiting[0] && gets == '0 &&
          ports_of[OUTPUTS-1:0] == OUTPUTS'(1) && vcs_of[0]);
    end
  endgenerate

  always_comb begin
    if (started) begin
      an_output_vc_has_one_holder : assert (one_holder);
      output_units_tell_who_is_held : assert (held_is_told);
      holders_and_flits_agree : assert (holders_are_known);
      only_holders_send_flits : assert (only_holders_send);
      packets_are_in_order_and_unmixed : assert (unmixed);
      credits_are_conserved : assert (conserved);
      a_flit_has_a_credit : assert (covered);
      only_free_output_vcs_are_allocated : assert (only_free_ones);

      every_output_vc_is_held : cover (holding == '1);
      a_holder_lacks_a_credit : cover (holding[0] && credits[31:0] == '0 && open[0] && shows == '1);
      the_last_credit_is_used_as_one_comes : cover (credits[31:0] == 32'd1 && crossed[0] && returns[0]);
      a_longest_packet_ends : cover (released[0] && crossing[3:0] == 4'b1111);
      all_outputs_take_a_flit : cover (select[31] && select[63] && select[95] && open != '0);
    end
  end
endmodule
