// Output unit: which virtual channels of an output of a flit-level router are held by an input VC.
//
// Ports    clk, reset
//          allocated  bit w: VC w is allocated in this cycle (combinational, from the VC allocator)
//          released   bit w: the tail of its holder crosses in this cycle (combinational, from the switch allocator)
//          held       bit w: VC w has a holder; registered
// Latency  1 cycle. A VC may be allocated and released in one cycle; it then stays free. Reset frees all.
// Needs    allocations of free VCs, and releases of VCs that have a holder or get one.
// verilator lint_off DECLFILENAME
module trenza_output_unit #(
    parameter int VCS = 4
) (
    input  logic        clk,
    input  logic        reset,
    // verilator lint_off UNUSED
    // Words are 32 bits wide, however many VCs there are.
    input  logic [31:0] allocated,
    input  logic [31:0] released,
    // verilator lint_on UNUSED
    output logic [31:0] held
);
  logic [VCS-1:0] holders;

  always_ff @(posedge clk) begin
    if (reset) holders <= '0;
    else holders <= (holders | allocated[VCS-1:0]) & ~released[VCS-1:0];
  end
  assign held = 32'(holders);
endmodule
