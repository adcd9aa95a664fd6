// The VC allocator of a router with 2 ports of an escape VC and 2 adaptive ones, an injector and an ejector, under all
// requests, routes and credits.
//
// prove: sources rtl_models/vc_allocator/vc_allocator.sv rtl_models/vc_allocator/candidates.sv
// prove: sources rtl_models/vc_allocator/input_candidates.sv rtl_models/vc_allocator/port_credits.sv
// prove: sources rtl_models/vc_allocator/vc_pick.sv rtl_models/vc_allocator/lane_pick.sv
// prove: sources rtl_models/vc_allocator/most_credits_pick.sv
// prove: sources rtl_models/arbiter/arbiter.sv rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/arbiter/pointer.sv rtl_models/arbiter/from_pointer.sv
// prove: induction 1
// prove: events 1
// prove: quick SELECTION=most_credits
// prove: case SELECTION=dimension_order
// prove: case SELECTION=random
module prove_vc_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits"
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = 3;
  localparam int INPUTS = PORTS * VCS + 1;
  localparam int EJECTOR = PORTS;

  (* anyseq *) logic [INPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [INPUTS*3-1:0] flits_of;
  (* anyseq *) logic [INPUTS*PORTS-1:0] productive;
  (* anyseq *) logic [INPUTS-1:0] escape_port;
  (* anyseq *) logic [INPUTS-1:0] escapes;
  (* anyseq *) logic [INPUTS-1:0] arrived;
  (* anyseq *) logic [PORTS*VCS*3-1:0] credits_of;
  (* anyseq *) logic [PORTS*INPUTS-1:0] admitted_of;
  (* anyseq *) logic [PORTS:0] free;
  (* anyseq *) logic [PORTS*VCS-1:0] busy;
  (* anyseq *) logic [INPUTS*16-1:0] draw;
  logic [INPUTS*64-1:0] request;
  logic [INPUTS*64-1:0] route;
  logic [PORTS*VCS*32-1:0] credits;
  logic [PORTS*64-1:0] admitted;
  logic [63:0] output_free;
  logic [63:0] input_busy;
  logic [INPUTS*64-1:0] pick;
  assign output_free = 64'(free);
  assign input_busy = 64'(busy);
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      request[i*64+:64] = asks[i] ?
          trenza_pkg::make_request({28'd0, packet_of[i*4+:4]}, {11'd0, flits_of[i*3+:3]}) : '0;
      route[i*64+:64] = trenza_pkg::make_route({30'd0, productive[i*PORTS+:PORTS]},
          escapes[i] ? {7'd0, escape_port[i]} : trenza_pkg::NO_PORT, 4'd0, arrived[i]);
    end
    for (int k = 0; k < PORTS * VCS; k++) credits[k*32+:32] = 32'(credits_of[k*3+:3]);
    for (int p = 0; p < PORTS; p++) admitted[p*64+:64] = 64'(admitted_of[p*INPUTS+:INPUTS]);
  end

  trenza_vc_allocator #(.PORTS(PORTS), .CLASS_VCS(VCS), .SELECTION(SELECTION)) allocator (.*);

  logic request_is_kept;
  logic output_was_free;
  logic buffer_has_room;
  logic way_is_allowed;
  logic adaptive_before_escape;
  logic none_idle;
  logic none_has_more;
  trenza_pkg::pick_t word;
  trenza_pkg::request_t asked;  // the request in the pick
  trenza_pkg::output_t output_;
  trenza_pkg::vc_t vc;
  trenza_pkg::output_t first_output;  // of input 0
  trenza_pkg::vc_t first_vc;
  logic adaptive;  // the input could take an adaptive VC
  logic escape;  // the input could take the escape VC
  logic idle;  // the input must not pick
  logic [INPUTS-1:0] picking;  // inputs that pick; below: what they take
  logic [INPUTS-1:0] takes_adaptive;
  logic [INPUTS-1:0] takes_escape;
  logic [INPUTS-1:0] takes_ejector;
  always_comb begin
    request_is_kept = 1'b1;
    output_was_free = 1'b1;
    buffer_has_room = 1'b1;
    way_is_allowed = 1'b1;
    adaptive_before_escape = 1'b1;
    none_idle = 1'b1;
    none_has_more = 1'b1;
    first_output = trenza_pkg::pick_output(pick[63:0]);
    first_vc = trenza_pkg::pick_vc(pick[63:0]);
    for (int i = 0; i < INPUTS; i++) begin
      word = pick[i*64+:64];
      output_ = trenza_pkg::pick_output(word);
      vc = trenza_pkg::pick_vc(word);
      asked = trenza_pkg::make_request(trenza_pkg::pick_packet(word), trenza_pkg::pick_flits(word));
      picking[i] = word != '0;
      takes_ejector[i] = picking[i] && output_ == EJECTOR;
      takes_escape[i] = picking[i] && output_ < EJECTOR && vc == '0;
      takes_adaptive[i] = picking[i] && output_ < EJECTOR && vc != '0;
      idle = !asks[i] || (i < PORTS * VCS && busy[i%(PORTS*VCS)]);
      adaptive = 1'b0;
      escape = 1'b0;
      for (int p = 0; p < PORTS; p++) begin
        for (int v = 1; v < VCS; v++)
          if (free[p] && productive[i*PORTS+p] && credits_of[(p*VCS+v)*3+:3] >= flits_of[i*3+:3]) adaptive = 1'b1;
        if (free[p] && escapes[i] && escape_port[i] == p && admitted_of[p*INPUTS+i]) escape = 1'b1;
      end
      if (word != '0) begin
        if (idle || asked != request[i*64+:64] || word != trenza_pkg::make_pick(asked, output_, vc)) request_is_kept = 1'b0;
        if (output_ > EJECTOR) output_was_free = 1'b0;
        if (arrived[i] != (output_ == EJECTOR)) way_is_allowed = 1'b0;
        if (output_ == EJECTOR && !free[EJECTOR]) output_was_free = 1'b0;
        for (int p = 0; p < PORTS; p++) begin
          if (output_ == p) begin
            if (!free[p]) output_was_free = 1'b0;
            if (vc >= VCS) way_is_allowed = 1'b0;
            if (vc == 0 && !(escapes[i] && escape_port[i] == p)) way_is_allowed = 1'b0;
            if (vc == 0 && !admitted_of[p*INPUTS+i]) buffer_has_room = 1'b0;
            if (vc == 0 && adaptive) adaptive_before_escape = 1'b0;
            if (vc != 0 && !productive[i*PORTS+p]) way_is_allowed = 1'b0;
            for (int v = 1; v < VCS; v++)
              if (vc == v && credits_of[(p*VCS+v)*3+:3] < flits_of[i*3+:3]) buffer_has_room = 1'b0;
            for (int q = 0; q < PORTS; q++)
              for (int v = 1; v < VCS; v++)
                for (int w = 1; w < VCS; w++)
                  if (vc == v && free[q] && productive[i*PORTS+q] &&
                      credits_of[(q*VCS+w)*3+:3] > credits_of[(p*VCS+v)*3+:3]) none_has_more = 1'b0;
          end
        end
      end else if (!idle && (arrived[i] ? free[EJECTOR] : adaptive || escape)) begin
        none_idle = 1'b0;
      end
    end
  end

  always_comb begin
    picks_keep_the_request : assert (request_is_kept);
    picks_are_of_free_outputs : assert (output_was_free);
    picks_have_room_behind : assert (buffer_has_room);
    picks_are_on_the_way : assert (way_is_allowed);
    adaptive_vcs_come_first : assert (adaptive_before_escape);
    work_conserving : assert (none_idle);
    most_credits_win : assert (SELECTION != "most_credits" || none_has_more);

    every_input_picks : cover (picking == '1);
    an_input_picks_an_adaptive_vc : cover (takes_adaptive != '0);
    an_input_picks_the_escape : cover (takes_escape != '0);
    the_injector_picks_the_escape : cover (takes_escape[INPUTS-1]);
    an_input_picks_the_ejector : cover (takes_ejector != '0);
    three_ways_at_once : cover (takes_adaptive != '0 && takes_escape != '0 && takes_ejector != '0);
    nobody_has_room : cover (asks == '1 && arrived == '0 && free == '1 && busy == '0 && picking == '0);
    exactly_enough_is_enough : cover (takes_adaptive[0] && first_output == 6'd1 && first_vc == 4'd2 &&
        flits_of[2:0] == 3'd7 && credits_of[(VCS+2)*3+:3] == 3'd7);
    the_second_port_is_picked_of_two : cover (takes_adaptive[0] && productive[1:0] == 2'b11 && free[1:0] == 2'b11 &&
        first_output == 6'd1);
    a_port_that_crosses_waits : cover (asks == '1 && busy == 2'b01 && picking == {{(INPUTS-VCS){1'b1}}, {VCS{1'b0}}});
  end
endmodule
