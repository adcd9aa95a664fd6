// Credit counter: what the buffers behind one network output can still take.
//
// Ports    clk, reset
//          charge   charge word: credits taken by the grant of this cycle
//          credit   bit v: one credit of VC v comes back in this cycle
//          credits  [v*32 +: 32]: credits of VC v, flits (adaptive VC) or slots (escape VC); registered
// Latency  1 cycle. Charge and credit of one cycle both apply. Reset fills all counters.
// Needs    charges that are covered by the credits of the VC, and no more credits back than were taken.
// verilator lint_off DECLFILENAME
module trenza_credit_counter #(
    parameter int VCS = 3,
    parameter int CREDIT_BITS = 32,  // of a counter: enough for the largest of INITIAL
    parameter logic [VCS*32-1:0] INITIAL = {VCS{32'd4}}  // [v*32 +: 32]: credits of VC v after reset
) (
    input  logic                clk,
    input  logic                reset,
    input  trenza_pkg::charge_t charge,
    // verilator lint_off UNUSED
    // The word is 32 bits wide, however many VCs there are.
    input  logic [        31:0] credit,
    // verilator lint_on UNUSED
    output logic [  VCS*32-1:0] credits
);
  logic                   charged;
  trenza_pkg::vc_t        charged_vc;
  // verilator lint_off UNUSED
  // A counter may have fewer bits.
  trenza_pkg::length_t    credits_taken;
  // verilator lint_on UNUSED
  logic [CREDIT_BITS-1:0] taken;

  assign charged = trenza_pkg::charge_valid(charge);
  assign charged_vc = trenza_pkg::charge_vc(charge);
  assign credits_taken = trenza_pkg::charge_credits(charge);
  assign taken = CREDIT_BITS'(credits_taken);

  generate
    for (genvar v = 0; v < VCS; v++) begin : vc
      logic [CREDIT_BITS-1:0] count;
      logic [CREDIT_BITS-1:0] taken_here;

      assign taken_here = charged && charged_vc == trenza_pkg::VC_BITS'(v) ? taken : '0;
      always_ff @(posedge clk) begin
        if (reset) count <= CREDIT_BITS'(INITIAL[v*32+:32]);
        else count <= count + CREDIT_BITS'(credit[v]) - taken_here;
      end
      assign credits[v*32+:32] = 32'(count);
    end
  endgenerate
endmodule
