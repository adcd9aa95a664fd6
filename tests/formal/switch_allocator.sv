// The switch allocator of a router with 2 ports, 2 VCs, an injector and an ejector, under all picks: an input picks any
// output with a packet of up to 3 flits, and nothing while its last packet crosses.
//
// prove: sources rtl_models/switch_allocator/switch_allocator.sv rtl_models/switch_allocator/output_owner.sv
// prove: sources rtl_models/switch_allocator/guarded_allocator.sv rtl_models/switch_allocator/input_first.sv
// prove: sources rtl_models/arbiter/arbiter.sv rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/arbiter/pointer.sv rtl_models/arbiter/from_pointer.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: probe flits_left[13:0] = allocator.output_[0].of_output.flits_left
// prove: probe holder[4:0] = allocator.output_[0].of_output.holder
// prove: probe flits_left[27:14] = allocator.output_[1].of_output.flits_left
// prove: probe holder[9:5] = allocator.output_[1].of_output.holder
// prove: probe flits_left[41:28] = allocator.output_[2].of_output.flits_left
// prove: probe holder[14:10] = allocator.output_[2].of_output.holder
// prove: induction 2
// prove: events 6
// prove: quick ARBITER=round_robin PORT_ROWS=2
// prove: case ARBITER=round_robin PORT_ROWS=1
// prove: case ARBITER=random PORT_ROWS=2
// prove: case ARBITER=age PORT_ROWS=2
module prove_switch_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "round_robin",
    parameter int PORT_ROWS = 2  // crossbar inputs of a port
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = 2;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + 1;
  localparam int OUTPUTS = PORTS + 1;
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*2-1:0] output_of;
  (* anyseq *) logic [INPUTS*2-1:0] flits_of;
  (* anyseq *) logic [INPUTS-1:0] vc_of;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [OUTPUTS*3-1:0] draws;  // 3 bits reach every remainder of up to 5 requesters
  logic [OUTPUTS*16-1:0] output_draw;
  logic [PORTS*PORT_ROWS*16-1:0] row_draw;
  logic [INPUTS*64-1:0] pick;
  logic [OUTPUTS*32-1:0] select;
  logic [PORTS*32-1:0] pop;
  logic [31:0] pop_injector;
  logic [PORTS*32-1:0] charge;
  logic [63:0] output_free;
  logic [63:0] input_busy;

  always_comb begin
    for (int o = 0; o < OUTPUTS; o++) output_draw[o*16+:16] = 16'(draws[o*3+:3]);
    for (int r = 0; r < PORTS * PORT_ROWS; r++) row_draw[r*16+:16] = 16'(draws[r%PORTS*3+:3]);
  end

  trenza_switch_allocator #(
      .PORTS(PORTS),
      .VCS(VCS),
      .ARBITER(ARBITER),
      .PORT_ROWS(PORT_ROWS)
  ) allocator (.reset(!started), .stride('1), .*);

  // What crosses to each output: whether, and from which input.
  logic [OUTPUTS-1:0] taken;
  logic [OUTPUTS*3-1:0] crosses;
  trenza_pkg::input_t from;
  always_comb begin
    for (int o = 0; o < OUTPUTS; o++) begin
      taken[o] = trenza_pkg::select_valid(select[o*32+:32]);
      from = trenza_pkg::select_input(select[o*32+:32]);
      crosses[o*3+:3] = from[2:0];
    end
  end

  // For each output, since its last grant: how many flits still have to cross, and from which input.
  logic [OUTPUTS*2-1:0] left = '0;
  logic [OUTPUTS*3-1:0] owner = '0;
  logic [OUTPUTS*14-1:0] flits_left;  // of the allocator
  logic [OUTPUTS*INPUTS-1:0] holder;
  logic [INPUTS-1:0] busy;  // inputs whose packet crosses by an earlier grant
  logic [INPUTS-1:0] wants;  // inputs that pick
  trenza_pkg::packet_t packet;
  trenza_pkg::length_t flits;
  always_comb begin
    busy = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      for (int i = 0; i < INPUTS; i++) if (left[o*2+:2] != '0 && owner[o*3+:3] == i) busy[i] = 1'b1;
    end
    for (int i = 0; i < INPUTS; i++) begin
      wants[i] = asks[i] && output_of[i*2+:2] < OUTPUTS && flits_of[i*2+:2] != '0;
      assume (!(busy[i] && wants[i]));
      assume (!(wants[i] && i < NETWORK && input_busy[i]));
      packet = {28'd0, packet_of[i*4+:4]};
      flits = {12'd0, flits_of[i*2+:2]};
      pick[i*64+:64] = wants[i] ? trenza_pkg::make_pick(trenza_pkg::make_request(packet, flits), {4'd0, output_of[i*2+:2]},
          {3'd0, vc_of[i]}) : '0;
    end
  end
  always_ff @(posedge clk) begin
    for (int o = 0; o < OUTPUTS; o++) begin
      if (!started) begin
        left[o*2+:2] <= '0;
      end else if (left[o*2+:2] != '0) begin
        left[o*2+:2] <= left[o*2+:2] - 2'd1;
      end else if (taken[o]) begin
        owner[o*3+:3] <= crosses[o*3+:3];
        for (int i = 0; i < INPUTS; i++) if (crosses[o*3+:3] == i) left[o*2+:2] <= flits_of[i*2+:2] - 2'd1;
      end
    end
  end

  logic one_output_each;
  logic grants_are_picks;
  logic owners_stay;
  logic free_is_told;
  logic none_idle;
  logic transit_first;
  logic pops_agree;
  logic owners_agree;
  logic one_of_a_port;
  logic [INPUTS-1:0] crossing;
  logic [INPUTS-1:0] granted;
  logic [INPUTS-1:0] pickers;
  logic [INPUTS-1:0] winner;
  trenza_pkg::select_t word;
  trenza_pkg::input_t input_;
  trenza_pkg::vc_t vc;
  logic valid;
  always_comb begin
    one_output_each = 1'b1;
    grants_are_picks = 1'b1;
    owners_stay = 1'b1;
    free_is_told = 1'b1;
    none_idle = 1'b1;
    transit_first = 1'b1;
    one_of_a_port = 1'b1;
    owners_agree = 1'b1;
    crossing = '0;
    granted = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      word = select[o*32+:32];
      valid = trenza_pkg::select_valid(word);
      input_ = trenza_pkg::select_input(word);
      vc = trenza_pkg::select_vc(word);
      if (flits_left[o*14+:14] != 14'(left[o*2+:2])) owners_agree = 1'b0;
      if (left[o*2+:2] != '0 && (owner[o*3+:3] >= INPUTS || holder[o*INPUTS+:INPUTS] != INPUTS'(1) << owner[o*3+:3]))
        owners_agree = 1'b0;
      pickers = '0;
      winner = '0;
      for (int i = 0; i < INPUTS; i++) begin
        pickers[i] = wants[i] && output_of[i*2+:2] == o;
        winner[i] = valid && input_ == i;
      end
      if ((crossing & winner) != '0) one_output_each = 1'b0;
      if (valid && winner == '0) grants_are_picks = 1'b0;
      if (output_free[o] != (left[o*2+:2] == '0)) free_is_told = 1'b0;
      if (left[o*2+:2] != '0) begin
        if (!valid || input_[2:0] != owner[o*3+:3]) owners_stay = 1'b0;
      end else begin
        if ((winner & ~pickers) != '0) grants_are_picks = 1'b0;
        for (int i = 0; i < INPUTS; i++) if (winner[i] && vc != 4'(vc_of[i])) grants_are_picks = 1'b0;
        if (PORT_ROWS == VCS && pickers != '0 && winner == '0) none_idle = 1'b0;
        if (PORT_ROWS == VCS && pickers[NETWORK-1:0] != '0 && winner[INPUTS-1:NETWORK] != '0) transit_first = 1'b0;
        granted = granted | winner;
      end
      crossing = crossing | winner;
    end
    for (int p = 0; p < PORTS; p++) begin
      if (PORT_ROWS < VCS && granted[p*VCS+:VCS] == '1) one_of_a_port = 1'b0;
    end
    pops_agree = pop[0+:VCS] == crossing[0+:VCS] && pop[32+:VCS] == crossing[VCS+:VCS] &&
        pop_injector == 32'(crossing[INPUTS-1:NETWORK]);
  end

  // For the events.
  logic [OUTPUTS*INPUTS-1:0] pickers_of;
  logic [OUTPUTS-1:0] held;  // by a packet of an earlier grant
  always_comb begin
    for (int o = 0; o < OUTPUTS; o++) begin
      held[o] = left[o*2+:2] != '0;
      for (int i = 0; i < INPUTS; i++) pickers_of[o*INPUTS+i] = wants[i] && output_of[i*2+:2] == o;
    end
  end

  generate
    if (PORT_ROWS < VCS) begin : shared
      always_comb
        if (started) vcs_of_a_port_pick_two_outputs : cover (pickers_of[0] && pickers_of[INPUTS+1] && held == '0);
    end else begin : own
      always_comb begin
        if (started) begin
          all_inputs_pick_one_output : cover (pickers_of[INPUTS-1:0] == '1);
          vcs_of_a_port_cross_at_once : cover (crossing[VCS-1:0] == '1);
        end
      end
    end
  endgenerate

  always_comb begin
    if (started) begin
      one_output_for_an_input : assert (one_output_each);
      grants_are_a_subset_of_picks : assert (grants_are_picks);
      outputs_stay_until_the_tail : assert (owners_stay);
      free_outputs_are_told : assert (free_is_told);
      work_conserving : assert (none_idle);
      transit_before_injection : assert (transit_first);
      one_grant_for_a_shared_port : assert (one_of_a_port);
      owners_are_those_granted : assert (owners_agree);
      pops_follow_selects : assert (pops_agree);

      every_output_grants : cover (held == '0 && taken == '1);
      every_output_is_held : cover (held == '1);
      a_held_output_is_picked : cover (held[0] && pickers_of[0] && !busy[0]);
      an_output_is_free_after_a_tail : cover (left[1:0] == 2'd1 && owner[2:0] == 3'd0 && pickers_of[INPUTS+:INPUTS] != '0);
      the_injector_wins : cover (granted[INPUTS-1] && pickers_of[INPUTS-1]);
      the_injector_loses_to_transit : cover (pickers_of[INPUTS-1] && pickers_of[NETWORK-1:0] != '0 && granted != '0);
      a_longest_packet_is_held_twice : cover (left[1:0] == 2'd2);
    end
  end
endmodule
