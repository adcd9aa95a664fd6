// Negative hops: the VCs of the classes that a packet may have for its next hop (docs/microarchitecture-flit.md, section 8.2).
//
// Ports    header   its header word: its record has DIMENSIONS signed fields of hop counts, not all of them 0
//          negative the hop leaves a node of colour 1
//          classed  the packet comes on a channel; only then vc means something
//          vc       its VC there, a number in its class of messages
//          vcs      bit u: VC u of its class of messages; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_negative_hop_class #(
    parameter int DIMENSIONS = 2,
    parameter int HOP_CLASSES = 3,  // more than half of the hops of any packet
    parameter int CLASSED_VCS = 3,  // the first VCs are divided among the classes, in order; the others are adaptive
    parameter logic [trenza_pkg::NAME_BITS-1:0] BONUS_CARDS = "any",  // or "all"; "none": the lowest class only
    parameter logic [trenza_pkg::NAME_BITS-1:0] CLASS_CAPS = "exact"  // or "equation_15"
) (
    // verilator lint_off UNUSED
    // The destination and the high bits of the fields do not matter.
    input  trenza_pkg::header_t         header,
    // verilator lint_on UNUSED
    input  logic                        negative,
    input  logic                        classed,
    input  logic [ 3:0]                 vc,
    output trenza_worm_pkg::class_vcs_t vcs
);
  localparam int FIELD = trenza_pkg::record_bits(DIMENSIONS);
  localparam int VCS_BITS = trenza_worm_pkg::CLASS_VCS_BITS;
  // There are 16 VCs, so no packet makes more than 31 hops, and the low bits of all sums are enough.
  localparam int HOPS_BITS = 5;

  function automatic logic [HOPS_BITS-1:0] hops_left(input trenza_pkg::header_t word);
    hops_left = '0;
    for (int k = 0; k < DIMENSIONS; k++)
      hops_left = word[trenza_pkg::RECORD+k*FIELD+FIELD-1] ?
          hops_left - word[trenza_pkg::RECORD+k*FIELD+:HOPS_BITS] :
          hops_left + word[trenza_pkg::RECORD+k*FIELD+:HOPS_BITS];
  endfunction

  // Class of a VC: the last one that begins at it or before it.
  function automatic logic [3:0] class_of(input logic [3:0] number);
    class_of = '0;
    for (int c = 1; c < HOP_CLASSES; c++) if (32'(number) >= c * CLASSED_VCS / HOP_CLASSES) class_of = 4'(c);
  endfunction

  // The VCs of the classes from one to another.
  function automatic logic [VCS_BITS-1:0] vcs_between(input logic [4:0] first, input logic [4:0] last);
    vcs_between = '0;
    for (int v = 0; v < CLASSED_VCS; v++)
      vcs_between[v] = 5'(class_of(4'(v))) >= first && 5'(class_of(4'(v))) <= last;
  endfunction

  logic [5:0] hops;
  logic [4:0] needed;  // classes, by this hop and the negative ones after it
  logic [4:0] low;
  logic [4:0] cap;

  assign hops = 6'(hops_left(header));
  assign low = classed && 32'(vc) < CLASSED_VCS ? 5'(class_of(vc)) + 5'(negative) : '0;
  assign cap = 5'(HOP_CLASSES) - needed;
  generate
    if (CLASS_CAPS == "exact") begin : exact
      assign needed = 5'((hops + (negative ? 6'd1 : 6'd2)) >> 1);
    end else if (CLASS_CAPS == "equation_15") begin : equation_15
      assign needed = 5'((hops + 6'd1) >> 1);
    end else begin : unknown_caps
      trenza_unknown_class_caps unknown ();
    end
    if (BONUS_CARDS == "none") begin : no_cards
      assign vcs = low > cap ? '0 : vcs_between(low, low);
    end else if (BONUS_CARDS == "any") begin : any_cards
      assign vcs = low > cap ? '0 : vcs_between(low, cap);
    end else if (BONUS_CARDS == "all") begin : all_cards
      assign vcs = low > cap ? '0 : vcs_between(cap, cap);
    end else begin : unknown_cards
      trenza_unknown_bonus_cards unknown ();
    end
  endgenerate
endmodule
