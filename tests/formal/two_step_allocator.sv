// The two-step allocator of a router with 2 ports of an escape VC and an adaptive one, an injector and an ejector, under all
// requests, routes, credits, free outputs and busy inputs.
//
// prove: sources rtl_models/two_step_allocator/two_step_allocator.sv rtl_models/two_step_allocator/first_step.sv
// prove: sources rtl_models/switch_allocator/guarded_allocator.sv rtl_models/two_step_allocator/speculation.sv
// prove: sources rtl_models/two_step_allocator/reservation.sv rtl_models/switch_allocator/input_first.sv
// prove: sources rtl_models/vc_allocator/vc_allocator.sv rtl_models/vc_allocator/candidates.sv
// prove: sources rtl_models/vc_allocator/input_candidates.sv rtl_models/vc_allocator/port_credits.sv
// prove: sources rtl_models/vc_allocator/vc_pick.sv rtl_models/vc_allocator/lane_pick.sv
// prove: sources rtl_models/vc_allocator/most_credits_pick.sv
// prove: sources rtl_models/matrix_allocator/matrix_match.sv rtl_models/matrix_allocator/wavefront.sv
// prove: sources rtl_models/matrix_allocator/islip.sv rtl_models/matrix_allocator/match_rounds.sv
// prove: sources rtl_models/matrix_allocator/oldest_first.sv rtl_models/matrix_allocator/output_first.sv
// prove: sources rtl_models/matrix_allocator/output_first_pass.sv
// prove: sources rtl_models/arbiter/arbiter.sv rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/arbiter/pointer.sv rtl_models/arbiter/from_pointer.sv
// prove: sources rtl_models/arbiter/transit_guard.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: probe held[0] = allocator.input_[0].held
// prove: probe held[1] = allocator.input_[1].held
// prove: probe held[2] = allocator.input_[2].held
// prove: probe held[3] = allocator.input_[3].held
// prove: probe held[4] = allocator.input_[4].held
// prove: probe held_arrived[0] = allocator.input_[0].held_arrived
// prove: probe held_arrived[1] = allocator.input_[1].held_arrived
// prove: probe held_arrived[2] = allocator.input_[2].held_arrived
// prove: probe held_arrived[3] = allocator.input_[3].held_arrived
// prove: probe held_arrived[4] = allocator.input_[4].held_arrived
// prove: probe held_out[5:0] = allocator.input_[0].held_out
// prove: probe held_out[11:6] = allocator.input_[1].held_out
// prove: probe held_out[17:12] = allocator.input_[2].held_out
// prove: probe held_out[23:18] = allocator.input_[3].held_out
// prove: probe held_out[29:24] = allocator.input_[4].held_out
// prove: probe held_vc[3:0] = allocator.input_[0].held_vc
// prove: probe held_vc[7:4] = allocator.input_[1].held_vc
// prove: probe held_vc[11:8] = allocator.input_[2].held_vc
// prove: probe held_vc[15:12] = allocator.input_[3].held_vc
// prove: probe held_vc[19:16] = allocator.input_[4].held_vc
// prove: induction 3
// prove: events 5
// prove: quick PIPELINE=speculative MASK=grants DEPTH=1 ALLOCATOR=input_first PARAMETER=0 ARBITER=fixed PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=requests DEPTH=1 ALLOCATOR=input_first PARAMETER=0 ARBITER=round_robin PORT_ROWS=2
// prove: case PIPELINE=two_step MASK=grants DEPTH=1 ALLOCATOR=output_first PARAMETER=0 ARBITER=age PORT_ROWS=1
// prove: case PIPELINE=two_step MASK=grants DEPTH=2 ALLOCATOR=islip PARAMETER=1 ARBITER=round_robin PORT_ROWS=1
// prove: case PIPELINE=speculative MASK=grants DEPTH=1 ALLOCATOR=wavefront PARAMETER=0 ARBITER=fixed PORT_ROWS=2
module prove_two_step_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "speculative",
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",
    parameter int DEPTH = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",
    parameter int PARAMETER = 0,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "fixed",
    parameter int PORT_ROWS = 1
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = 2;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + 1;
  localparam int OUTPUTS = PORTS + 1;
  localparam bit SPECULATES = PIPELINE == "speculative";
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [INPUTS*2-1:0] flits_of;
  (* anyseq *) logic [INPUTS*PORTS-1:0] productive;
  (* anyseq *) logic [INPUTS-1:0] escape_port;
  (* anyseq *) logic [INPUTS-1:0] escapes;
  (* anyseq *) logic [INPUTS-1:0] arrived;
  (* anyseq *) logic [NETWORK*2-1:0] credits_of;
  (* anyseq *) logic [PORTS*INPUTS-1:0] admitted_of;
  (* anyseq *) logic [OUTPUTS-1:0] free;
  (* anyseq *) logic [INPUTS-1:0] busy;
  logic [INPUTS*64-1:0] request;
  logic [INPUTS*64-1:0] route;
  logic [NETWORK*32-1:0] credits;
  logic [PORTS*64-1:0] admitted;
  logic [63:0] output_free;
  logic [63:0] input_busy;
  logic [INPUTS*16-1:0] draw;
  logic [OUTPUTS*16-1:0] output_draw;
  logic [INPUTS*16-1:0] input_draw;
  logic [NETWORK*16-1:0] vc_draw;
  logic [7:0] turn;
  logic [INPUTS*64-1:0] pick;
  logic [INPUTS*64-1:0] reserved;
  logic [NETWORK*32-1:0] taken;
  assign draw = '0;
  assign output_draw = '0;
  assign input_draw = '0;
  assign vc_draw = '0;
  assign turn = '0;
  assign output_free = 64'(free);
  assign input_busy = 64'(busy);
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      request[i*64+:64] = asks[i] ?
          trenza_pkg::make_request({28'd0, packet_of[i*4+:4]}, {12'd0, flits_of[i*2+:2]}) : '0;
      route[i*64+:64] = trenza_pkg::make_route({30'd0, productive[i*PORTS+:PORTS]},
          escapes[i] ? {7'd0, escape_port[i]} : trenza_pkg::NO_PORT, 4'd0, arrived[i]);
    end
    for (int k = 0; k < NETWORK; k++) credits[k*32+:32] = 32'(credits_of[k*2+:2]);
    for (int p = 0; p < PORTS; p++) begin
      admitted[p*64+:64] = 64'(admitted_of[p*INPUTS+:INPUTS]);
      // The bubble control lets nobody in without a slot.
      assume (admitted_of[p*INPUTS+:INPUTS] == '0 || credits_of[p*VCS*2+:2] != '0);
    end
  end

  trenza_two_step_allocator #(
      .PORTS(PORTS),
      .CLASS_VCS(VCS),
      .PIPELINE(PIPELINE),
      .DEPTH(DEPTH),
      .MASK(MASK),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .SELECTION("dimension_order"),
      .PORT_ROWS(PORT_ROWS)
  ) allocator (.reset(!started), .stride('1), .*);

  // What each input holds, as it follows from the ports, and for how many cycles, 3 at most.
  logic [INPUTS-1:0] holds = '0;
  logic [INPUTS-1:0] arrives = '0;
  logic [INPUTS*6-1:0] lane_out = '0;
  logic [INPUTS*4-1:0] lane_vc = '0;
  logic [INPUTS*2-1:0] age = '0;
  // Nets inside of the allocator.
  logic [INPUTS-1:0] held;
  logic [INPUTS-1:0] held_arrived;
  logic [INPUTS*6-1:0] held_out;
  logic [INPUTS*4-1:0] held_vc;

  logic [INPUTS-1:0] picks;
  logic [INPUTS-1:0] reserves;
  logic [INPUTS*6-1:0] out_of;
  logic [INPUTS*4-1:0] vc_of;
  logic [INPUTS*6-1:0] reserved_out;
  logic [INPUTS*4-1:0] reserved_vc;
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      picks[i] = trenza_pkg::pick_valid(pick[i*64+:64]);
      out_of[i*6+:6] = trenza_pkg::pick_output(pick[i*64+:64]);
      vc_of[i*4+:4] = trenza_pkg::pick_vc(pick[i*64+:64]);
      reserves[i] = trenza_pkg::pick_valid(reserved[i*64+:64]);
      reserved_out[i*6+:6] = trenza_pkg::pick_output(reserved[i*64+:64]);
      reserved_vc[i*4+:4] = trenza_pkg::pick_vc(reserved[i*64+:64]);
    end
  end
  always_ff @(posedge clk) begin
    for (int i = 0; i < INPUTS; i++) begin
      if (!started || picks[i]) begin
        holds[i] <= 1'b0;
      end else if (reserves[i]) begin
        holds[i] <= 1'b1;
        arrives[i] <= reserved_out[i*6+:6] == 6'd63;
        lane_out[i*6+:6] <= reserved_out[i*6+:6];
        lane_vc[i*4+:4] <= reserved_vc[i*4+:4];
        age[i*2+:2] <= 2'd1;
      end else if (age[i*2+:2] != 2'd3) begin
        age[i*2+:2] <= age[i*2+:2] + 2'd1;
      end
    end
  end

  logic agrees;
  logic one_input;
  logic one_of_a_row;
  logic within_requests;
  logic has_reservation;
  logic reserves_what_it_may;
  logic once;
  logic takes_credits;
  logic never_below_zero;
  logic [NETWORK*INPUTS-1:0] by;  // bit k*INPUTS + i: input i reserves output VC k
  logic [31:0] cost;
  trenza_pkg::request_t asked;
  always_comb begin
    agrees = held == holds;
    one_input = 1'b1;
    one_of_a_row = 1'b1;
    within_requests = 1'b1;
    has_reservation = 1'b1;
    reserves_what_it_may = 1'b1;
    once = 1'b1;
    takes_credits = 1'b1;
    never_below_zero = 1'b1;
    for (int i = 0; i < INPUTS; i++) begin
      if (holds[i] && (held_arrived[i] != arrives[i] || age[i*2+:2] == '0)) agrees = 1'b0;
      if (holds[i] && arrives[i] && held_vc[i*4+:4] != '0) agrees = 1'b0;
      if (holds[i] && !arrives[i] && (held_out[i*6+:6] != lane_out[i*6+:6] || held_vc[i*4+:4] != lane_vc[i*4+:4]))
        agrees = 1'b0;
      for (int k = 0; k < i; k++) begin
        if (picks[i] && picks[k] && out_of[i*6+:6] == out_of[k*6+:6]) one_input = 1'b0;
        if (i < NETWORK && i / VCS == k / VCS && i % VCS % PORT_ROWS == k % VCS % PORT_ROWS && picks[i] && picks[k])
          one_of_a_row = 1'b0;
      end
      asked = trenza_pkg::make_request(trenza_pkg::pick_packet(pick[i*64+:64]), trenza_pkg::pick_flits(pick[i*64+:64]));
      if (picks[i]) begin
        if (!asks[i] || busy[i] || asked != request[i*64+:64]) within_requests = 1'b0;
        if (out_of[i*6+:6] >= 6'(OUTPUTS) || !free[out_of[i*6+:2]]) within_requests = 1'b0;
        if (holds[i]) begin
          if (age[i*2+:2] < DEPTH) has_reservation = 1'b0;
          if (arrives[i] ? out_of[i*6+:6] < PORTS || vc_of[i*4+:4] != '0 :
              out_of[i*6+:6] != lane_out[i*6+:6] || vc_of[i*4+:4] != lane_vc[i*4+:4]) has_reservation = 1'b0;
        end else begin
          if (!SPECULATES || !reserves[i]) has_reservation = 1'b0;
          if (reserved_out[i*6+:6] == 6'd63 ? out_of[i*6+:6] < PORTS || vc_of[i*4+:4] != '0 :
              out_of[i*6+:6] != reserved_out[i*6+:6] || vc_of[i*4+:4] != reserved_vc[i*4+:4]) has_reservation = 1'b0;
        end
      end
      for (int p = 0; p < PORTS; p++) begin
        for (int v = 0; v < VCS; v++)
          by[(p*VCS+v)*INPUTS+i] = reserves[i] && reserved_out[i*6+:6] == 6'(p) && reserved_vc[i*4+:4] == 4'(v);
      end
      if (reserves[i]) begin
        if (!asks[i] || holds[i]) reserves_what_it_may = 1'b0;
        if (arrived[i] != (reserved_out[i*6+:6] == 6'd63)) reserves_what_it_may = 1'b0;
        if (!arrived[i]) begin
          if (reserved_out[i*6+:6] >= PORTS || reserved_vc[i*4+:4] >= VCS) reserves_what_it_may = 1'b0;
          for (int p = 0; p < PORTS; p++) begin
            if (reserved_out[i*6+:6] == p) begin
              if (reserved_vc[i*4+:4] == '0 ? !escapes[i] || escape_port[i] != p || !admitted_of[p*INPUTS+i] :
                  !productive[i*PORTS+p] || credits_of[(p*VCS+1)*2+:2] < flits_of[i*2+:2]) reserves_what_it_may = 1'b0;
            end
          end
        end
      end
    end
    for (int k = 0; k < NETWORK; k++) begin
      if ((by[k*INPUTS+:INPUTS] & (by[k*INPUTS+:INPUTS] - INPUTS'(1))) != '0) once = 1'b0;
      cost = '0;
      for (int i = 0; i < INPUTS; i++) begin
        if (by[k*INPUTS+i]) cost = cost + (k % VCS == 0 ? 32'd1 : 32'(flits_of[i*2+:2]));
      end
      if (taken[k*32+:32] != cost) takes_credits = 1'b0;
      if (taken[k*32+:32] > credits[k*32+:32]) never_below_zero = 1'b0;
    end
  end

  // For the events.
  logic [OUTPUTS-1:0] granted;
  always_comb begin
    for (int o = 0; o < OUTPUTS; o++) begin
      granted[o] = 1'b0;
      for (int i = 0; i < INPUTS; i++) if (picks[i] && out_of[i*6+:6] == o) granted[o] = 1'b1;
    end
  end
  generate
    if (SPECULATES) begin : speculates
      always_comb begin
        if (started) begin
          reserved_and_granted_at_once : cover ((picks & reserves) == 5'b10001);
          certain_and_speculative_grants_meet : cover ((picks & holds) != '0 && (picks & reserves) != '0);
          a_reservation_that_is_not_granted : cover (free == '1 && busy == '0 && reserves[0] && !picks[0]);
        end
      end
    end
  endgenerate

  always_comb begin
    if (started) begin
      reservations_are_as_shown : assert (agrees);
      one_input_for_an_output : assert (one_input);
      one_output_for_a_row : assert (one_of_a_row);
      grants_are_requests : assert (within_requests);
      every_grant_has_a_reservation : assert (has_reservation);
      reservations_are_candidates : assert (reserves_what_it_may);
      an_output_vc_is_reserved_once : assert (once);
      reservations_take_credits : assert (takes_credits);
      credits_never_fall_below_zero : assert (never_below_zero);

      every_output_is_granted : cover (granted == '1);
      a_busy_input_reserves : cover (busy[0] && reserves[0]);
      who_loses_a_vc_waits : cover (asks == '1 && arrived == '0 && reserves == 5'b00001 && holds == '0 &&
          productive == '1 && escapes == '0);
      a_held_reservation_is_granted : cover ((picks & holds) != '0);
      every_output_vc_is_reserved : cover (by[0+:INPUTS] != '0 && by[INPUTS+:INPUTS] != '0 &&
          by[2*INPUTS+:INPUTS] != '0 && by[3*INPUTS+:INPUTS] != '0);
      everyone_holds : cover (holds == '1);
    end
  end
endmodule
