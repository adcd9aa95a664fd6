// One virtual channel of an input unit: its FIFO, and the state of the packet at the front.
//
// Ports    clk, reset
//          push, push_flit, push_header, push_{ports, vcs}  a flit arrives; header and route mean something with a head
//          granted  lane word: the output VC that the head at the front is allocated in this cycle
//          pop      the front flit crosses in this cycle
//          flit     front flit; stale while the VC is empty
//          header, route_{ports, vcs}  of the head at the front; they mean something only with a head there
//          request  request word of a head that waits for an output VC, else 0
//          hold     lane word of the output VC of the front flit, if it may use the switch, else 0
// Latency  a flit pushed in cycle t is at the front of an empty VC in t + 1, and all outputs are registered; with FALLS_THROUGH
//          in t, and then the outputs follow push. Reset empties the VC.
// Needs    no push while DEPTH flits are stored, no pop of an empty VC or without an output VC.
// verilator lint_off DECLFILENAME
module trenza_input_unit_vc #(
    parameter int DEPTH = 8,  // flits
    parameter int ROUTING_DELAY = 0,  // cycles
    parameter int STEP_DELAY = 0,  // cycles from the VC allocation to the first request of the switch
    parameter bit FALLS_THROUGH = 1'b0
) (
    input  logic                          clk,
    input  logic                          reset,
    input  logic                          push,
    input  trenza_pkg::flit_t             push_flit,
    input  trenza_pkg::header_t           push_header,
    input  trenza_worm_pkg::route_ports_t push_ports,
    input  trenza_worm_pkg::route_vcs_t   push_vcs,
    input  trenza_worm_pkg::lane_t        granted,
    input  logic                          pop,
    output trenza_pkg::flit_t             flit,
    output trenza_pkg::header_t           header,
    output trenza_pkg::request_t          request,
    output trenza_worm_pkg::route_ports_t route_ports,
    output trenza_worm_pkg::route_vcs_t   route_vcs,
    output trenza_worm_pkg::lane_t        hold
);
  localparam int ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam int COUNT_BITS = $clog2(DEPTH + 1);
  localparam logic [ADDRESS_BITS-1:0] LAST_ADDRESS = ADDRESS_BITS'(DEPTH - 1);
  localparam int LONGEST = ROUTING_DELAY > STEP_DELAY ? ROUTING_DELAY : STEP_DELAY;
  localparam int TIMER_BITS = LONGEST > 0 ? $clog2(LONGEST + 1) : 1;

  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ROUTING = 2'd1;
  localparam logic [1:0] WAITING = 2'd2;
  localparam logic [1:0] ACTIVE = 2'd3;
  localparam logic [1:0] BEGIN = ROUTING_DELAY == 0 ? WAITING : ROUTING;  // of a head that comes to the front

  trenza_pkg::flit_t             flits   [DEPTH];
  trenza_pkg::header_t           headers [DEPTH];
  trenza_worm_pkg::route_ports_t ports   [DEPTH];
  trenza_worm_pkg::route_vcs_t   vcs     [DEPTH];
  logic [ADDRESS_BITS-1:0]       front;
  logic [ADDRESS_BITS-1:0]       back;
  logic [  COUNT_BITS-1:0]       occupancy;
  logic [             1:0]       state;
  logic [  TIMER_BITS-1:0]       timer;  // cycles left in routing, or until the switch may be used
  trenza_worm_pkg::lane_t        lane;

  // The present cycle: with FALLS_THROUGH a head that arrives in an idle VC begins in it.
  logic                          enters;
  logic                          stored;
  logic                          occupied;
  logic                          begins;
  logic [             1:0]       present;
  logic [  TIMER_BITS-1:0]       left;

  assign enters = FALLS_THROUGH && push;
  assign stored = occupancy != '0;
  assign occupied = stored || enters;
  assign begins = enters && state == IDLE;
  assign present = begins ? BEGIN : state;
  assign left = begins ? TIMER_BITS'(ROUTING_DELAY) : timer;
  assign flit = FALLS_THROUGH && !stored ? push_flit : flits[front];
  assign header = FALLS_THROUGH && !stored ? push_header : headers[front];
  assign route_ports = FALLS_THROUGH && !stored ? push_ports : ports[front];
  assign route_vcs = FALLS_THROUGH && !stored ? push_vcs : vcs[front];
  assign request = occupied && present == WAITING ?
      trenza_pkg::make_request(trenza_pkg::packet_of(flit), trenza_pkg::length_of(flit)) : '0;
  assign hold = occupied && present == ACTIVE && left == '0 ? lane : '0;

  // The next one: an allocation, then the flit that crosses, then the cycle that passes, then the head that comes forward.
  logic                    allocated;
  logic                    ends;
  logic [             1:0] worked;
  logic [  TIMER_BITS-1:0] rest;
  logic [  COUNT_BITS-1:0] next_occupancy;
  logic                    next_begins;

  assign allocated = present == WAITING && trenza_worm_pkg::lane_valid(granted);
  assign ends = pop && trenza_pkg::is_tail(flit);
  assign worked = ends ? IDLE : allocated ? ACTIVE : present;
  assign rest = ends ? '0 : allocated ? TIMER_BITS'(STEP_DELAY) : left;
  assign next_occupancy = occupancy + COUNT_BITS'(push) - COUNT_BITS'(pop);
  assign next_begins = worked == IDLE && next_occupancy != '0;

  always_ff @(posedge clk) begin
    if (push) flits[back] <= push_flit;
    if (push && trenza_pkg::is_head(push_flit)) begin
      headers[back] <= push_header;
      ports[back]   <= push_ports;
      vcs[back]     <= push_vcs;
    end
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      front <= '0;
      back <= '0;
      occupancy <= '0;
      state <= IDLE;
      timer <= '0;
      lane <= '0;
    end else begin
      if (pop) front <= front == LAST_ADDRESS ? '0 : front + ADDRESS_BITS'(1);
      if (push) back <= back == LAST_ADDRESS ? '0 : back + ADDRESS_BITS'(1);
      occupancy <= next_occupancy;
      if (next_begins) begin
        state <= BEGIN;
        timer <= TIMER_BITS'(ROUTING_DELAY);
      end else begin
        state <= worked == ROUTING && rest == TIMER_BITS'(1) ? WAITING : worked;
        timer <= rest == '0 ? '0 : rest - TIMER_BITS'(1);
      end
      if (allocated) lane <= granted;
    end
  end
endmodule
