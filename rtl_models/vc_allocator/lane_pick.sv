// A selection: one of the grantable lanes of an input, a lane being an output port with a VC (docs/microarchitecture.md,
// section 7).
//
// Ports    productive  bit p: port p is on a shortest path, free or not; a port of a lane is. Read by `most_credits`
//          lanes       bit port*VCS + vc: the lane is grantable; with `most_credits` at most one lane of each port
//          more        bit p*PORTS + q: port p has more credits than port q; read by `most_credits`
//          draw        the draw of this input and cycle
//          selected    the lane, one bit; 0 without lanes
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_lane_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits"  // dimension_order, random
) (
    // verilator lint_off UNUSED
    // Each policy leaves some of its inputs alone.
    input  logic [      PORTS-1:0] productive,
    input  logic [  PORTS*VCS-1:0] lanes,
    input  logic [PORTS*PORTS-1:0] more,
    input  logic [           15:0] draw,
    // verilator lint_on UNUSED
    output logic [  PORTS*VCS-1:0] selected
);
  generate
    if (SELECTION == "most_credits") begin : most_credits
      logic [PORTS-1:0] candidate;
      logic [PORTS-1:0] port;
      trenza_most_credits_pick #(.PORTS(PORTS)) of_ports (.productive, .candidate, .more, .draw, .selected(port));
      for (genvar p = 0; p < PORTS; p++) begin : of_port
        assign candidate[p] = lanes[p*VCS+:VCS] != '0;
        assign selected[p*VCS+:VCS] = port[p] ? lanes[p*VCS+:VCS] : '0;
      end
    end else if (SELECTION == "random") begin : by_draw
      trenza_random_arbiter #(.REQUESTERS(PORTS * VCS)) of_lanes (.request(lanes), .draw, .grant(selected));
    end else if (SELECTION == "dimension_order") begin : in_order
      assign selected = lanes & (~lanes + (PORTS * VCS)'(1));
    end else begin : unknown
      trenza_no_such_selection selection ();  // tools say that there is none
    end
  endgenerate
endmodule
