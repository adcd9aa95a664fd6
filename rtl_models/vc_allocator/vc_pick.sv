// The pick of one input of a router: one of its candidates (docs/microarchitecture.md, section 7).
//
// Ports    request      request word, 0 if none
//          productive, adaptive, escape, escape_vc, ejector   of trenza_input_candidates
//          more         of trenza_port_credits, of the class of this input; read by `most_credits` only
//          draw         the draw of this input and cycle
//          pick         pick word, 0 if nothing is picked; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_vc_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int EJECTORS = 1,
    parameter int FIRST_EJECTOR = 0,  // that this input prefers
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits"  // of trenza_lane_pick
) (
    // verilator lint_off UNUSED
    // A pick names the packet of the request and its length.
    input  trenza_pkg::request_t   request,
    // verilator lint_on UNUSED
    input  logic [      PORTS-1:0] productive,
    input  logic [  PORTS*VCS-1:0] adaptive,
    input  logic [      PORTS-1:0] escape,
    input  trenza_pkg::vc_t        escape_vc,
    input  logic [   EJECTORS-1:0] ejector,
    input  logic [PORTS*PORTS-1:0] more,
    input  logic [           15:0] draw,
    output trenza_pkg::pick_t      pick
);
  localparam int PLACE_BITS = trenza_pkg::OUTPUT_BITS + trenza_pkg::VC_BITS;

  logic [PORTS*VCS-1:0] selected;
  logic [PLACE_BITS-1:0] adaptive_place;
  trenza_pkg::output_t chosen_output;
  trenza_pkg::vc_t     chosen_vc;

  trenza_lane_pick #(
      .PORTS(PORTS),
      .VCS(VCS),
      .SELECTION(SELECTION)
  ) selection (
      .lanes(adaptive),
      .*
  );

  // {port, VC} of the one lane, 0 if there is none
  function automatic logic [PLACE_BITS-1:0] place_of(input logic [PORTS*VCS-1:0] one);
    place_of = '0;
    if (one != '0) begin
      for (int p = 0; p < PORTS; p++) begin
        for (int v = 0; v < VCS; v++) begin
          place_of = place_of | (one[p*VCS+v] ? {trenza_pkg::OUTPUT_BITS'(p), trenza_pkg::VC_BITS'(v)} : '0);
        end
      end
    end
  endfunction

  // The first free ejection port, from the preferred one on.
  function automatic logic [trenza_pkg::OUTPUT_BITS-1:0] ejection(input logic [EJECTORS-1:0] free);
    ejection = '0;
    for (int e = EJECTORS - 1; e >= 0; e--) begin
      if (free[(FIRST_EJECTOR+e)%EJECTORS])
        ejection = trenza_pkg::OUTPUT_BITS'(PORTS + (FIRST_EJECTOR + e) % EJECTORS);
    end
  endfunction

  function automatic logic [trenza_pkg::OUTPUT_BITS-1:0] port_of(input logic [PORTS-1:0] one);
    port_of = '0;
    for (int p = 0; p < PORTS; p++) port_of = port_of | (one[p] ? trenza_pkg::OUTPUT_BITS'(p) : '0);
  endfunction

  assign adaptive_place = place_of(selected);
  assign {chosen_output, chosen_vc} = ejector != '0 ? {ejection(ejector), trenza_pkg::VC_BITS'(0)} :
      adaptive != '0 ? adaptive_place : {port_of(escape), escape_vc};
  assign pick = ejector != '0 || adaptive != '0 || escape != '0 ?
      trenza_pkg::make_pick(request, chosen_output, chosen_vc) : '0;
endmodule
