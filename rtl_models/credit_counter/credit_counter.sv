// Credit counter: what the buffers behind one network output can still take.
//
// Ports    clk, reset
//          charge   charge word: credits taken by the grant of this cycle; read unless RESERVED
//          taken    [v*32 +: 32]: credits that a reservation of this cycle takes of VC v; read with RESERVED
//          credit   bit v: one credit of VC v comes back in this cycle
//          credits  [v*32 +: 32]: credits of VC v, flits (adaptive VC) or slots (escape VC); registered
// Latency  1 cycle. Charge and credit of one cycle both apply. Reset fills all counters.
// Needs    charges that are covered by the credits of the VC, and no more credits back than were taken.
// verilator lint_off DECLFILENAME
module trenza_credit_counter #(
    parameter int VCS = 3,
    parameter int CREDIT_BITS = 32,  // of a counter: enough for the largest of INITIAL
    parameter logic [VCS*32-1:0] INITIAL = {VCS{32'd4}},  // [v*32 +: 32]: credits of VC v after reset
    parameter bit RESERVED = 1'b0  // packets reserve VCs
) (
    input  logic                clk,
    input  logic                reset,
    // verilator lint_off UNUSED
    // Grants are charged or reservations, and the words are 32 bits wide, however many VCs and credits there are.
    input  trenza_pkg::charge_t charge,
    input  logic [  VCS*32-1:0] taken,
    input  logic [        31:0] credit,
    // verilator lint_on UNUSED
    output logic [  VCS*32-1:0] credits
);
  // verilator lint_off UNUSED
  localparam int VC_BITS = VCS > 16 ? trenza_worm_pkg::VC_BITS : trenza_pkg::VC_BITS;
  logic                   charged;
  logic [VC_BITS-1:0]     charged_vc;
  trenza_pkg::length_t    credits_charged;
  // verilator lint_on UNUSED

  assign charged = trenza_pkg::charge_valid(charge);
  assign credits_charged = trenza_pkg::charge_credits(charge);

  generate
    if (VCS > 16) begin : flits
      assign charged_vc = trenza_worm_pkg::charge_vc(charge);
    end else begin : packets
      assign charged_vc = trenza_pkg::charge_vc(charge);
    end
    for (genvar v = 0; v < VCS; v++) begin : vc
      logic [CREDIT_BITS-1:0] count;
      logic [CREDIT_BITS-1:0] taken_here;

      if (RESERVED) begin : by_reservations
        assign taken_here = CREDIT_BITS'(taken[v*32+:32]);
      end else begin : by_grants
        assign taken_here = charged && charged_vc == VC_BITS'(v) ? CREDIT_BITS'(credits_charged) : '0;
      end
      always_ff @(posedge clk) begin
        if (reset) count <= CREDIT_BITS'(INITIAL[v*32+:32]);
        else count <= count + CREDIT_BITS'(credit[v]) - taken_here;
      end
      assign credits[v*32+:32] = 32'(count);
    end
  endgenerate
endmodule
