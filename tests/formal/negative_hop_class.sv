// The classes of negative hops at a router and at the next one, for any record, colour and VC: why no packet is ever without
// a class, and why classes wait for each other in no circle.
//
// prove: sources rtl_models/wormhole/common/trenza_worm_pkg.sv rtl_models/crossbar/header_hop.sv rtl_models/wormhole/route_computation/negative_hop_class.sv
// prove: induction 1
// prove: events 2
// prove: quick CLASSES=3 VCS=3 CARDS=any
// prove: case CLASSES=5 VCS=5 CARDS=all
// prove: case CLASSES=3 VCS=7 CARDS=none
// prove: case CLASSES=16 VCS=16 CARDS=any
module prove_negative_hop_class #(
    parameter int CLASSES = 3,
    parameter int VCS = 3,
    parameter logic [trenza_pkg::NAME_BITS-1:0] CARDS = "any"
) (
    input logic clk
);
  localparam int DIMENSIONS = 2;
  localparam int PORTS = 2 * DIMENSIONS;
  localparam int FIELD = trenza_pkg::record_bits(DIMENSIONS);
  localparam int HOPS = 6;  // bits: no more than 31 hops fit into 16 classes
  (* anyseq *) logic [HOPS-1:0] x;  // the record
  (* anyseq *) logic [HOPS-1:0] y;
  (* anyseq *) logic negative;
  (* anyseq *) logic classed;
  (* anyseq *) logic [3:0] vc;  // on which the packet comes
  (* anyseq *) logic [3:0] taken;  // on which it goes on
  (* anyseq *) logic [$clog2(PORTS)-1:0] port;
  logic [63:0] header;
  logic [PORTS*64-1:0] advanced;
  logic [63:0] next;
  logic [15:0] vcs;
  logic [15:0] next_vcs;

  assign header = {8'd0, {FIELD - HOPS{y[HOPS-1]}}, y, {FIELD - HOPS{x[HOPS-1]}}, x, 24'd0};
  generate
    for (genvar p = 0; p < PORTS; p++) begin : hop
      trenza_header_hop #(.DIMENSIONS(DIMENSIONS), .PORT(p)) hop (.header, .advanced(advanced[p*64+:64]));
    end
  endgenerate
  assign next = advanced[port*64+:64];
  trenza_negative_hop_class #(
      .DIMENSIONS(DIMENSIONS),
      .HOP_CLASSES(CLASSES),
      .CLASSED_VCS(VCS),
      .BONUS_CARDS(CARDS)
  ) here (.header, .negative, .classed, .vc, .vcs);
  trenza_negative_hop_class #(
      .DIMENSIONS(DIMENSIONS),
      .HOP_CLASSES(CLASSES),
      .CLASSED_VCS(VCS),
      .BONUS_CARDS(CARDS)
  ) there (.header(next), .negative(!negative), .classed(1'b1), .vc(taken), .vcs(next_vcs));

  function automatic logic [HOPS-1:0] size(input logic [HOPS-1:0] field);
    size = field[HOPS-1] ? -field : field;
  endfunction

  logic [HOPS:0] hops;
  logic [HOPS-1:0] along;  // the field of the port
  logic productive;
  logic arrives;  // by this hop
  logic adaptive;  // the VC on which it goes on has no class
  logic goes_on;
  assign hops = (HOPS + 1)'(size(x)) + (HOPS + 1)'(size(y));
  assign along = port[1] ? y : x;
  assign productive = port[0] ? along[HOPS-1] : along != '0 && !along[HOPS-1];
  assign arrives = hops == 1;
  assign adaptive = 32'(taken) >= VCS;
  assign goes_on = (adaptive || vcs[taken]) && !arrives;

  // Class of a VC; of the highest VC of several.
  function automatic logic [4:0] class_of(input logic [3:0] number);
    class_of = '0;
    for (int c = 0; c < CLASSES; c++)
      for (int v = 0; v < VCS; v++) if (v >= c * VCS / CLASSES && number == 4'(v)) class_of = 5'(c);
  endfunction
  function automatic logic [4:0] highest(input logic [15:0] several);
    highest = '0;
    for (int v = 0; v < VCS; v++) if (several[v]) highest = class_of(4'(v));
  endfunction
  function automatic logic [4:0] lowest(input logic [15:0] several);
    lowest = '1;
    for (int v = VCS - 1; v >= 0; v--) if (several[v]) lowest = class_of(4'(v));
  endfunction

  always_comb begin
    assume (productive && hops < 2 * CLASSES);
    who_has_no_class_may_have_one : assert (classed && 32'(vc) < VCS || vcs != '0);
    who_has_one_never_lacks_the_next : assert (!goes_on || next_vcs != '0);
    vcs_that_are_there : assert ((vcs >> VCS) == '0);
    classes_do_not_fall : assert (!goes_on || adaptive || lowest(next_vcs) >= class_of(taken));
    negative_hops_take_a_higher_one : assert (!goes_on || adaptive || negative || lowest(next_vcs) > class_of(taken));
    // Whatever a packet does in between.
    twice_the_highest_grows : assert (CARDS == "none" || !goes_on || vcs == '0 ||
        {highest(next_vcs), negative} > {highest(vcs), !negative});

    the_longest_way_begins : cover (hops == 2 * CLASSES - 1 && !classed && vcs != '0);
    the_last_class_is_taken : cover (goes_on && !adaptive && 32'(class_of(taken)) == CLASSES - 1);
    a_class_that_cannot_be : cover (classed && 32'(vc) < VCS && vcs == '0);
  end
endmodule
