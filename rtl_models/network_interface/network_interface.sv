// Network interface, injection side: the fronts of the source queues of a node as inputs of its router. The queues
// themselves have no bound and are outside.
//
// Ports    clk, reset, cycle
//          queued       bit j: a packet is at the front of queue j; the next ones mean something only then, and hold
//                       until its tail has crossed. With LOOKAHEAD the elements INJECTORS + j of these six are the packet
//                       behind it
//          packet       [j*32 +: 32]: its identity
//          flits        [j*16 +: 16]: its length
//          eligible     [j*64 +: 64]: first cycle in which it may request
//          first_header [j*64 +: 64]: its header
//          first_route  [j*64 +: 64]: its route word; read with DIMENSIONS 0
//          pop          bit j: the front flit of injector j crosses in this cycle
//          flit, header, request, route  [j*64 +: 64]: as of an input buffer; they follow the queue in the same cycle. With
//                       LOOKAHEAD request and route are those of the first packet that does not cross yet
//          taken        bit j: the tail of the front packet crosses in this cycle: the queue moves on at the edge
// Latency  0 cycles from queue to request. Reset begins with heads.
// verilator lint_off DECLFILENAME
module trenza_network_interface #(
    parameter int INJECTORS = 1,  // of all classes
    parameter int DIMENSIONS = 2,  // of records; 0: routes come from outside
    parameter bit LOOKAHEAD = 1'b0,  // packets reserve VCs
    localparam int SHOWN = LOOKAHEAD ? 2 * INJECTORS : INJECTORS  // packets of the queues
) (
    input  logic                    clk,
    input  logic                    reset,
    input  logic [            63:0] cycle,
    input  logic [       SHOWN-1:0] queued,
    input  logic [    SHOWN*32-1:0] packet,
    // verilator lint_off UNUSED
    // Lengths have 14 bits; routes come from inside or from outside; pop is a word.
    input  logic [    SHOWN*16-1:0] flits,
    input  logic [    SHOWN*64-1:0] eligible,
    input  logic [    SHOWN*64-1:0] first_header,
    input  logic [    SHOWN*64-1:0] first_route,
    input  logic [            31:0] pop,
    // verilator lint_on UNUSED
    output logic [INJECTORS*64-1:0] flit,
    output logic [INJECTORS*64-1:0] header,
    output logic [INJECTORS*64-1:0] request,
    output logic [INJECTORS*64-1:0] route,
    output logic [   INJECTORS-1:0] taken
);
  generate
    for (genvar j = 0; j < INJECTORS; j++) begin : injector
      trenza_pkg::length_t position;  // of the next flit to cross
      trenza_pkg::length_t length;
      trenza_pkg::packet_t front;
      // The first packet that does not cross yet.
      logic                waits;
      trenza_pkg::packet_t waiting;
      trenza_pkg::length_t waiting_length;
      trenza_pkg::header_t waiting_header;
      logic [63:0]         waiting_from;  // the cycle
      logic                head;
      logic                tail;

      assign length = flits[j*16+:trenza_pkg::LENGTH_BITS];
      assign front = packet[j*32+:32];
      assign head = position == '0;
      assign tail = position + 14'd1 == length;
      assign flit[j*64+:64] = trenza_pkg::make_flit(front, length, position, head, tail);
      assign header[j*64+:64] = first_header[j*64+:64];
      assign request[j*64+:64] = waits && cycle >= waiting_from ? trenza_pkg::make_request(waiting, waiting_length) : '0;
      assign taken[j] = pop[j] && tail;
      if (LOOKAHEAD) begin : first_waiting
        localparam int BEHIND = INJECTORS + j;
        assign waits = head ? queued[j] : queued[BEHIND];
        assign waiting = head ? front : packet[BEHIND*32+:32];
        assign waiting_length = head ? length : flits[BEHIND*16+:trenza_pkg::LENGTH_BITS];
        assign waiting_header = head ? first_header[j*64+:64] : first_header[BEHIND*64+:64];
        assign waiting_from = head ? eligible[j*64+:64] : eligible[BEHIND*64+:64];
        if (DIMENSIONS == 0) begin : from_outside
          assign route[j*64+:64] = head ? first_route[j*64+:64] : first_route[BEHIND*64+:64];
        end
      end else begin : at_front
        assign waits = queued[j] && head;
        assign waiting = front;
        assign waiting_length = length;
        assign waiting_header = first_header[j*64+:64];
        assign waiting_from = eligible[j*64+:64];
        if (DIMENSIONS == 0) begin : from_outside
          assign route[j*64+:64] = first_route[j*64+:64];
        end
      end
      if (DIMENSIONS != 0) begin : from_record
        trenza_routing_unit #(.DIMENSIONS(DIMENSIONS)) unit (
            .valid(LOOKAHEAD ? waits : queued[j]),
            .header(waiting_header),
            .route(route[j*64+:64])
        );
      end

      always_ff @(posedge clk) begin
        if (reset) position <= '0;
        else if (pop[j]) position <= tail ? '0 : position + 14'd1;
      end
    end
  endgenerate
endmodule
