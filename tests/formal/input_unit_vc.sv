// One virtual channel of an input unit of a flit-level router, between a sender with credits, which sends the flits of a
// packet in their order, and allocators that grant what is asked for, or nothing, at any time. Packets have up to 3 flits, and
// the VC has room for 3.
//
// prove: sources rtl_models/wormhole/input_unit/input_unit_vc.sv
// prove: probe occupancy = queue.occupancy
// prove: probe front = queue.front
// prove: probe back = queue.back
// prove: probe state = queue.state
// prove: probe timer[1:0] = queue.timer
// prove: probe lane = queue.lane
// prove: probe memory[63:0] = queue.flits[0]
// prove: probe memory[127:64] = queue.flits[1]
// prove: probe memory[191:128] = queue.flits[2]
// prove: probe headers[63:0] = queue.headers[0]
// prove: probe headers[127:64] = queue.headers[1]
// prove: probe headers[191:128] = queue.headers[2]
// prove: probe ports[63:0] = queue.ports[0]
// prove: probe ports[127:64] = queue.ports[1]
// prove: probe ports[191:128] = queue.ports[2]
// prove: probe vcs[63:0] = queue.vcs[0]
// prove: probe vcs[127:64] = queue.vcs[1]
// prove: probe vcs[191:128] = queue.vcs[2]
// prove: induction 1
// prove: events 14 unrolled
// prove: quick ROUTING_DELAY=2 STEP_DELAY=1 FALLS_THROUGH=0
// prove: case ROUTING_DELAY=0 STEP_DELAY=3 FALLS_THROUGH=0
// prove: case ROUTING_DELAY=0 STEP_DELAY=2 FALLS_THROUGH=1
// prove: case ROUTING_DELAY=3 STEP_DELAY=0 FALLS_THROUGH=1
module prove_input_unit_vc #(
    parameter int ROUTING_DELAY = 2,  // one of the delays is 2 or 3, the other is not more
    parameter int STEP_DELAY = 1,
    parameter bit FALLS_THROUGH = 1'b0
) (
    input logic clk
);
  localparam int DEPTH = 3;
  localparam bit AT_ONCE = STEP_DELAY <= 1;  // a flit may cross in the cycle in which its packet is allocated its output VC
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ROUTING = 2'd1;
  localparam logic [1:0] WAITING = 2'd2;
  localparam logic [1:0] ACTIVE = 2'd3;
  localparam int CONTENT = 10;  // of a flit: packet, length less 1, position; with a head also header and route
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic sends;
  (* anyseq *) logic [1:0] new_packet;  // few bits are enough: the queue moves data and does not read them
  (* anyseq *) logic [1:0] new_length;
  (* anyseq *) logic [3:0] new_route;
  (* anyseq *) logic gives;
  (* anyseq *) logic [2:0] given;
  (* anyseq *) logic takes;
  (* anyseq *) logic credit_home;

  // The sender: credits, the packet under way and the position of its next flit, 0 between packets.
  logic [2:0] credits = 3'(DEPTH);
  logic [2:0] returning = '0;
  logic [1:0] packet = '0;
  logic [1:0] length = '0;
  logic [1:0] position = '0;
  logic push;
  logic starts;
  logic ends;
  logic [CONTENT-1:0] pushed;
  assign starts = position == '0;
  assign push = started && sends && credits != '0;
  assign pushed = starts ? {new_route, new_packet, new_length, 2'd0} : {4'd0, packet, length, position};
  assign ends = pushed[3:2] == pushed[1:0];
  always_comb begin
    assume (!starts || new_length != 2'd3);
    assume (!credit_home || returning != '0);
  end

  function automatic trenza_pkg::flit_t flit_of(input logic [CONTENT-1:0] content);
    flit_of = trenza_pkg::make_flit({30'd0, content[5:4]}, {12'd0, content[3:2]}, {12'd0, content[1:0]}, content[1:0] == '0,
                                    content[1:0] == content[3:2]);
  endfunction

  trenza_pkg::flit_t flit;
  trenza_pkg::header_t header;
  trenza_pkg::request_t request;
  trenza_worm_pkg::route_ports_t route_ports;
  trenza_worm_pkg::route_vcs_t route_vcs;
  trenza_worm_pkg::lane_t hold;
  trenza_worm_pkg::lane_t granted;
  logic requests;
  logic holds;
  logic gets;
  logic pop;
  assign requests = trenza_pkg::request_valid(request);
  assign holds = trenza_worm_pkg::lane_valid(hold);
  assign gets = requests && gives;
  assign granted = gets ? trenza_worm_pkg::make_lane({13'd0, given}, 1'b0) : '0;
  assign pop = takes && (holds || (AT_ONCE && gets));

  trenza_input_unit_vc #(
      .DEPTH(DEPTH),
      .ROUTING_DELAY(ROUTING_DELAY),
      .STEP_DELAY(STEP_DELAY),
      .FALLS_THROUGH(FALLS_THROUGH)
  ) queue (
      .reset(!started),
      .push_flit(flit_of(pushed)),
      .push_header({60'd0, pushed[9:6]}),
      .push_ports({60'd0, ~pushed[9:6]}),
      .push_vcs({58'd0, pushed[9:6], 2'b01}),
      .*
  );

  // Nets inside the queue, which the probes above connect.
  logic [1:0] occupancy;
  logic [1:0] front;
  logic [1:0] back;
  logic [1:0] state;
  logic [1:0] timer;
  trenza_worm_pkg::lane_t lane;
  logic [DEPTH*64-1:0] memory;
  logic [DEPTH*64-1:0] headers;
  logic [DEPTH*64-1:0] ports;
  logic [DEPTH*64-1:0] vcs;

  // What is in the queue, the oldest first; and in this cycle, with what falls through.
  logic [1:0] count = '0;
  logic [DEPTH*CONTENT-1:0] stored = '0;
  logic enters;
  logic occupied;
  logic [CONTENT-1:0] first;
  assign enters = FALLS_THROUGH && push;
  assign occupied = count != '0 || enters;
  assign first = count != '0 ? stored[CONTENT-1:0] : pushed;

  // The packet at the front, by what was popped: its output VC, how long its head has been there or it has had its output
  // VC, in cycles, 3 at most; the flits of it that were popped.
  logic has = 1'b0;
  logic [2:0] has_lane = '0;
  logic [1:0] age = '0;
  logic [1:0] popped_packet = '0;
  logic [1:0] popped_length = '0;
  logic [1:0] popped = '0;
  logic [1:0] left;  // in the queue after this cycle
  logic over;  // the tail is popped
  assign left = count + 2'(push) - 2'(pop);
  assign over = pop && first[3:2] == first[1:0];
  always_ff @(posedge clk) begin
    if (!started) begin
      credits <= 3'(DEPTH);
      returning <= '0;
      position <= '0;
      count <= '0;
      has <= 1'b0;
      age <= '0;
      popped <= '0;
    end else begin
      credits <= credits - 3'(push) + 3'(credit_home);
      returning <= returning + 3'(pop) - 3'(credit_home);
      if (push) begin
        packet <= pushed[5:4];
        length <= pushed[3:2];
        position <= ends ? '0 : pushed[1:0] + 2'd1;
      end
      count <= left;
      if (pop) stored <= {CONTENT'(0), stored[DEPTH*CONTENT-1:CONTENT]};
      for (int k = 0; k < DEPTH; k++) if (push && left == k + 1) stored[k*CONTENT+:CONTENT] <= pushed;
      has <= (has || gets) && !over;
      if (gets) has_lane <= given;
      age <= over || !occupied && !has ? '0 : gets ? 2'd1 : age == 2'd3 ? age : age + 2'd1;
      if (pop) begin
        popped_packet <= first[5:4];
        popped_length <= first[3:2];
        popped <= over ? '0 : first[1:0] + 2'd1;
      end
    end
  end

  // Helper properties that describe the reachable states: what is stored follows on what was popped, and what is sent on
  // what is stored.
  logic contents_agree;
  logic in_order;
  logic state_agrees;
  logic [1:0] slot;
  logic [5:0] last;  // packet, length and position of the next flit, position 0 for any head
  always_comb begin
    contents_agree = occupancy == count && front < DEPTH && back < DEPTH &&
        back == (front + count >= DEPTH ? 2'(3'(front) + 3'(count) - 3'(DEPTH)) : front + count);
    in_order = 1'b1;
    slot = front;
    last = {popped_packet, popped_length, popped};
    for (int k = 0; k < DEPTH; k++) begin
      if (k < count) begin
        if (memory[slot*64+:64] != flit_of(stored[k*CONTENT+:CONTENT])) contents_agree = 1'b0;
        if (stored[k*CONTENT+:2] == '0 && (headers[slot*64+:64] != {60'd0, stored[k*CONTENT+6+:4]} ||
            ports[slot*64+:64] != {60'd0, ~stored[k*CONTENT+6+:4]} ||
            vcs[slot*64+:64] != {58'd0, stored[k*CONTENT+6+:4], 2'b01})) contents_agree = 1'b0;
        if (last[1:0] == '0 ? stored[k*CONTENT+:2] != '0 : stored[k*CONTENT+:6] != last) in_order = 1'b0;
        if (stored[k*CONTENT+2+:2] == 2'd3 || stored[k*CONTENT+:2] > stored[k*CONTENT+2+:2]) in_order = 1'b0;
        last = stored[k*CONTENT+:6];
        last[1:0] = last[1:0] == last[3:2] ? '0 : last[1:0] + 2'd1;
      end
      slot = slot == DEPTH - 1 ? '0 : slot + 2'd1;
    end
    if (last[1:0] != position || (position != '0 && last[5:2] != {packet, length})) in_order = 1'b0;
    if (popped != '0 && (popped > popped_length || popped_length == 2'd3)) in_order = 1'b0;
    if (position != '0 && (position > length || length == 2'd3)) in_order = 1'b0;
    state_agrees = state == (has ? ACTIVE : count == '0 ? IDLE : age < ROUTING_DELAY ? ROUTING : WAITING);
    if (has && (lane != trenza_worm_pkg::make_lane({13'd0, has_lane}, 1'b0) || age == '0)) state_agrees = 1'b0;
    if (!has && count == '0 && age != '0) state_agrees = 1'b0;
    if (timer != (has ? (age < STEP_DELAY ? 2'(STEP_DELAY) - age : '0) :
        state == ROUTING ? 2'(ROUTING_DELAY) - age : '0)) state_agrees = 1'b0;
    if (popped != '0 && !has) state_agrees = 1'b0;
  end

  logic right_words;
  assign right_words = flit == flit_of(first) && request == trenza_pkg::make_request({30'd0, first[5:4]}, {12'd0, first[3:2]}) &&
      header == {60'd0, first[9:6]} && route_ports == {60'd0, ~first[9:6]} && route_vcs == {58'd0, first[9:6], 2'b01};

  generate
    if (FALLS_THROUGH) begin : falling
      always_comb if (started) a_flit_falls_through : cover (push && pop && count == '0);
    end else begin : stored_first
      always_comb if (started) full_and_popped : cover (count == 2'd3 && pop && push == 1'b0);
    end
    if (AT_ONCE) begin : at_once
      always_comb if (started) a_head_crosses_as_it_is_allocated : cover (gets && pop);
    end else begin : later
      always_comb if (started) an_output_vc_is_held_before_it_may_be_used : cover (has && occupied && !holds);
    end
  endgenerate

  always_comb begin
    if (started) begin
      no_overflow : assert (count != 2'd3 || !push);
      credits_are_conserved : assert (5'(credits) + 5'(count) + 5'(returning) == 5'(DEPTH));
      flits_stay_as_they_came : assert (contents_agree);
      flits_of_a_packet_follow_each_other : assert (in_order);
      states_are_known : assert (state_agrees);
      the_front_flit_is_the_oldest : assert (!occupied || flit == flit_of(first));
      a_request_is_for_a_head_with_its_route : assert (!requests || (occupied && first[1:0] == '0 && right_words));
      a_head_asks_when_its_route_is_there : assert (requests == (occupied && !has && age >= ROUTING_DELAY));
      an_output_vc_is_kept_until_the_tail : assert (!holds || (has && hold == trenza_worm_pkg::make_lane({13'd0, has_lane}, 1'b0)));
      a_flit_may_cross_when_its_packet_has_an_output_vc : assert (holds == (occupied && has && age >= STEP_DELAY));
      packets_leave_in_order_and_whole : assert (!pop || (popped == '0 ? first[1:0] == '0 :
          first[5:0] == {popped_packet, popped_length, popped}));

      two_packets_in_the_queue : cover (count == 2'd3 && stored[1:0] == 2'd2 && stored[CONTENT+:2] == '0);
      a_worm_waits_for_its_flits : cover (has && popped == 2'd1 && !occupied && position != '0);
      the_next_head_comes_forward_at_once : cover (over && count == 2'd2);
      a_packet_of_a_flit_leaves : cover (over && popped == '0);
      the_longest_packet_leaves : cover (over && popped == 2'd2);
      all_credits_are_away : cover (returning == 3'd3);
    end
  end
endmodule
