// The pick of an input that an allocator has granted an output: the VC is the one that the selection would pick if no
// other output were free (docs/microarchitecture.md, section 8).
//
// Ports    request    request word
//          grant      bit o: output o is granted to this input; one at most
//          adaptive, escape, escape_vc   of trenza_input_candidates
//          draw       the selection draw of this input and cycle
//          pick       pick word, 0 without a grant; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_granted_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    localparam int OUTPUTS = PORTS + EJECTORS
) (
    // verilator lint_off UNUSED
    // A pick names the packet of the request and its length.
    input  trenza_pkg::request_t request,
    // verilator lint_on UNUSED
    input  logic [  OUTPUTS-1:0] grant,
    input  logic [PORTS*VCS-1:0] adaptive,
    input  logic [    PORTS-1:0] escape,
    input  trenza_pkg::vc_t      escape_vc,
    input  logic [         15:0] draw,
    output trenza_pkg::pick_t    pick
);
  logic [VCS-1:0] lanes;  // those at the granted port
  logic [VCS-1:0] selected;
  logic escapes;
  trenza_pkg::vc_t vc;

  function automatic logic [VCS-1:0] lanes_at(input logic [PORTS-1:0] port, input logic [PORTS*VCS-1:0] of_ports);
    lanes_at = '0;
    for (int p = 0; p < PORTS; p++) lanes_at = lanes_at | (port[p] ? of_ports[p*VCS+:VCS] : '0);
  endfunction

  function automatic logic [trenza_pkg::VC_BITS-1:0] vc_of(input logic [VCS-1:0] one);
    vc_of = '0;
    for (int v = 0; v < VCS; v++) vc_of = vc_of | (one[v] ? trenza_pkg::VC_BITS'(v) : '0);
  endfunction

  function automatic logic [trenza_pkg::OUTPUT_BITS-1:0] output_of(input logic [OUTPUTS-1:0] one);
    output_of = '0;
    for (int o = 0; o < OUTPUTS; o++) output_of = output_of | (one[o] ? trenza_pkg::OUTPUT_BITS'(o) : '0);
  endfunction

  assign lanes = lanes_at(grant[PORTS-1:0], adaptive);
  assign escapes = (grant[PORTS-1:0] & escape) != '0;
  trenza_lane_pick #(
      .PORTS(1),
      .VCS(VCS),
      .SELECTION(SELECTION)
  ) selection (
      .productive(1'b1),
      .more(1'b0),
      .*
  );
  assign vc = escapes ? escape_vc : vc_of(selected);
  assign pick = grant != '0 ? trenza_pkg::make_pick(request, output_of(grant), vc) : '0;
endmodule
