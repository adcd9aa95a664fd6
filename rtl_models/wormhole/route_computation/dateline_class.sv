// Datelines: the VCs that a packet may have on a channel of a ring (docs/microarchitecture-flit.md, section 8.1).
//
// Ports    to_dateline  hops in the ring from this channel on before its dateline comes; 0: the channel is in no ring
//          is_dateline  the channel is the dateline of its ring
//          same_ring    the packet comes on a channel of the same ring
//          vc           its VC there, a number in its class
//          hops         that it makes in the ring, this one included
//          vcs          bit u: VC u of its class; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_dateline_class #(
    parameter int CLASS_0_VCS = 2,  // VCs 0 .. CLASS_0_VCS - 1 belong to dateline class 0; 0: both classes have all VCs
    parameter int ORDERED_VCS = 4,  // the first of a class, to which datelines apply; the others are adaptive
    parameter logic [trenza_pkg::NAME_BITS-1:0] DATELINE = "memoryless"  // or "static" or "crossing"
) (
    input  logic [15:0]                 to_dateline,
    // verilator lint_off UNUSED
    // A rule without memory does not look at where the packet comes from, one that crosses not at its hops.
    input  logic                        is_dateline,
    input  logic                        same_ring,
    input  logic [ 3:0]                 vc,
    input  logic [15:0]                 hops,
    // verilator lint_on UNUSED
    output trenza_worm_pkg::class_vcs_t vcs
);
  localparam int VCS_BITS = trenza_worm_pkg::CLASS_VCS_BITS;
  localparam logic [VCS_BITS-1:0] ALL = VCS_BITS'((32'd1 << ORDERED_VCS) - 32'd1);
  localparam logic [VCS_BITS-1:0] LOW = VCS_BITS'((32'd1 << CLASS_0_VCS) - 32'd1);
  localparam logic [VCS_BITS-1:0] CLASS_0 = CLASS_0_VCS == 0 ? ALL : LOW;
  localparam logic [VCS_BITS-1:0] CLASS_1 = ALL & ~LOW;

  // verilator lint_off UNUSED
  logic will_cross;  // the dateline comes later
  // verilator lint_on UNUSED
  logic class_1;

  assign will_cross = hops > to_dateline;
  generate
    if (DATELINE == "memoryless") begin : memoryless
      assign class_1 = !will_cross;
    end else begin : keeps
      logic stays;
      logic last_class_1;

      // Packets of adaptive VCs, and all where the classes share their VCs, have no class yet.
      assign stays = CLASS_0_VCS != 0 && same_ring && 32'(vc) < ORDERED_VCS;
      assign last_class_1 = 32'(vc) >= CLASS_0_VCS;
      if (DATELINE == "static") begin : static_
        assign class_1 = stays ? last_class_1 : !(is_dateline || will_cross);
      end else if (DATELINE == "crossing") begin : crossing
        assign class_1 = is_dateline || (stays && last_class_1);
      end else begin : unknown
        trenza_unknown_dateline unknown ();
      end
    end
  endgenerate
  assign vcs = to_dateline == '0 ? ALL : class_1 ? CLASS_1 : CLASS_0;
endmodule
