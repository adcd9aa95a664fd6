// The matrix allocator with `output_first`, in a router with 2 ports of an escape VC and an adaptive one, two injectors and
// an ejector, under all requests, routes and credits, and with its arbiters in any state.
//
// prove: sources rtl_models/matrix_allocator/matrix_allocator.sv rtl_models/matrix_allocator/output_first.sv
// prove: sources rtl_models/matrix_allocator/output_first_pass.sv rtl_models/matrix_allocator/granted_pick.sv
// prove: sources rtl_models/switch_allocator/guarded_allocator.sv rtl_models/switch_allocator/input_first.sv
// prove: sources rtl_models/vc_allocator/candidates.sv rtl_models/vc_allocator/input_candidates.sv
// prove: sources rtl_models/vc_allocator/port_credits.sv rtl_models/vc_allocator/lane_pick.sv
// prove: sources rtl_models/vc_allocator/most_credits_pick.sv
// prove: sources rtl_models/arbiter/arbiter.sv rtl_models/arbiter/random_arbiter.sv rtl_models/arbiter/modulo.sv
// prove: sources rtl_models/arbiter/round_robin_arbiter.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/arbiter/pointer.sv rtl_models/arbiter/from_pointer.sv
// prove: sources rtl_models/arbiter/matrix_arbiter.sv rtl_models/arbiter/deficit_arbiter.sv
// prove: sources rtl_models/arbiter/transit_guard.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: probe guarded[2:0] = allocator.allocator.guarded
// prove: induction 1
// prove: events 4
// prove: quick ARBITER=round_robin PORT_ROWS=1 ADAPTIVE=1
// prove: case ARBITER=round_robin PORT_ROWS=2 ADAPTIVE=1
// prove: case ARBITER=matrix PORT_ROWS=1 ADAPTIVE=1
// prove: case ARBITER=age PORT_ROWS=1 ADAPTIVE=1
// prove: case ARBITER=random PORT_ROWS=2 ADAPTIVE=1
// prove: case ARBITER=round_robin PORT_ROWS=3 ADAPTIVE=2 SELECTION=dimension_order
// prove: case ARBITER=round_robin PORT_ROWS=2 ADAPTIVE=2 SELECTION=random
// prove: case ARBITER=deficit PORT_ROWS=1 ADAPTIVE=1
// prove: case ARBITER=round_robin PORT_ROWS=1 ADAPTIVE=1 TRANSIT_GUARD=2
// prove: case ARBITER=deficit PORT_ROWS=2 ADAPTIVE=1 TRANSIT_GUARD=1
module prove_matrix_allocator #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "round_robin",
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",
    parameter int PORT_ROWS = 2,  // crossbar inputs of a port
    parameter int ADAPTIVE = 1,
    parameter int TRANSIT_GUARD = 0
) (
    input logic clk
);
  localparam int PORTS = 2;
  localparam int VCS = 1 + ADAPTIVE;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + 2;
  localparam int OUTPUTS = PORTS + 1;
  localparam int EJECTOR = PORTS;
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [INPUTS*2-1:0] flits_of;
  (* anyseq *) logic [INPUTS*PORTS-1:0] productive;
  (* anyseq *) logic [INPUTS-1:0] escape_port;
  (* anyseq *) logic [INPUTS-1:0] escapes;
  (* anyseq *) logic [INPUTS-1:0] arrived;
  (* anyseq *) logic [PORTS*VCS*2-1:0] credits_of;
  (* anyseq *) logic [PORTS*INPUTS-1:0] admitted_of;
  (* anyseq *) logic [PORTS:0] free;
  (* anyseq *) logic [NETWORK-1:0] busy;
  (* anyseq *) logic [(INPUTS+OUTPUTS+INPUTS)*3-1:0] draws;  // 3 bits reach every remainder of up to 6 requesters
  logic [INPUTS*16-1:0] draw;
  logic [OUTPUTS*16-1:0] output_draw;
  logic [INPUTS*16-1:0] input_draw;
  logic [INPUTS*64-1:0] request;
  logic [INPUTS*64-1:0] route;
  logic [PORTS*VCS*32-1:0] credits;
  logic [PORTS*64-1:0] admitted;
  logic [63:0] output_free;
  logic [63:0] input_busy;
  logic [INPUTS*64-1:0] pick;
  logic [7:0] turn;
  assign turn = '0;
  assign output_free = 64'(free);
  assign input_busy = 64'(busy);
  always_comb begin
    for (int i = 0; i < INPUTS; i++) begin
      draw[i*16+:16] = 16'(draws[i*3+:3]);
      input_draw[i*16+:16] = 16'(draws[(INPUTS+OUTPUTS+i)*3+:3]);
      request[i*64+:64] = asks[i] ?
          trenza_pkg::make_request({28'd0, packet_of[i*4+:4]}, {12'd0, flits_of[i*2+:2]}) : '0;
      route[i*64+:64] = trenza_pkg::make_route({30'd0, productive[i*PORTS+:PORTS]},
          escapes[i] ? {7'd0, escape_port[i]} : trenza_pkg::NO_PORT, 4'd0, arrived[i]);
    end
    for (int o = 0; o < OUTPUTS; o++) output_draw[o*16+:16] = 16'(draws[(INPUTS+o)*3+:3]);
    for (int k = 0; k < PORTS * VCS; k++) credits[k*32+:32] = 32'(credits_of[k*2+:2]);
    for (int p = 0; p < PORTS; p++) admitted[p*64+:64] = 64'(admitted_of[p*INPUTS+:INPUTS]);
  end

  trenza_matrix_allocator #(
      .PORTS(PORTS),
      .CLASS_VCS(VCS),
      .INJECTORS(2),
      .ARBITER(ARBITER),
      .MOST_FLITS(3),
      .TRANSIT_GUARD(TRANSIT_GUARD),
      .SELECTION(SELECTION),
      .PORT_ROWS(PORT_ROWS)
  ) allocator (.reset(!started), .stride('1), .*);

  // Bit o*INPUTS + i: input i could be granted output o; and is.
  logic [OUTPUTS*INPUTS-1:0] wants;
  logic [OUTPUTS*INPUTS-1:0] gets;
  logic [INPUTS*INPUTS-1:0] shares;  // bit i*INPUTS + k: inputs i and k are of one row
  logic [INPUTS-1:0] idle;  // must not pick
  logic [INPUTS-1:0] adaptive;  // could be granted an adaptive VC
  logic [INPUTS-1:0] takes_escape;
  logic request_is_kept;
  logic buffer_has_room;
  trenza_pkg::pick_t word;
  trenza_pkg::request_t asked;  // the request in the pick
  trenza_pkg::output_t output_;
  trenza_pkg::vc_t vc;
  always_comb begin
    request_is_kept = 1'b1;
    buffer_has_room = 1'b1;
    wants = '0;
    gets = '0;
    adaptive = '0;
    takes_escape = '0;
    for (int i = 0; i < INPUTS; i++) begin
      for (int k = 0; k < INPUTS; k++)
        shares[i*INPUTS+k] = i == k || (i < NETWORK && k < NETWORK && i / VCS == k / VCS && i % VCS % PORT_ROWS == k % VCS % PORT_ROWS);
      idle[i] = !asks[i] || (i < NETWORK && busy[i%NETWORK]);
      for (int p = 0; p < PORTS; p++) begin
        for (int v = 1; v < VCS; v++) begin
          if (!idle[i] && !arrived[i] && free[p] && productive[i*PORTS+p] &&
              credits_of[(p*VCS+v)*2+:2] >= flits_of[i*2+:2]) begin
            wants[p*INPUTS+i] = 1'b1;
            adaptive[i] = 1'b1;
          end
        end
      end
      for (int p = 0; p < PORTS; p++) begin
        if (!idle[i] && !arrived[i] && !adaptive[i] && free[p] && escapes[i] && escape_port[i] == p &&
            admitted_of[p*INPUTS+i])
          wants[p*INPUTS+i] = 1'b1;
      end
      wants[EJECTOR*INPUTS+i] = !idle[i] && arrived[i] && free[EJECTOR];

      word = pick[i*64+:64];
      output_ = trenza_pkg::pick_output(word);
      vc = trenza_pkg::pick_vc(word);
      asked = trenza_pkg::make_request(trenza_pkg::pick_packet(word), trenza_pkg::pick_flits(word));
      if (word != '0) begin
        if (asked != request[i*64+:64] || word != trenza_pkg::make_pick(asked, output_, vc)) request_is_kept = 1'b0;
        if (output_ >= OUTPUTS) request_is_kept = 1'b0;
        for (int o = 0; o < OUTPUTS; o++) gets[o*INPUTS+i] = output_ == o;
        if (output_ == EJECTOR && vc != '0) buffer_has_room = 1'b0;
        for (int p = 0; p < PORTS; p++) begin
          if (output_ == p) begin
            takes_escape[i] = vc == '0;
            if (vc >= VCS) buffer_has_room = 1'b0;
            if (vc == '0 && !admitted_of[p*INPUTS+i]) buffer_has_room = 1'b0;
            if (vc == '0 && adaptive[i]) buffer_has_room = 1'b0;
            for (int v = 1; v < VCS; v++)
              if (vc == v && credits_of[(p*VCS+v)*2+:2] < flits_of[i*2+:2]) buffer_has_room = 1'b0;
          end
        end
      end
    end
  end

  logic one_input;
  logic one_of_a_row;
  logic transit_first;
  logic none_idle;
  logic guard_holds;
  logic [OUTPUTS-1:0] guarded;  // of the allocator
  logic [INPUTS-1:0] matched;
  logic [INPUTS-1:0] beside;  // inputs of a row that is matched with another output
  logic [INPUTS-1:0] takers;
  always_comb begin
    one_input = 1'b1;
    one_of_a_row = 1'b1;
    transit_first = 1'b1;
    none_idle = 1'b1;
    guard_holds = 1'b1;
    matched = '0;
    for (int o = 0; o < OUTPUTS; o++) begin
      takers = gets[o*INPUTS+:INPUTS];
      if ((takers & (takers - 1'b1)) != '0) one_input = 1'b0;
      matched = matched | takers;
    end
    for (int i = 0; i < INPUTS; i++) begin
      for (int k = 0; k < i; k++) if (shares[i*INPUTS+k] && matched[i] && matched[k]) one_of_a_row = 1'b0;
    end
    // A free output that network inputs ask for goes to none of them only if some of them got another one.
    for (int o = 0; o < OUTPUTS; o++) begin
      takers = gets[o*INPUTS+:INPUTS];
      for (int i = 0; i < INPUTS; i++) beside[i] = (shares[i*INPUTS+:INPUTS] & matched & ~takers) != '0;
      if (wants[o*INPUTS+:NETWORK] != '0 && takers[NETWORK-1:0] == '0 &&
          (wants[o*INPUTS+:NETWORK] & beside[NETWORK-1:0]) == '0) begin
        if (takers != '0 && !guarded[o]) transit_first = 1'b0;
        if (takers == '0) none_idle = 1'b0;
      end
      // One that is guarded goes to no injector that asks for it only if some of them got another one.
      if (guarded[o] && wants[o*INPUTS+NETWORK+:2] != '0 && takers[INPUTS-1:NETWORK] == '0 &&
          (wants[o*INPUTS+NETWORK+:2] & matched[INPUTS-1:NETWORK]) == '0)
        guard_holds = 1'b0;
      if (takers == '0 && wants[o*INPUTS+:INPUTS] != '0 && (wants[o*INPUTS+:INPUTS] & beside) == '0) none_idle = 1'b0;
    end
  end

  always_comb begin
    picks_keep_the_request : assert (request_is_kept);
    one_input_for_an_output : assert (one_input);
    one_output_for_a_row : assert (one_of_a_row);
    grants_are_requests : assert ((gets & ~wants) == '0);
    picks_have_room_behind : assert (buffer_has_room);
    outputs_are_guarded_by_a_guard_only : assert (TRANSIT_GUARD != 0 || guarded == '0);
    if (ARBITER != "matrix") begin  // a matrix that is no order may have no winner: tests/formal/matrix_arbiter.sv
      transit_before_injection : assert (transit_first);
      an_output_idles_for_a_matched_row_only : assert (none_idle);
      injectors_first_at_a_guarded_output : assert (guard_holds);
    end

    if (started) begin
      all_outputs_are_granted : cover ((gets[0+:INPUTS] != '0) && (gets[INPUTS+:INPUTS] != '0) &&
          (gets[2*INPUTS+:INPUTS] != '0));
      an_injector_gets_what_transit_leaves : cover (wants[0] && wants[INPUTS] && matched[0] && matched[NETWORK]);
      an_output_that_chose_in_vain_idles : cover (wants[0] && wants[INPUTS] && matched == INPUTS'(1));
      two_injectors_are_matched : cover (matched[INPUTS-1:NETWORK] == '1);
      an_injector_escapes : cover (takes_escape[NETWORK]);
      a_network_input_escapes : cover (takes_escape[0]);
      transit_wins : cover (wants[0] && wants[NETWORK] && gets[0] && free == 3'b001);
      the_last_grant_moves_the_next : cover (asks == '1 && arrived == '1 && !idle[0] && free[EJECTOR] &&
          gets[EJECTOR*INPUTS+:INPUTS] == INPUTS'(4));
    end
  end
endmodule
