// Selection `most_credits` of one input: of the productive ports that are free and have room for the packet the one with
// most credits in an adaptive VC; of equals the first in an order that begins with a drawn productive port, free or not
// (docs/microarchitecture.md, section 7).
//
// Ports    productive  bit p: port p is on a shortest path; 0 without a request
//          free        bit p: no packet crosses to port p
//          flits       of the packet, not 0
//          most, most_vc, more   of trenza_port_credits, of the class of this input
//          draw        the draw of this input and cycle
//          credited    some productive port, free or not, has the credits
//          found       there is a port to pick
//          port, vc    the pick; 0 if there is none
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_most_credits_pick #(
    parameter int PORTS = 4
) (
    input  logic [      PORTS-1:0] productive,
    input  logic [      PORTS-1:0] free,
    input  trenza_pkg::length_t    flits,
    input  logic [   PORTS*32-1:0] most,
    input  logic [    PORTS*4-1:0] most_vc,
    input  logic [PORTS*PORTS-1:0] more,
    input  logic [           15:0] draw,
    output logic                   credited,
    output logic                   found,
    output trenza_pkg::output_t    port,
    output trenza_pkg::vc_t        vc
);
  localparam int PLACE_BITS = trenza_pkg::OUTPUT_BITS + trenza_pkg::VC_BITS;

  logic [PORTS-1:0] enough;
  logic [PORTS-1:0] start;
  logic [PORTS-1:0] winner;
  logic [PLACE_BITS-1:0] picked;

  function automatic logic [PORTS-1:0] fitting(input logic [PORTS-1:0] wanted, input logic [PORTS*32-1:0] have,
                                               input trenza_pkg::length_t needed);
    fitting = '0;
    if (wanted != '0) begin
      for (int p = 0; p < PORTS; p++) fitting[p] = wanted[p] && have[p*32+:32] >= 32'(needed);
    end
  endfunction

  // The candidate that none beats: another beats it with more credits, or with as many and a place before it.
  function automatic logic [PORTS-1:0] first_of_best(input logic [PORTS-1:0] candidate, input logic [PORTS-1:0] drawn,
                                                     input logic [PORTS*PORTS-1:0] has_more);
    logic [PORTS-1:0] from_drawn;  // the drawn port and those after it
    logic q_first;
    first_of_best = candidate;
    from_drawn = '0;
    if (candidate != '0) begin
      for (int p = 0; p < PORTS; p++) begin
        from_drawn[p] = drawn[p];
        if (p > 0) from_drawn[p] = drawn[p] || from_drawn[p-1];
      end
      for (int p = 0; p < PORTS; p++) begin
        for (int q = 0; q < p; q++) begin
          q_first = from_drawn[q] == from_drawn[p];
          if (candidate[q] && (has_more[q*PORTS+p] || (q_first && !has_more[p*PORTS+q]))) first_of_best[p] = 1'b0;
          if (candidate[p] && (has_more[p*PORTS+q] || (!q_first && !has_more[q*PORTS+p]))) first_of_best[q] = 1'b0;
        end
      end
    end
  endfunction

  // {number, VC} of the one port, 0 if there is none
  function automatic logic [PLACE_BITS-1:0] encoded(input logic [PORTS-1:0] one, input logic [PORTS*4-1:0] vc_of);
    encoded = '0;
    if (one != '0) begin
      for (int p = 0; p < PORTS; p++) encoded = encoded | (one[p] ? {trenza_pkg::OUTPUT_BITS'(p), vc_of[p*4+:4]} : '0);
    end
  endfunction

  trenza_random_arbiter #(.REQUESTERS(PORTS)) of_productive (.request(productive), .draw, .grant(start));

  assign enough = fitting(productive, most, flits);
  assign credited = enough != '0;
  assign winner = first_of_best(enough & free, start, more);
  assign found = winner != '0;
  assign picked = encoded(winner, most_vc);
  assign {port, vc} = picked;
endmodule
