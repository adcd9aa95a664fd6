// Of each network port the adaptive VC of a class with most credits, and how the ports compare in it. All inputs of the
// class share this: an input need not look at the VCs of a port, because its packet fits into one of them if it fits into
// the one with most credits (docs/microarchitecture.md, section 7).
//
// Ports    credits   [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          most      [port*32 +: 32]: credits of the adaptive VC that has most, 0 without adaptive VCs
//          best      bit port*VCS + vc: that VC, of those with equally many the first; 0 without adaptive VCs
//          more      bit p*PORTS + q: port p has more than port q
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_port_credits #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int FIRST_ADAPTIVE = 1,  // of the class
    parameter int END_VC = 3  // of the class
) (
    // verilator lint_off UNUSED
    // Escape VCs, and those of other classes.
    input  logic [PORTS*VCS*32-1:0] credits,
    // verilator lint_on UNUSED
    output logic [    PORTS*32-1:0] most,
    output logic [   PORTS*VCS-1:0] best,
    output logic [ PORTS*PORTS-1:0] more
);
  // {credits of the VC with most, the VC}
  function automatic logic [32+VCS-1:0] best_of(input logic [VCS*32-1:0] counts);
    logic [31:0] have;
    logic [31:0] highest;
    logic [VCS-1:0] vc;
    highest = '0;
    vc = FIRST_ADAPTIVE < END_VC ? VCS'(1) << FIRST_ADAPTIVE : '0;
    for (int v = FIRST_ADAPTIVE; v < END_VC; v++) begin
      have = counts[v*32+:32];
      if (have > highest) begin
        highest = have;
        vc = VCS'(1) << v;
      end
    end
    best_of = {highest, vc};
  endfunction

  generate
    for (genvar p = 0; p < PORTS; p++) begin : port
      logic [32+VCS-1:0] best_of_port;
      assign best_of_port = best_of(credits[p*VCS*32+:VCS*32]);
      assign {most[p*32+:32], best[p*VCS+:VCS]} = best_of_port;
      for (genvar q = 0; q < PORTS; q++) begin : other
        assign more[p*PORTS+q] = p != q && most[p*32+:32] > most[q*32+:32];
      end
    end
  endgenerate
endmodule
