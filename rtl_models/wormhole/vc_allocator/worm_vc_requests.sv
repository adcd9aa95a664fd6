// What one head requests: of the first of its tiers that has a free output VC, all that are free, or a drawn one of them
// (docs/microarchitecture-flit.md, section 4).
//
// Ports    waiting      there is a head
//          route_ports, route_vcs  its route
//          free         bit k: output VC k can be allocated to this head
//          draw         the draw of this input VC and cycle; read by `one`
//          requests     bit k: it requests output VC k; combinational
//          escape       bit k: output VC k is of its escape tier; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_worm_vc_requests #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 2,  // of a class
    parameter int EJECTORS = 1,
    parameter int MESSAGE_CLASS = 0,  // of this head
    parameter logic [trenza_pkg::NAME_BITS-1:0] REQUESTS = "one",  // or "all"
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int NETWORK = PORTS * VCS,
    localparam int OUTPUT_VCS = NETWORK + EJECTORS * VCS
) (
    input  logic                          waiting,
    // verilator lint_off UNUSED
    // A route has room for more ports and VCs than there are, and not everyone draws.
    input  trenza_worm_pkg::route_ports_t route_ports,
    input  trenza_worm_pkg::route_vcs_t   route_vcs,
    input  logic [                  15:0] draw,
    // verilator lint_on UNUSED
    input  logic [        OUTPUT_VCS-1:0] free,
    output logic [        OUTPUT_VCS-1:0] requests,
    output logic [        OUTPUT_VCS-1:0] escape
);
  localparam int FIRST = MESSAGE_CLASS * CLASS_VCS;  // VC of the class

  // verilator lint_off UNUSED
  trenza_pkg::ports_t first_ports;
  trenza_pkg::ports_t second_ports;
  trenza_worm_pkg::class_vcs_t first_vcs;
  trenza_worm_pkg::class_vcs_t second_vcs;
  // verilator lint_on UNUSED
  logic arrived;
  logic [OUTPUT_VCS-1:0] ejection;  // all of this class; constant
  logic [OUTPUT_VCS-1:0] first;
  logic [OUTPUT_VCS-1:0] second;
  logic [OUTPUT_VCS-1:0] candidates;

  // The output VCs of a tier.
  function automatic logic [OUTPUT_VCS-1:0] lanes(input logic [PORTS-1:0] ports, input logic [CLASS_VCS-1:0] vcs);
    lanes = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (ports[p]) lanes[p*VCS+FIRST+:CLASS_VCS] = vcs;
    end
  endfunction

  generate
    for (genvar k = 0; k < OUTPUT_VCS; k++) begin : output_vc
      assign ejection[k] = k >= NETWORK && k % VCS / CLASS_VCS == MESSAGE_CLASS;
    end
  endgenerate
  assign arrived = trenza_worm_pkg::has_arrived(route_vcs);
  assign first_ports = trenza_worm_pkg::tier_ports(route_ports, 1'b0);
  assign second_ports = trenza_worm_pkg::tier_ports(route_ports, 1'b1);
  assign first_vcs = trenza_worm_pkg::tier_vcs(route_vcs, 1'b0);
  assign second_vcs = trenza_worm_pkg::tier_vcs(route_vcs, 1'b1);
  assign first = arrived ? ejection : lanes(first_ports[PORTS-1:0], first_vcs[CLASS_VCS-1:0]);
  assign second = arrived ? '0 : lanes(second_ports[PORTS-1:0], second_vcs[CLASS_VCS-1:0]);
  assign escape = second;
  assign candidates = !waiting ? '0 : (first & free) != '0 ? first & free : second & free;

  generate
    if (REQUESTS == "all") begin : all
      assign requests = candidates;
    end else if (REQUESTS == "one") begin : one
      trenza_random_arbiter #(.REQUESTERS(OUTPUT_VCS)) choice (.request(candidates), .draw, .grant(requests));
    end else begin : unknown
      trenza_no_such_requests choice ();  // tools say that there are none
    end
  endgenerate
endmodule
