// One output of a switch allocator: who crosses to it, from the grant until the tail has crossed.
//
// Ports    clk, reset
//          grant        bit i: input i is granted this output in this cycle; at most one, and none unless `free`
//          grant_vc     VC of the granted packet
//          grant_flits  its length
//          free         no packet of an earlier grant crosses here; registered
//          owner        bit i: input i crosses here in this cycle by an earlier grant; registered; 0 while free
//          select       select word: combinational in the cycle of the grant, held afterwards
// Latency  0 cycles. A packet of n flits granted in t takes the output in t+1 .. t+n-1. Reset frees it.
// verilator lint_off DECLFILENAME
module trenza_output_owner #(
    parameter int INPUTS = 13
) (
    input  logic                clk,
    input  logic                reset,
    input  logic [  INPUTS-1:0] grant,
    input  trenza_pkg::vc_t     grant_vc,
    input  trenza_pkg::length_t grant_flits,
    output logic                free,
    output logic [  INPUTS-1:0] owner,
    output trenza_pkg::select_t select
);
  logic [  INPUTS-1:0] holder;
  trenza_pkg::vc_t     holder_vc;
  trenza_pkg::length_t flits_left;  // after this cycle
  logic [  INPUTS-1:0] crossing;

  assign free = flits_left == '0;
  assign owner = free ? '0 : holder;
  assign crossing = owner | grant;

  // The number of the only input.
  function automatic logic [7:0] number(input logic [INPUTS-1:0] only);
    number = '0;
    if (only != '0) begin
      for (int i = 0; i < INPUTS; i++) if (only[i]) number = number | trenza_pkg::INPUT_BITS'(i);
    end
  endfunction

  assign select = crossing == '0 ? '0 : trenza_pkg::make_select(number(crossing), free ? grant_vc : holder_vc);

  always_ff @(posedge clk) begin
    if (reset) begin
      flits_left <= '0;
      holder <= '0;
      holder_vc <= '0;
    end else if (!free) begin
      flits_left <= flits_left - 14'd1;
    end else if (grant != '0) begin
      flits_left <= grant_flits - 14'd1;
      holder <= grant;
      holder_vc <= grant_vc;
    end
  end
endmodule
