// One virtual channel of an input buffer under the credit contract. The sender starts a packet only when it has credits
// for all of it (on an escape VC: one slot). Credits come back after any time. Packets have up to 2 flits, and the VC
// has room for 4.
//
// prove: sources rtl_models/input_buffer/input_vc.sv
// prove: probe occupancy = queue.occupancy
// prove: probe eligible = queue.eligible
// prove: probe front = queue.front
// prove: probe back = queue.back
// prove: probe memory[63:0] = queue.flits[0]
// prove: probe memory[127:64] = queue.flits[1]
// prove: probe memory[191:128] = queue.flits[2]
// prove: probe memory[255:192] = queue.flits[3]
// prove: probe headers[63:0] = queue.headers[0]
// prove: probe headers[127:64] = queue.headers[1]
// prove: probe headers[191:128] = queue.headers[2]
// prove: probe headers[255:192] = queue.headers[3]
// prove: probe routes[63:0] = queue.routes[0]
// prove: probe routes[127:64] = queue.routes[1]
// prove: probe routes[191:128] = queue.routes[2]
// prove: probe routes[255:192] = queue.routes[3]
// prove: induction 2
// prove: events 12
// prove: quick ESCAPE=0
// prove: quick ESCAPE=1
module prove_input_vc #(
    parameter bit ESCAPE = 1'b0
) (
    input logic clk
);
  localparam int DEPTH = 4;
  localparam int LONGEST = 2;
  localparam logic [3:0] CREDITS = ESCAPE ? 4'(DEPTH / LONGEST) : 4'(DEPTH);
  (* anyseq *) logic push;
  (* anyseq *) logic head;
  (* anyseq *) logic tail;
  (* anyseq *) logic [1:0] flits;
  (* anyseq *) logic [3:0] packet;  // few bits are enough: the queue moves data and does not read them
  (* anyseq *) logic [3:0] route_and_header;
  (* anyseq *) logic ready;
  (* anyseq *) logic pop;
  (* anyseq *) logic credit_home;
  (* anyseq *) logic watch;  // begins to watch the flit that is pushed
  trenza_pkg::flit_t push_flit;
  trenza_pkg::header_t push_header;
  trenza_pkg::route_t push_route;
  assign push_flit = trenza_pkg::make_flit({28'd0, packet}, {12'd0, flits}, '0, head, tail);
  assign push_header = {60'd0, route_and_header};
  assign push_route = {60'd0, ~route_and_header};
  trenza_pkg::flit_t flit;
  trenza_pkg::header_t header;
  trenza_pkg::request_t request;
  trenza_pkg::route_t route;
  logic credit;
  logic front_head;
  logic front_tail;
  logic requests;
  assign front_head = trenza_pkg::is_head(flit);
  assign front_tail = trenza_pkg::is_tail(flit);
  assign requests = trenza_pkg::request_valid(request);
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  trenza_input_vc #(.DEPTH(DEPTH), .ESCAPE(ESCAPE)) queue (.reset(!started), .*);

  // Nets inside the queue, which the probes above connect.
  logic [2:0] occupancy;
  logic [2:0] eligible;
  logic [1:0] front;
  logic [1:0] back;
  logic [DEPTH*64-1:0] memory;
  logic [DEPTH*64-1:0] headers;
  logic [DEPTH*64-1:0] routes;

  // The sender.
  logic [3:0] credits = CREDITS;
  logic [3:0] returning = '0;
  logic [3:0] left = '0;  // flits of the packet under way that are still to come
  logic [3:0] arrived = '0;  // those that have come
  logic [3:0] length;
  logic [3:0] price;
  assign length = 4'(flits);
  assign price = ESCAPE ? 4'd1 : length;
  always_ff @(posedge clk) begin
    if (!started) begin
      credits <= CREDITS;
      returning <= '0;
      left <= '0;
      arrived <= '0;
    end else begin
      credits <= credits + 4'(credit_home) - (push && head ? price : 4'd0);
      returning <= returning + 4'(credit) - 4'(credit_home);
      if (push) left <= head ? length - 4'd1 : left - 4'd1;
      if (push) arrived <= tail ? '0 : head ? 4'd1 : arrived + 4'd1;
    end
  end
  always_comb begin
    if (push) begin
      assume (head == (left == '0));
      assume (!head || (length >= 1 && length <= LONGEST && credits >= price));
      assume (tail == (head ? length == 1 : left == 1));
    end
    assume (!credit_home || returning != '0);
  end

  // The switch pops only flits that are stored, and heads only when their router delay is over. Each stored header
  // becomes ready once.
  logic [3:0] stored_heads;
  logic [3:0] stored_tails;
  logic [3:0] run;  // flits since the last tail
  logic [3:0] longest_run;
  logic [1:0] place;
  logic follows_order;
  logic [DEPTH-1:0] heads;
  logic [DEPTH-1:0] tails;
  always_comb begin
    for (int i = 0; i < DEPTH; i++) begin
      heads[i] = trenza_pkg::is_head(memory[i*64+:64]);
      tails[i] = trenza_pkg::is_tail(memory[i*64+:64]);
    end
    stored_heads = '0;
    stored_tails = '0;
    run = '0;
    longest_run = '0;
    follows_order = 1'b1;
    place = front;
    for (int i = 0; i < DEPTH; i++) begin
      if (i < occupancy) begin
        if (i != 0 && heads[place] != (run == '0)) follows_order = 1'b0;
        stored_heads = stored_heads + 4'(heads[place]);
        stored_tails = stored_tails + 4'(tails[place]);
        run = tails[place] ? '0 : run + 4'd1;
        if (run > longest_run) longest_run = run;
      end
      place = place + 2'd1;
    end
    assume (!pop || (occupancy != '0 && (!front_head || requests)));
    assume (!ready || stored_heads + 4'(push && head) > eligible);
  end

  // Watches any one flit, with its header if it is a head.
  logic watching = 1'b0;
  logic [2:0] ahead = '0;
  logic [63:0] watched = '0;
  logic [63:0] watched_header = '0;
  logic watched_head;
  assign watched_head = trenza_pkg::is_head(watched);
  logic [1:0] watched_place;
  logic stored_as_watched;
  assign watched_place = front + ahead[1:0];
  always_comb begin
    stored_as_watched = 1'b0;
    for (int i = 0; i < DEPTH; i++) begin
      if (watched_place == i && memory[i*64+:64] == watched && (!watched_head ||
          (headers[i*64+:64] == watched_header && routes[i*64+:64] == {60'd0, ~watched_header[3:0]})))
        stored_as_watched = 1'b1;
    end
  end
  always_ff @(posedge clk) begin
    if (!started) begin
      watching <= 1'b0;
    end else if (!watching && watch && push) begin
      watching <= 1'b1;
      watched <= push_flit;
      watched_header <= push_header;
      ahead <= occupancy - 3'(pop);
    end else if (watching && pop) begin
      if (ahead == '0) watching <= 1'b0;
      else ahead <= ahead - 3'd1;
    end
  end

  always_comb begin
    if (started) begin
      no_overflow : assert (!push || occupancy < DEPTH);
      credits_are_conserved : assert (credits + returning + (ESCAPE ? stored_tails + 4'(left != '0) : occupancy + left) == CREDITS);
      credits_in_range : assert (credits <= CREDITS && returning <= CREDITS);
      occupancy_fits : assert (occupancy <= DEPTH && back == 2'(front + occupancy[1:0]));
      no_request_without_a_header : assert (!requests || (front_head && occupancy != '0 && eligible != '0));
      request_names_the_packet : assert (request == '0 ||
          request == trenza_pkg::make_request(trenza_pkg::packet_of(flit), trenza_pkg::length_of(flit)));
      headers_get_ready_once : assert (eligible <= stored_heads);
      packets_stay_whole : assert (follows_order && longest_run < LONGEST && left < LONGEST);
      arrival_is_known : assert (arrived + left <= LONGEST && (left == '0) == (arrived == '0) && run <= arrived && (run == arrived || occupancy == run || occupancy == '0));
      order_kept : assert (!watching || ahead != '0 || flit == watched);
      header_kept : assert (!watching || ahead != '0 || !watched_head || (header == watched_header && route == {60'd0, ~watched_header[3:0]}));
      watched_is_stored : assert (!watching || (ahead < occupancy && stored_as_watched));

      the_queue_is_full : cover (occupancy == DEPTH);
      a_flit_enters_a_full_queue_but_one : cover (push && occupancy == DEPTH - 1 && !pop);
      flits_lie_around_the_end : cover (occupancy == 3'd2 && front == 2'd3 && pop);
      a_watched_flit_lies_behind_three : cover (watching && ahead == 3'd3);
      and_leaves : cover (watching && ahead == '0 && pop && watched_place == 2'd3);
      all_credits_are_taken : cover (credits == '0 && returning == '0);
      a_credit_comes_home : cover (credit_home && credits == '0);
      flits_enter_and_leave_in_one_cycle : cover (push && pop && credit_home && occupancy != '0);
      the_next_packet_enters_as_a_tail_leaves : cover (pop && front_tail && !front_head && push && head);
      a_head_waits_for_its_delay : cover (occupancy != '0 && front_head && eligible == '0);
      two_heads_are_ready : cover (eligible == 3'd2 && requests);
      the_watched_head_requests : cover (requests && watching && ahead == '0 && watched_head);
    end
  end
endmodule
