// What travels on links, and the words that blocks exchange inside a router: a type for each word and for each of its
// fields, and functions that read a field or make a word. C++ has the same formats and names in microarch/flit.h,
// rtl_models/common/words.h, topologies/routing.h and topologies/record_format.h. No module knows where a field lies.
//
// Words are vectors and not packed structs. Yosys 0.23 does not find the fields of a struct in functions and generate
// blocks, and Icarus Verilog 11 takes no struct out of a package. For their sake the widths of types are numbers, too.
package trenza_pkg;
  // verilator lint_off UNUSED
  // A module uses a few of these, and a function that reads a field leaves the others alone.
  localparam int NAME_BITS = 128;  // of a parameter that is the name of a policy: up to 16 characters

  localparam int PACKET_BITS = 32;
  localparam int LENGTH_BITS = 14;
  localparam int VC_BITS = 4;
  localparam int OUTPUT_BITS = 6;
  localparam int INPUT_BITS = 8;
  localparam int PORTS_BITS = 32;
  localparam int PORT_BITS = 8;

  typedef logic [31:0] packet_t;  // identity of a packet
  typedef logic [13:0] length_t;  // flits of a packet; also a position in it, and credits that are taken for it
  typedef logic [3:0] vc_t;  // of a channel; in a route: an escape VC of the class
  typedef logic [5:0] output_t;  // of a router: network ports, then ejection ports
  typedef logic [7:0] input_t;  // of a router: VCs of network ports, then injectors
  typedef logic [31:0] ports_t;  // bit p: network port p
  typedef logic [7:0] port_t;  // a network port, or NO_PORT

  localparam logic [7:0] NO_PORT = 8'hff;

  // Flit word, from the lowest bit: packet; position in the packet, or of a head the hops that it has made; length of
  // the packet; head; tail.
  typedef logic [63:0] flit_t;
  localparam int FLIT_POSITION = PACKET_BITS;
  localparam int FLIT_LENGTH = FLIT_POSITION + LENGTH_BITS;
  localparam int FLIT_HEAD = FLIT_LENGTH + LENGTH_BITS;
  localparam int FLIT_TAIL = FLIT_HEAD + 1;

  function automatic flit_t make_flit(input packet_t packet, input length_t length, input length_t position,
                                      input logic head, input logic tail);
    make_flit = {2'd0, tail, head, length, position, packet};
  endfunction
  function automatic packet_t packet_of(input flit_t flit);
    packet_of = flit[0+:PACKET_BITS];
  endfunction
  function automatic length_t position_of(input flit_t flit);
    position_of = is_head(flit) ? '0 : flit[FLIT_POSITION+:LENGTH_BITS];
  endfunction
  function automatic length_t hops_of(input flit_t head);
    hops_of = head[FLIT_POSITION+:LENGTH_BITS];
  endfunction
  function automatic length_t length_of(input flit_t flit);
    length_of = flit[FLIT_LENGTH+:LENGTH_BITS];
  endfunction
  function automatic logic is_head(input flit_t flit);
    is_head = flit[FLIT_HEAD];
  endfunction
  function automatic logic is_tail(input flit_t flit);
    is_tail = flit[FLIT_TAIL];
  endfunction
  function automatic flit_t with_next_hop(input flit_t head);
    with_next_hop = head;
    with_next_hop[FLIT_POSITION+:LENGTH_BITS] = head[FLIT_POSITION+:LENGTH_BITS] + 14'd1;
  endfunction

  // Header word: destination node; the state of the routing relation. For records this is a signed number of hops for
  // each dimension, dimension 1 lowest.
  typedef logic [63:0] header_t;
  localparam int DESTINATION_BITS = 24;
  localparam int RECORD = DESTINATION_BITS;

  function automatic logic [23:0] destination_of(input header_t header);
    destination_of = header[0+:DESTINATION_BITS];
  endfunction
  // Bits of the number of a dimension.
  function automatic int record_bits(input int dimensions);
    record_bits = 40 / dimensions < 16 ? 40 / dimensions : 16;
  endfunction

  // Route word: productive ports; port of the escape channel, or NO_PORT; arrived; VC of the escape channel.
  typedef logic [63:0] route_t;
  localparam int ROUTE_ESCAPE_PORT = PORTS_BITS;
  localparam int ROUTE_ARRIVED = ROUTE_ESCAPE_PORT + PORT_BITS;
  localparam int ROUTE_ESCAPE_VC = ROUTE_ARRIVED + 1;

  function automatic route_t make_route(input ports_t ports, input port_t escape_port, input vc_t escape_vc,
                                        input logic arrived);
    make_route = {19'd0, escape_vc, arrived, escape_port, ports};
  endfunction
  function automatic ports_t route_ports(input route_t route);
    route_ports = route[0+:PORTS_BITS];
  endfunction
  function automatic port_t route_escape_port(input route_t route);
    route_escape_port = route[ROUTE_ESCAPE_PORT+:PORT_BITS];
  endfunction
  function automatic vc_t route_escape_vc(input route_t route);
    route_escape_vc = route[ROUTE_ESCAPE_VC+:VC_BITS];
  endfunction
  function automatic logic route_arrived(input route_t route);
    route_arrived = route[ROUTE_ARRIVED];
  endfunction

  // Request word of an input, 0 when no header waits: packet; its flits; in the highest bit that it is a request.
  // Pick word, 0 when nothing is picked: above the flits of the request the VC and the output.
  typedef logic [63:0] request_t;
  typedef logic [63:0] pick_t;
  localparam int REQUEST_FLITS = PACKET_BITS;
  localparam int PICK_VC = REQUEST_FLITS + LENGTH_BITS;
  localparam int PICK_OUTPUT = PICK_VC + VC_BITS;
  localparam int REQUEST_VALID = 63;

  function automatic request_t make_request(input packet_t packet, input length_t flits);
    make_request = {1'b1, 17'd0, flits, packet};
  endfunction
  function automatic pick_t make_pick(input request_t request, input output_t out, input vc_t vc);
    make_pick = {1'b1, 7'd0, out, vc, request_flits(request), request_packet(request)};
  endfunction
  function automatic logic request_valid(input request_t request);
    request_valid = request[REQUEST_VALID];
  endfunction
  function automatic packet_t request_packet(input request_t request);
    request_packet = request[0+:PACKET_BITS];
  endfunction
  function automatic length_t request_flits(input request_t request);
    request_flits = request[REQUEST_FLITS+:LENGTH_BITS];
  endfunction
  function automatic logic pick_valid(input pick_t pick);
    pick_valid = request_valid(pick);
  endfunction
  function automatic packet_t pick_packet(input pick_t pick);
    pick_packet = request_packet(pick);
  endfunction
  function automatic length_t pick_flits(input pick_t pick);
    pick_flits = request_flits(pick);
  endfunction
  function automatic vc_t pick_vc(input pick_t pick);
    pick_vc = pick[PICK_VC+:VC_BITS];
  endfunction
  function automatic output_t pick_output(input pick_t pick);
    pick_output = pick[PICK_OUTPUT+:OUTPUT_BITS];
  endfunction

  // Select word of an output, 0 when nothing crosses: input; VC; in the highest bit that something crosses.
  typedef logic [31:0] select_t;
  localparam int SELECT_VC = INPUT_BITS;
  localparam int SELECT_VALID = 31;

  function automatic select_t make_select(input input_t from, input vc_t vc);
    make_select = {1'b1, 19'd0, vc, from};
  endfunction
  function automatic logic select_valid(input select_t select);
    select_valid = select[SELECT_VALID];
  endfunction
  function automatic input_t select_input(input select_t select);
    select_input = select[0+:INPUT_BITS];
  endfunction
  function automatic vc_t select_vc(input select_t select);
    select_vc = select[SELECT_VC+:VC_BITS];
  endfunction

  // Charge word of a network output, 0 when nothing is charged: credits; two bits that are 0; VC; in the highest bit
  // that something is charged.
  typedef logic [31:0] charge_t;
  localparam int CHARGE_VC = LENGTH_BITS + 2;
  localparam int CHARGE_VALID = 31;

  function automatic charge_t make_charge(input vc_t vc, input length_t credits);
    make_charge = {1'b1, 11'd0, vc, 2'd0, credits};
  endfunction
  function automatic logic charge_valid(input charge_t charge);
    charge_valid = charge[CHARGE_VALID];
  endfunction
  function automatic length_t charge_credits(input charge_t charge);
    charge_credits = charge[0+:LENGTH_BITS];
  endfunction
  function automatic vc_t charge_vc(input charge_t charge);
    charge_vc = charge[CHARGE_VC+:VC_BITS];
  endfunction
  // verilator lint_on UNUSED
endpackage
