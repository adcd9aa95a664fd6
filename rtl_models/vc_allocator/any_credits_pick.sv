// Selections `dimension_order` and `random` of one input: of the adaptive VCs of productive free ports that have room for
// the packet the first in ascending order of (port, VC), or a drawn one (docs/microarchitecture.md, section 7).
//
// Ports    productive  bit p: port p is on a shortest path; 0 without a request
//          free        bit p: no packet crosses to port p
//          flits       of the packet, not 0
//          credits     [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          draw        the draw of this input and cycle
//          credited    some adaptive VC of a productive port, free or not, has the credits
//          found       there is a VC to pick
//          port, vc    the pick; 0 if there is none
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_any_credits_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int FIRST_ADAPTIVE = 1,  // of the class
    parameter int END_VC = 3,  // of the class
    parameter bit DRAWN = 1'b0  // 0 dimension order, 1 random
) (
    // verilator lint_off UNUSED
    // There may be no adaptive VCs, and dimension order draws nothing.
    input  logic [       PORTS-1:0] productive,
    input  logic [       PORTS-1:0] free,
    input  trenza_pkg::length_t     flits,
    input  logic [PORTS*VCS*32-1:0] credits,
    input  logic [            15:0] draw,
    // verilator lint_on UNUSED
    output logic                    credited,
    output logic                    found,
    output trenza_pkg::output_t     port,
    output trenza_pkg::vc_t         vc
);
  localparam int ADAPTIVE = END_VC - FIRST_ADAPTIVE;
  localparam int CANDIDATES = PORTS * ADAPTIVE;
  localparam int PLACE_BITS = trenza_pkg::OUTPUT_BITS + trenza_pkg::VC_BITS;

  generate
    if (ADAPTIVE == 0) begin : no_adaptive
      assign credited = 1'b0;
      assign found = 1'b0;
      assign port = '0;
      assign vc = '0;
    end else begin : adaptive
      logic [CANDIDATES-1:0] enough;
      logic [CANDIDATES-1:0] candidate;
      logic [CANDIDATES-1:0] winner;
      logic [PLACE_BITS-1:0] picked;

      // Bit p*ADAPTIVE + v: adaptive VC v of port p
      function automatic logic [CANDIDATES-1:0] fitting(input logic [PORTS-1:0] wanted,
                                                        input logic [PORTS*VCS*32-1:0] have,
                                                        input trenza_pkg::length_t needed);
        fitting = '0;
        if (wanted != '0) begin
          for (int p = 0; p < PORTS; p++) begin
            for (int v = 0; v < ADAPTIVE; v++) begin
              fitting[p*ADAPTIVE+v] = wanted[p] && have[(p*VCS+FIRST_ADAPTIVE+v)*32+:32] >= 32'(needed);
            end
          end
        end
      endfunction

      // {port, VC} of the one candidate, 0 if there is none
      function automatic logic [PLACE_BITS-1:0] encoded(input logic [CANDIDATES-1:0] one);
        encoded = '0;
        if (one != '0) begin
          for (int p = 0; p < PORTS; p++) begin
            for (int v = 0; v < ADAPTIVE; v++) begin
              encoded = encoded | (one[p*ADAPTIVE+v] ?
                  {trenza_pkg::OUTPUT_BITS'(p), trenza_pkg::VC_BITS'(FIRST_ADAPTIVE + v)} : '0);
            end
          end
        end
      endfunction

      assign enough = fitting(productive, credits, flits);
      for (genvar p = 0; p < PORTS; p++) begin : of_port
        assign candidate[p*ADAPTIVE+:ADAPTIVE] = free[p] ? enough[p*ADAPTIVE+:ADAPTIVE] : '0;
      end
      if (DRAWN) begin : by_draw
        trenza_random_arbiter #(.REQUESTERS(CANDIDATES)) of_candidates (.request(candidate), .draw, .grant(winner));
      end else begin : in_order
        assign winner = candidate & (~candidate + CANDIDATES'(1));
      end
      assign credited = enough != '0;
      assign found = candidate != '0;
      assign picked = encoded(winner);
      assign {port, vc} = picked;
    end
  endgenerate
endmodule
