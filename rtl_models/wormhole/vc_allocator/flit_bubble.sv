// Flit bubbles: the output VCs that are free for the head of one input VC (docs/microarchitecture-flit.md, section 8.3).
//
// Ports    flits      of the packet of the head
//          same_ring  [q*PORTS + p]: the channel that leaves by port p is in the ring of the one that arrives at port q; constant
//          held       [o*32 + w]: VC w of output o has a holder
//          credits    [k*32 +: 32]: of VC w of network port p, k = p*VCS + w
//          elsewhere  bit k: output VC k is free by the rule for VCs that are in no ring
//          free       bit k: output VC k is free for the head; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_flit_bubble #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 2,  // of a class
    parameter int EJECTORS = 1,
    parameter int BUBBLE_VCS = 2,  // of a class, from VC 0 on: ring VCs where their channel is in a ring
    parameter int BUFFER_FLITS = 8,  // a packet and a flit at least
    parameter int INPUT = 0,  // input VC of the head
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int NETWORK = PORTS * VCS,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int OUTPUT_VCS = OUTPUTS * VCS
) (
    // verilator lint_off UNUSED
    // Words have bits for more VCs, flits and credits than there are.
    input  trenza_pkg::length_t   flits,
    input  logic [PORTS*PORTS-1:0] same_ring,
    input  logic [ OUTPUTS*32-1:0] held,
    input  logic [ NETWORK*32-1:0] credits,
    input  logic [ OUTPUT_VCS-1:0] elsewhere,
    // verilator lint_on UNUSED
    output logic [ OUTPUT_VCS-1:0] free
);
  localparam int CREDIT_BITS = $clog2(BUFFER_FLITS + 1);
  localparam int FROM = INPUT / VCS;  // input port

  logic [PORTS-1:0] in_ring;  // bit p: the channel that leaves by port p is in a ring
  logic [PORTS-1:0] along;  // bit p: in the ring on which the head came

  function automatic logic [PORTS-1:0] any_of(input logic [PORTS*PORTS-1:0] rows);
    any_of = '0;
    for (int q = 0; q < PORTS; q++) any_of = any_of | rows[q*PORTS+:PORTS];
  endfunction

  assign in_ring = any_of(same_ring);
  generate
    if (FROM < PORTS) begin : from_network
      assign along = same_ring[FROM*PORTS+:PORTS];
    end else begin : injected
      assign along = '0;
    end

    for (genvar k = 0; k < OUTPUT_VCS; k++) begin : output_vc
      if (k < NETWORK && k % CLASS_VCS < BUBBLE_VCS) begin : bubble
        logic continues;
        logic room;

        assign continues = along[k/VCS] && k % VCS == INPUT % VCS;
        assign room = continues ? credits[k*32+:CREDIT_BITS] != '0 : credits[k*32+:CREDIT_BITS] > flits[CREDIT_BITS-1:0];
        assign free[k] = in_ring[k/VCS] ? !held[k/VCS*32+k%VCS] && room : elsewhere[k];
      end else begin : no_bubble
        assign free[k] = elsewhere[k];
      end
    end
  endgenerate
endmodule
