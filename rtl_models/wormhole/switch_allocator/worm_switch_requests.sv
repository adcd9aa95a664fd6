// What one input VC can do with the output VC that a lane word names (docs/microarchitecture-flit.md, section 5).
//
// Ports    lane        lane word
//          has_credit  bit k: output VC k has a credit
//          outputs     bit o: the output VC is at output o and has a credit; combinational
//          vc          its VC of the output
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_worm_switch_requests #(
    parameter int OUTPUTS = 5,
    parameter int VCS = 2,
    localparam int OUTPUT_VCS = OUTPUTS * VCS
) (
    // verilator lint_off UNUSED
    // A lane also says that it is of the escape tier.
    input  trenza_worm_pkg::lane_t lane,
    // verilator lint_on UNUSED
    input  logic [OUTPUT_VCS-1:0]  has_credit,
    output logic [   OUTPUTS-1:0]  outputs,
    output trenza_worm_pkg::vc_t   vc
);
  logic [OUTPUT_VCS-1:0] only;  // the output VC

  function automatic logic [OUTPUT_VCS-1:0] place(input logic valid, input trenza_worm_pkg::output_vc_t number);
    place = '0;
    if (valid) begin
      for (int k = 0; k < OUTPUT_VCS; k++) place[k] = number == 16'(k);
    end
  endfunction

  function automatic logic [trenza_worm_pkg::VC_BITS-1:0] vc_of(input logic [OUTPUT_VCS-1:0] one);
    vc_of = '0;
    if (one != '0) begin
      for (int k = 0; k < OUTPUT_VCS; k++) vc_of = vc_of | (one[k] ? 5'(k % VCS) : '0);
    end
  endfunction

  assign only = place(trenza_worm_pkg::lane_valid(lane), trenza_worm_pkg::lane_output_vc(lane));
  assign vc = vc_of(only);
  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      assign outputs[o] = (only[o*VCS+:VCS] & has_credit[o*VCS+:VCS]) != '0;
    end
  endgenerate
endmodule
