// Route computation for records: what the head that enters an input port of a flit-level router may ask for.
//
// Ports    header       its header word: its record has DIMENSIONS signed fields of hop counts
//          vc           VC of the channel on which it comes
//          from_network it enters by a network port; constant
//          to_dateline  [p*16 +: 16]: of the channel that leaves by port p, as of trenza_dateline_class; constant
//          is_dateline  bit p: likewise
//          same_ring    bit p: the channel that leaves by port p is in the ring of the one that arrives; constant
//          negative     hops from this router are negative: it has colour 1; constant
//          route_ports, route_vcs  the two words of the route; combinational
// Latency  0 cycles. No state, no reset.
// verilator lint_off DECLFILENAME
module trenza_route_computation #(
    parameter int DIMENSIONS = 2,
    parameter int CLASS_VCS = 4,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ROUTING = "dimension_order",  // duato, duato_nbc, nbc, nhop
    parameter logic [trenza_pkg::NAME_BITS-1:0] DATELINE = "memoryless",  // of trenza_dateline_class
    parameter bit RINGS = 1'b1,  // the network has rings
    parameter bit STICKY_ESCAPE = 1'b1,  // duato: a packet in an escape VC stays in escape VCs
    parameter int HOP_CLASSES = 1,  // by negative hops: of trenza_negative_hop_class, like the next two
    parameter logic [trenza_pkg::NAME_BITS-1:0] BONUS_CARDS = "any",
    parameter logic [trenza_pkg::NAME_BITS-1:0] CLASS_CAPS = "exact",
    localparam int PORTS = 2 * DIMENSIONS
) (
    // verilator lint_off UNUSED
    // Records know no destination, and may leave bits over. Not every relation looks at where the packet comes from.
    input  trenza_pkg::header_t           header,
    input  logic [                  31:0] vc,
    input  logic                          from_network,
    input  logic [          PORTS*16-1:0] to_dateline,
    input  logic [             PORTS-1:0] is_dateline,
    input  logic [             PORTS-1:0] same_ring,
    input  logic                          negative,
    // verilator lint_on UNUSED
    output trenza_worm_pkg::route_ports_t route_ports,
    output trenza_worm_pkg::route_vcs_t   route_vcs
);
  localparam int FIELD = trenza_pkg::record_bits(DIMENSIONS);
  localparam int FIRST = trenza_pkg::RECORD;
  localparam int VCS_BITS = trenza_worm_pkg::CLASS_VCS_BITS;
  localparam bit BY_ORDER = ROUTING == "dimension_order" || ROUTING == "duato";
  localparam bit BY_NEGATIVE_HOPS = ROUTING == "duato_nbc" || ROUTING == "nbc" || ROUTING == "nhop";
  localparam bit ADAPTIVE = ROUTING == "duato" || ROUTING == "duato_nbc";
  // Those of the second tier, the first of a class.
  localparam int ORDERED_VCS = !ADAPTIVE ? CLASS_VCS : BY_NEGATIVE_HOPS ? HOP_CLASSES : RINGS ? 2 : 1;
  localparam logic [VCS_BITS-1:0] ALL_VCS = VCS_BITS'((32'd1 << CLASS_VCS) - 32'd1);
  localparam logic [VCS_BITS-1:0] ESCAPE_VCS = VCS_BITS'((32'd1 << ORDERED_VCS) - 32'd1);

  function automatic logic [31:0] productive(input trenza_pkg::header_t word);
    productive = '0;
    for (int k = 0; k < DIMENSIONS; k++) begin
      productive[2*k] = word[FIRST+k*FIELD+:FIELD] != '0 && !word[FIRST+k*FIELD+FIELD-1];
      productive[2*k+1] = word[FIRST+k*FIELD+FIELD-1];
    end
  endfunction

  function automatic logic [3:0] class_vc(input logic [31:0] number);
    class_vc = 4'(number >= CLASS_VCS ? number - CLASS_VCS : number);
  endfunction

  trenza_pkg::ports_t ports;
  trenza_pkg::ports_t lowest;  // of them
  logic               arrived;
  logic [        3:0] last_vc;

  assign ports = productive(header);
  assign lowest = ports & (~ports + 32'd1);
  assign arrived = ports == '0;
  assign last_vc = class_vc(vc);

  // The VCs of the second tier: each way to route has its rule.
  logic [VCS_BITS-1:0] ordered_vcs;
  generate
    if (!BY_ORDER && !BY_NEGATIVE_HOPS) begin : unknown
      trenza_unknown_routing unknown ();
    end
    if (BY_NEGATIVE_HOPS) begin : negative_hops
      trenza_negative_hop_class #(
          .DIMENSIONS(DIMENSIONS),
          .HOP_CLASSES(HOP_CLASSES),
          .CLASSED_VCS(ORDERED_VCS),
          .BONUS_CARDS(ROUTING == "nhop" ? "none" : BONUS_CARDS),
          .CLASS_CAPS(CLASS_CAPS)
      ) classes (
          .classed(from_network),
          .vc(last_vc),
          .vcs(ordered_vcs),
          .*
      );
    end else if (!RINGS) begin : no_datelines
      assign ordered_vcs = ESCAPE_VCS;
    end else begin : datelines
      logic [PORTS*VCS_BITS-1:0] vcs_of_port;

      for (genvar p = 0; p < PORTS; p++) begin : port
        logic [FIELD-1:0] field;
        logic [FIELD-1:0] hops;  // in its dimension

        assign field = header[FIRST+(p/2)*FIELD+:FIELD];
        assign hops = p % 2 == 0 ? field : -field;
        trenza_dateline_class #(
            .CLASS_0_VCS(ADAPTIVE ? 1 : CLASS_VCS / 2),
            .ORDERED_VCS(ORDERED_VCS),
            .DATELINE(DATELINE)
        ) dateline (
            .to_dateline(to_dateline[p*16+:16]),
            .is_dateline(is_dateline[p]),
            .same_ring(same_ring[p] && from_network),
            .vc(last_vc),
            .hops(16'(hops)),
            .vcs(vcs_of_port[p*VCS_BITS+:VCS_BITS])
        );
      end
      assign ordered_vcs = chosen(vcs_of_port, lowest[PORTS-1:0]);
    end
  endgenerate

  // Element p of a vector for the one port p that is set.
  function automatic logic [VCS_BITS-1:0] chosen(input logic [PORTS*VCS_BITS-1:0] words, input logic [PORTS-1:0] port);
    chosen = '0;
    for (int p = 0; p < PORTS; p++) if (port[p]) chosen = chosen | words[p*VCS_BITS+:VCS_BITS];
  endfunction

  logic               bound;  // to the second tier
  trenza_pkg::ports_t ordered;  // ports of it

  assign bound = !ADAPTIVE || (BY_ORDER && STICKY_ESCAPE && from_network && 32'(last_vc) < ORDERED_VCS);
  assign ordered = BY_ORDER ? lowest : ordered_vcs == '0 ? '0 : ports;
  assign route_ports = arrived ? '0 : trenza_worm_pkg::make_route_ports(bound ? '0 : ports, ordered);
  assign route_vcs = arrived ? trenza_worm_pkg::make_route_vcs('0, '0, 1'b1) :
      trenza_worm_pkg::make_route_vcs(bound ? '0 : ALL_VCS & ~ESCAPE_VCS, ordered_vcs, 1'b0);
endmodule
