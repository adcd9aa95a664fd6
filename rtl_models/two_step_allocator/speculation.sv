// What hides the requests of packets that bid for an output VC in this cycle, and which of their grants are made
// (docs/microarchitecture.md, section 17).
//
// Ports    certain        bit i*OUTPUTS + o: input i has its VC and asks for output o
//          certain_grant  bit i*OUTPUTS + o: and is granted it
//          grant          bit i*OUTPUTS + o: input i bids for a VC, asks for output o and was chosen
//          reserved       bit i: input i makes its reservation in this cycle
//          made           bit i*OUTPUTS + o: input i is granted output o. The others of `grant` are dropped, because
//                         output or row is hidden, or wasted, because the VC went to another packet; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_speculation #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",  // or "requests"
    localparam int INPUTS = NETWORK + INJECTORS
) (
    // verilator lint_off UNUSED
    // Requests hide or grants do.
    input  logic [INPUTS*OUTPUTS-1:0] certain,
    input  logic [INPUTS*OUTPUTS-1:0] certain_grant,
    // verilator lint_on UNUSED
    input  logic [INPUTS*OUTPUTS-1:0] grant,
    input  logic [        INPUTS-1:0] reserved,
    output logic [INPUTS*OUTPUTS-1:0] made
);
  logic [INPUTS*OUTPUTS-1:0] hiding;
  logic [       OUTPUTS-1:0] hidden_outputs;
  logic [        INPUTS-1:0] hides;  // bit i: what input i asks for hides its row

  function automatic logic [OUTPUTS-1:0] outputs_of(input logic [INPUTS*OUTPUTS-1:0] pairs);
    outputs_of = '0;
    for (int i = 0; i < INPUTS; i++) outputs_of = outputs_of | pairs[i*OUTPUTS+:OUTPUTS];
  endfunction

  generate
    if (MASK == "grants") begin : by_grants
      assign hiding = certain_grant;
    end else if (MASK == "requests") begin : by_requests
      assign hiding = certain;
    end else begin : unknown
      trenza_no_such_mask mask ();  // tools say that there is none
    end

    for (genvar i = 0; i < INPUTS; i++) begin : input_
      logic row_hidden;
      if (i < NETWORK) begin : of_port
        localparam int FIRST = i / VCS * VCS;
        logic [VCS-1:0] of_row;
        for (genvar v = 0; v < VCS; v++) begin : of_vc
          assign of_row[v] = v % PORT_ROWS == i % VCS % PORT_ROWS && hides[FIRST+v];
        end
        assign row_hidden = of_row != '0;
      end else begin : injector
        assign row_hidden = hides[i];
      end
      assign hides[i] = hiding[i*OUTPUTS+:OUTPUTS] != '0;
      assign made[i*OUTPUTS+:OUTPUTS] = reserved[i] && !row_hidden ? grant[i*OUTPUTS+:OUTPUTS] & ~hidden_outputs : '0;
    end
  endgenerate
  assign hidden_outputs = outputs_of(hiding);
endmodule
