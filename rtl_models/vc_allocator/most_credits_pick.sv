// Selection `most_credits` of one input: of the ports with a grantable adaptive VC the one with most credits in it; of
// equals the first in an order that begins with a drawn productive port, free or not (docs/microarchitecture.md, section
// 7).
//
// Ports    productive  bit p: port p is on a shortest path
//          candidate   bit p: it is free, and its VC with most credits has room for the packet
//          more        of trenza_port_credits, of the class of this input
//          draw        the draw of this input and cycle
//          selected    the port that is picked, one bit; 0 without candidates
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_most_credits_pick #(
    parameter int PORTS = 4
) (
    input  logic [      PORTS-1:0] productive,
    input  logic [      PORTS-1:0] candidate,
    input  logic [PORTS*PORTS-1:0] more,
    input  logic [           15:0] draw,
    output logic [      PORTS-1:0] selected
);
  logic [PORTS-1:0] start;

  // The candidate that none beats: another beats it with more credits, or with as many and a place before it.
  function automatic logic [PORTS-1:0] first_of_best(input logic [PORTS-1:0] competing, input logic [PORTS-1:0] drawn,
                                                     input logic [PORTS*PORTS-1:0] has_more);
    logic [PORTS-1:0] from_drawn;  // the drawn port and those after it
    logic q_first;
    first_of_best = competing;
    from_drawn = '0;
    if (competing != '0) begin
      for (int p = 0; p < PORTS; p++) begin
        from_drawn[p] = drawn[p];
        if (p > 0) from_drawn[p] = drawn[p] || from_drawn[p-1];
      end
      for (int p = 0; p < PORTS; p++) begin
        for (int q = 0; q < p; q++) begin
          q_first = from_drawn[q] == from_drawn[p];
          if (competing[q] && (has_more[q*PORTS+p] || (q_first && !has_more[p*PORTS+q]))) first_of_best[p] = 1'b0;
          if (competing[p] && (has_more[p*PORTS+q] || (!q_first && !has_more[q*PORTS+p]))) first_of_best[q] = 1'b0;
        end
      end
    end
  endfunction

  trenza_random_arbiter #(.REQUESTERS(PORTS)) of_productive (.request(productive), .draw, .grant(start));

  assign selected = first_of_best(candidate, start, more);
endmodule
