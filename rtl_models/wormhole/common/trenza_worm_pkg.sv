// The words that only the blocks of a flit-level router exchange, beside those of trenza_pkg: a type for each word and for
// each of its fields, and functions that read a field or make a word. C++ has the same formats and names in
// rtl_models/wormhole/worm_words.h. No module knows where a field lies. Nothing of trenza_pkg is named here: Icarus Verilog 11
// does not take types of a package in another one.
package trenza_worm_pkg;
  // verilator lint_off UNUSED
  // A module uses a few of these, and a function that reads a field leaves the others alone.
  localparam int VC_BITS = 5;
  localparam int CLASS_VCS_BITS = 16;
  localparam int LANE_BITS = 16;
  localparam int INPUT_BITS = 16;

  typedef logic [31:0] ports_t;  // bit p: network port p
  typedef logic [13:0] length_t;
  typedef logic [4:0] vc_t;  // of a channel
  typedef logic [15:0] class_vcs_t;  // bit u: VC u of the class of a packet
  typedef logic [15:0] output_vc_t;  // of a router: output * VCs + VC
  typedef logic [15:0] input_t;  // input VC of a router: input port * VCs + VC; the local port is the last

  // Route of a head, in two words. Ports word: output ports of the first tier; of the second. VCs word: VCs of the first
  // tier; of the second; the head is at its destination.
  typedef logic [63:0] route_ports_t;
  typedef logic [63:0] route_vcs_t;
  localparam int TIER_PORTS = 32;
  localparam int ROUTE_ARRIVED = 2 * CLASS_VCS_BITS;

  function automatic route_ports_t make_route_ports(input ports_t first, input ports_t second);
    make_route_ports = {second, first};
  endfunction
  function automatic route_vcs_t make_route_vcs(input class_vcs_t first, input class_vcs_t second, input logic arrived);
    make_route_vcs = {31'd0, arrived, second, first};
  endfunction
  function automatic logic has_arrived(input route_vcs_t vcs);
    has_arrived = vcs[ROUTE_ARRIVED];
  endfunction
  // Of tier 0 or 1.
  function automatic ports_t tier_ports(input route_ports_t ports, input logic tier);
    tier_ports = tier ? ports[TIER_PORTS+:TIER_PORTS] : ports[0+:TIER_PORTS];
  endfunction
  function automatic class_vcs_t tier_vcs(input route_vcs_t vcs, input logic tier);
    tier_vcs = tier ? vcs[CLASS_VCS_BITS+:CLASS_VCS_BITS] : vcs[0+:CLASS_VCS_BITS];
  endfunction

  // Lane word, 0 for none: output VC that an input VC was given; it is of the escape tier of its head; in the highest bit
  // that there is one.
  typedef logic [31:0] lane_t;
  localparam int LANE_ESCAPE = 30;
  localparam int LANE_VALID = 31;

  function automatic lane_t make_lane(input output_vc_t output_vc, input logic escape);
    make_lane = {1'b1, escape, 14'd0, output_vc};
  endfunction
  function automatic logic lane_valid(input lane_t lane);
    lane_valid = lane[LANE_VALID];
  endfunction
  function automatic output_vc_t lane_output_vc(input lane_t lane);
    lane_output_vc = lane[0+:LANE_BITS];
  endfunction
  function automatic logic is_escape_lane(input lane_t lane);
    is_escape_lane = lane[LANE_ESCAPE];
  endfunction

  // Select word of an output, 0 when nothing crosses: input VC; VC of the output; by the escape tier of the head; in the
  // highest bit that something crosses.
  typedef logic [31:0] select_t;
  localparam int SELECT_VC = INPUT_BITS;
  localparam int SELECT_ESCAPE = 30;
  localparam int SELECT_VALID = 31;

  function automatic select_t make_select(input input_t from, input vc_t vc, input logic escape);
    make_select = {1'b1, escape, 9'd0, vc, from};
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
  function automatic logic select_escape(input select_t select);
    select_escape = select[SELECT_ESCAPE];
  endfunction

  // Charge word: as that of trenza_pkg, with a VC of one more bit.
  typedef logic [31:0] charge_t;
  localparam int CHARGE_VC = 16;

  function automatic charge_t make_charge(input vc_t vc, input length_t credits);
    make_charge = {1'b1, 10'd0, vc, 2'd0, credits};
  endfunction
  function automatic vc_t charge_vc(input charge_t charge);
    charge_vc = charge[CHARGE_VC+:VC_BITS];
  endfunction
  // verilator lint_on UNUSED
endpackage
