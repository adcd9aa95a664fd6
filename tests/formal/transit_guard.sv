// The guard of injectors in the switch allocator, which is where each input picks one output: 2 ports of one VC, one or two
// injectors and an ejector, under all picks of packets of up to 3 flits.
//
// prove: sources rtl_models/switch_allocator/switch_allocator.sv rtl_models/switch_allocator/output_owner.sv
// prove: sources rtl_models/switch_allocator/guarded_allocator.sv rtl_models/switch_allocator/input_first.sv
// prove: sources rtl_models/arbiter/transit_guard.sv rtl_models/arbiter/arbiter.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/pointer.sv
// prove: sources rtl_models/arbiter/from_pointer.sv rtl_models/arbiter/deficit_arbiter.sv
// prove: sources rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: probe counts[1:0] = allocator.allocator.guard.of_outputs.output_[0].count
// prove: probe counts[3:2] = allocator.allocator.guard.of_outputs.output_[1].count
// prove: probe counts[5:4] = allocator.allocator.guard.of_outputs.output_[2].count
// prove: induction 2
// prove: events 8
// prove: quick GRANTS=2 INJECTORS=1 ARBITER=round_robin
// prove: case GRANTS=3 INJECTORS=2 ARBITER=round_robin
// prove: case GRANTS=2 INJECTORS=2 ARBITER=fixed
// prove: case GRANTS=3 INJECTORS=1 ARBITER=deficit
module prove_transit_guard #(
    parameter int GRANTS = 2,  // 2 or 3
    parameter int INJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "round_robin"
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int NETWORK = PORTS;
  localparam int INPUTS = NETWORK + INJECTORS;
  localparam int OUTPUTS = PORTS + 1;
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*2-1:0] output_of;
  (* anyseq *) logic [INPUTS*2-1:0] flits_of;
  logic [INPUTS*64-1:0] pick;
  logic [OUTPUTS*16-1:0] output_draw;
  logic [PORTS*16-1:0] row_draw;
  logic [OUTPUTS*32-1:0] select;
  logic [PORTS*32-1:0] pop;
  logic [31:0] pop_injector;
  logic [PORTS*32-1:0] charge;
  logic [63:0] output_free;
  logic [63:0] input_busy;
  logic [OUTPUTS*2-1:0] counts;  // of the guard
  assign output_draw = '0;
  assign row_draw = '0;

  trenza_switch_allocator #(
      .PORTS(PORTS),
      .VCS(1),
      .INJECTORS(INJECTORS),
      .ARBITER(ARBITER),
      .MOST_FLITS(3),
      .TRANSIT_GUARD(GRANTS)
  ) allocator (.reset(!started), .stride('1), .*);

  logic [INPUTS-1:0] wants;  // inputs that pick
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      wants[i] = asks[i] && output_of[i*2+:2] < OUTPUTS && flits_of[i*2+:2] != '0;
      pick[i*64+:64] = wants[i] ? trenza_pkg::make_pick(trenza_pkg::make_request(32'(i), {12'd0, flits_of[i*2+:2]}),
          {4'd0, output_of[i*2+:2]}, 4'd0) : '0;
    end
  end

  // By output: who picks it, and who is granted it in this cycle. Busy outputs are granted to nobody.
  logic [OUTPUTS*INPUTS-1:0] pickers;
  logic [OUTPUTS-1:0] injectors_ask;
  logic [OUTPUTS-1:0] to_transit;
  logic [OUTPUTS-1:0] to_injectors;
  trenza_pkg::select_t word;
  trenza_pkg::input_t from;
  always_comb begin
    for (int o = 0; o < OUTPUTS; o++) begin
      for (int i = 0; i < INPUTS; i++) pickers[o*INPUTS+i] = wants[i] && output_of[i*2+:2] == o && output_free[o];
      injectors_ask[o] = pickers[o*INPUTS+NETWORK+:INJECTORS] != '0;
      word = select[o*32+:32];
      from = trenza_pkg::select_input(word);
      to_transit[o] = output_free[o] && trenza_pkg::select_valid(word) && from < NETWORK;
      to_injectors[o] = output_free[o] && trenza_pkg::select_valid(word) && from >= NETWORK;
    end
  end

  // Grants to network inputs while an injector asked, since the last grant to an injector.
  logic [OUTPUTS*3-1:0] passed_over = '0;
  always_ff @(posedge clk) begin
    for (int o = 0; o < OUTPUTS; o++) begin
      if (!started || to_injectors[o]) passed_over[o*3+:3] <= '0;
      else if (to_transit[o] && injectors_ask[o]) passed_over[o*3+:3] <= passed_over[o*3+:3] + 3'd1;
    end
  end

  logic kept;
  logic counted;
  logic injectors_first;
  logic transit_first;
  logic none_idle;
  always_comb begin
    kept = 1'b1;
    counted = 1'b1;
    injectors_first = 1'b1;
    transit_first = 1'b1;
    none_idle = 1'b1;
    for (int o = 0; o < OUTPUTS; o++) begin
      if (passed_over[o*3+:3] > GRANTS) kept = 1'b0;
      if (passed_over[o*3+:3] != 3'(counts[o*2+:2])) counted = 1'b0;
      if (passed_over[o*3+:3] == GRANTS && injectors_ask[o] && !to_injectors[o]) injectors_first = 1'b0;
      if (pickers[o*INPUTS+:INPUTS] != '0 && !to_transit[o] && !to_injectors[o]) none_idle = 1'b0;
      if (passed_over[o*3+:3] != GRANTS && pickers[o*INPUTS+:NETWORK] != '0 && !to_transit[o]) transit_first = 1'b0;
    end
  end

  always_comb begin
    if (started) begin
      injectors_are_passed_over_so_often_at_most : assert (kept);
      counts_are_kept : assert (counted);
      injectors_first_at_a_guarded_output : assert (injectors_first);
      transit_first_elsewhere : assert (transit_first);
      work_conserving : assert (none_idle);

      an_injector_is_passed_over_as_often_as_can_be : cover (passed_over[2:0] == GRANTS);
      an_injector_goes_first : cover (to_injectors[0] && pickers[0+:NETWORK] == '1);
      all_outputs_are_guarded : cover (passed_over[2:0] == GRANTS && passed_over[5:3] != '0 && passed_over[8:6] != '0);
      transit_at_a_guarded_output : cover (passed_over[2:0] == GRANTS && to_transit[0]);
    end
  end
endmodule
