// A ring of three routers, with the credit counter and the bubble control of each ring output, under any traffic. A
// packet enters from any other input, goes on in the ring or leaves it. Flights, drains and returning credits take any
// time.
//
// prove: sources rtl_models/credit_counter/credit_counter.sv rtl_models/bubble_control/bubble_control.sv
// prove: induction 1
// prove: events 16
// prove: quick SLOTS=2
// prove: case SLOTS=3
// prove: case SLOTS=4
module prove_bubble_ring #(
    parameter int SLOTS = 2  // of each buffer
) (
    input logic clk
);
  localparam int ROUTERS = 3;
  localparam int INPUTS = 4;
  localparam int BITS = 4;
  localparam logic [63:0] RING_INPUT = 64'd2;  // input 1 continues in the ring
  localparam logic [31:0] SLOT_OF_VC_0 = trenza_pkg::make_charge(4'd0, 14'd1);
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  // The packets and slots of each buffer. Router r fills buffer r, which lies behind its ring output.
  logic [ROUTERS*32-1:0] free;  // slots that router r may give
  logic [ROUTERS*BITS-1:0] unborn;  // free slots, and slots that are about to become free
  logic [ROUTERS-1:0] stored_any;
  logic [ROUTERS-1:0] goes_on;  // from buffer r
  logic [ROUTERS-1:0] may_go_on;  // into buffer r
  logic [ROUTERS-1:0] settled;  // nothing is under way to, from or behind buffer r
  logic [ROUTERS-1:0] conserved;  // the properties of each buffer
  logic [ROUTERS-1:0] bounded;
  logic [ROUTERS-1:0] covered;
  logic [ROUTERS-1:0] spares_one;
  logic [ROUTERS-1:0] inputs_only;
  logic [ROUTERS-1:0] enters;
  logic [ROUTERS-1:0] full;  // stored packets fill buffer r
  (* anyseq *) logic [ROUTERS-1:0] asks;
  (* anyseq *) logic [ROUTERS*6-1:0] asking_input;
  (* anyseq *) logic [ROUTERS-1:0] arrives;
  (* anyseq *) logic [ROUTERS-1:0] leaves_ring;
  (* anyseq *) logic [ROUTERS-1:0] drained;
  (* anyseq *) logic [ROUTERS-1:0] credit_back;

  generate
    for (genvar r = 0; r < ROUTERS; r++) begin : router
      localparam int BEFORE = (r + ROUTERS - 1) % ROUTERS;
      logic [63:0] admitted;
      logic [5:0] source;
      logic granted;
      // Packets on the link, in the buffer and crossing out of it, and slots on their way back.
      logic [BITS-1:0] flying = '0;
      logic [BITS-1:0] stored = '0;
      logic [BITS-1:0] draining = '0;
      logic [BITS-1:0] returning = '0;

      trenza_credit_counter #(
          .VCS(1),
          .CREDIT_BITS(BITS),
          .INITIAL(SLOTS)
      ) counter (
          .clk,
          .reset(!started),
          .charge(granted ? SLOT_OF_VC_0 : '0),
          .credit({31'd0, credit_back[r]}),
          .credits(free[r*32+:32])
      );
      trenza_bubble_control #(
          .INPUTS(INPUTS)
      ) bubble (
          .slots(free[r*32+:32]),
          .continuing(RING_INPUT),
          .admitted
      );

      assign source = asking_input[r*6+:6];
      assign granted = asks[r] && admitted[source];
      assign goes_on[BEFORE] = granted && RING_INPUT[source];
      assign may_go_on[r] = (admitted & RING_INPUT) != '0;
      assign stored_any[r] = stored != '0;
      assign settled[r] = flying == '0 && draining == '0 && returning == '0;
      assign unborn[r*BITS+:BITS] = BITS'(free[r*32+:32]) + draining + returning;

      always_ff @(posedge clk) begin
        if (!started) begin
          flying <= '0;
          stored <= '0;
          draining <= '0;
          returning <= '0;
        end else begin
          flying <= flying + BITS'(granted) - BITS'(arrives[r]);
          stored <= stored + BITS'(arrives[r]) - BITS'(goes_on[r] || leaves_ring[r]);
          draining <= draining + BITS'(goes_on[r] || leaves_ring[r]) - BITS'(drained[r]);
          returning <= returning + BITS'(drained[r]) - BITS'(credit_back[r]);
        end
      end

      always_comb begin
        assume (!(goes_on[r] && leaves_ring[r]));
        assume (!(goes_on[r] || leaves_ring[r]) || stored != '0);
        assume (!arrives[r] || flying != '0);
        assume (!drained[r] || draining != '0);
        assume (!credit_back[r] || returning != '0);
      end
      assign conserved[r] = free[r*32+:32] + flying + stored + draining + returning == SLOTS;
      assign bounded[r] = free[r*32+:32] <= SLOTS && flying <= SLOTS && stored <= SLOTS && draining <= SLOTS &&
          returning <= SLOTS;
      assign enters[r] = granted && !RING_INPUT[source];
      assign full[r] = stored == SLOTS;
      assign covered[r] = !granted || free[r*32+:32] != '0;
      assign spares_one[r] = !granted || RING_INPUT[source] || free[r*32+:32] >= 32'd2;
      assign inputs_only[r] = admitted >> INPUTS == '0;
    end
  endgenerate

  always_comb begin
    if (started) begin
      no_slot_is_lost : assert (conserved == '1);
      no_slot_is_made : assert (bounded == '1);
      grants_need_a_slot : assert (covered == '1);
      entering_leaves_a_slot_behind : assert (spares_one == '1);
      nobody_is_admitted_beyond_the_inputs : assert (inputs_only == '1);
      last_free_slot_stays : assert (unborn[0+:BITS] + unborn[BITS+:BITS] + unborn[2*BITS+:BITS] != '0);
      ring_can_always_move : assert (settled != '1 || may_go_on != '0);

      packets_enter_everywhere_at_once : cover (enters == '1);
      packets_go_round_all_at_once : cover (goes_on == '1);
      one_free_slot_is_all_that_is_left : cover (settled == '1 && full == 3'b110 && free[31:0] == 32'd1);
      the_last_slot_moves_a_packet : cover (full == 3'b110 && goes_on == 3'b100);
      who_may_not_enter_may_go_on : cover (asks[0] && free[31:0] == 32'd1 && asking_input[5:0] == 6'd0 && may_go_on[0]);
      a_packet_leaves_and_its_slot_comes_back : cover (credit_back != '0 && drained != '0 && leaves_ring != '0);
    end
  end
endmodule
