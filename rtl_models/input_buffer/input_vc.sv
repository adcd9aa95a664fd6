// One virtual channel of an input buffer: its FIFO, and the header of the packet at the front; with LOOKAHEAD also the request
// of the first packet that does not cross yet, though the one before it is at the front.
//
// Ports    clk, reset
//          push, push_flit, push_header, push_route  a flit arrives; header and route mean something with a head
//          ready    the router delay of one more header of this VC is over
//          pop      the front flit leaves in this cycle
//          flit     front flit; header, route: of its packet; all registered, and stale while the VC is empty
//          request  request word while a header waits at the front and its router delay is over, else 0; registered. With
//                   LOOKAHEAD request and route are those of the first packet whose head has not left
//          credit   a credit goes back in this cycle (combinational from pop; an escape VC: with the tail)
// Latency  a flit pushed in cycle t is at the front of an empty VC in t + 1. Reset empties the VC.
// Needs    no push while DEPTH flits are stored and none leaves, and no pop of an empty VC.
// verilator lint_off DECLFILENAME
module trenza_input_vc #(
    parameter int DEPTH = 8,  // flits
    parameter bit ESCAPE = 1'b0,
    parameter bit LOOKAHEAD = 1'b0
) (
    input  logic                 clk,
    input  logic                 reset,
    input  logic                 push,
    input  trenza_pkg::flit_t    push_flit,
    input  trenza_pkg::header_t  push_header,
    input  trenza_pkg::route_t   push_route,
    input  logic                 ready,
    input  logic                 pop,
    output trenza_pkg::flit_t    flit,
    output trenza_pkg::header_t  header,
    output trenza_pkg::request_t request,
    output trenza_pkg::route_t   route,
    output logic                 credit
);
  localparam int ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam int COUNT_BITS = $clog2(DEPTH + 1);
  localparam logic [ADDRESS_BITS-1:0] LAST_ADDRESS = ADDRESS_BITS'(DEPTH - 1);

  trenza_pkg::flit_t       flits         [DEPTH];
  trenza_pkg::header_t     headers       [DEPTH];
  trenza_pkg::route_t      routes        [DEPTH];
  logic [ADDRESS_BITS-1:0] front;
  logic [ADDRESS_BITS-1:0] back;
  logic [  COUNT_BITS-1:0] occupancy;
  logic [  COUNT_BITS-1:0] eligible;  // headers stored whose router delay is over
  trenza_pkg::header_t     held_header;
  // verilator lint_off UNUSED
  trenza_pkg::route_t      held_route;
  // verilator lint_on UNUSED
  logic                    head_at_front;
  logic                    tail_at_front;

  assign flit = flits[front];
  assign head_at_front = occupancy != '0 && trenza_pkg::is_head(flit);
  assign tail_at_front = trenza_pkg::is_tail(flit);
  assign header = head_at_front ? headers[front] : held_header;
  generate
    if (LOOKAHEAD) begin : first_waiting
      // The flits before it are the rest of the packet at the front, which may not all be here.
      trenza_pkg::length_t ahead;
      logic stored;
      logic [ADDRESS_BITS:0] place;
      logic [ADDRESS_BITS-1:0] at;
      trenza_pkg::flit_t head;
      assign ahead = head_at_front ? '0 : trenza_pkg::length_of(flit) - trenza_pkg::position_of(flit);
      assign stored = occupancy != '0 && 32'(ahead) < 32'(occupancy);
      assign place = {1'b0, front} + (ADDRESS_BITS + 1)'(ahead);  // means something if it is stored
      assign at = ADDRESS_BITS'(place > {1'b0, LAST_ADDRESS} ? place - (ADDRESS_BITS + 1)'(DEPTH) : place);
      assign head = flits[at];
      assign route = routes[at];
      assign request = stored && eligible != '0 ?
          trenza_pkg::make_request(trenza_pkg::packet_of(head), trenza_pkg::length_of(head)) : '0;
    end else begin : at_front
      assign route = head_at_front ? routes[front] : held_route;
      assign request = head_at_front && eligible != '0 ?
          trenza_pkg::make_request(trenza_pkg::packet_of(flit), trenza_pkg::length_of(flit)) : '0;
    end
  endgenerate
  assign credit = pop && (!ESCAPE || tail_at_front);

  always_ff @(posedge clk) begin
    if (push) flits[back] <= push_flit;
    if (push && trenza_pkg::is_head(push_flit)) begin
      headers[back] <= push_header;
      routes[back]  <= push_route;
    end
  end

  always_ff @(posedge clk) begin
    held_header <= header;
    held_route  <= route;
    if (reset) begin
      front <= '0;
      back <= '0;
      occupancy <= '0;
      eligible <= '0;
    end else begin
      if (pop) front <= front == LAST_ADDRESS ? '0 : front + ADDRESS_BITS'(1);
      if (push) back <= back == LAST_ADDRESS ? '0 : back + ADDRESS_BITS'(1);
      occupancy <= occupancy + COUNT_BITS'(push) - COUNT_BITS'(pop);
      eligible <= eligible + COUNT_BITS'(ready) - COUNT_BITS'(pop && head_at_front);
    end
  end
endmodule
