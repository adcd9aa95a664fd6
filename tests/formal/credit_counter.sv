// The credit counter between a sender that takes only credits which it has, and buffers that give back what was taken.
//
// prove: sources rtl_models/credit_counter/credit_counter.sv
// prove: induction 1
// prove: events 12
// prove: quick VCS=3
// prove: case VCS=1
// prove: case VCS=8
module prove_credit_counter #(
    parameter int VCS = 3
) (
    input logic clk
);
  localparam int BITS = 7;
  localparam logic [31:0] CREDITS = 32'd64;
  (* anyseq *) logic [31:0] charge;
  (* anyseq *) logic [31:0] credit;
  logic [VCS*32-1:0] credits;
  logic [VCS-1:0] conserved;  // by VC
  logic [VCS-1:0] fits;
  logic [VCS-1:0] covered;
  logic [VCS-1:0] empty;
  logic [VCS-1:0] both;  // a charge and a credit in one cycle
  logic charged;
  trenza_pkg::vc_t charged_vc;
  trenza_pkg::length_t charged_credits;
  logic started = 1'b0;
  assign charged = trenza_pkg::charge_valid(charge);
  assign charged_vc = trenza_pkg::charge_vc(charge);
  assign charged_credits = trenza_pkg::charge_credits(charge);

  trenza_credit_counter #(
      .VCS(VCS),
      .CREDIT_BITS(BITS),
      .INITIAL({VCS{CREDITS}})
  ) counter (.clk, .reset(!started), .charge, .credit, .credits);

  always_ff @(posedge clk) started <= 1'b1;

  generate
    for (genvar v = 0; v < VCS; v++) begin : vc
      logic [31:0] taken;  // by the charge of this cycle
      logic [31:0] outstanding = '0;  // taken and not back yet
      assign taken = charged && charged_vc == v ? 32'(charged_credits) : '0;
      always_ff @(posedge clk) begin
        if (!started) outstanding <= '0;
        else outstanding <= outstanding + taken - 32'(credit[v]);
      end
      always_comb begin
        // A credit that comes in this cycle counts for the sender from the next cycle on.
        assume (taken <= credits[v*32+:32]);
        assume (!credit[v] || outstanding != '0);
      end
      assign conserved[v] = credits[v*32+:32] + outstanding == CREDITS;
      assign fits[v] = credits[v*32+:32] <= CREDITS;
      assign covered[v] = outstanding <= CREDITS;
      assign empty[v] = credits[v*32+:32] == '0;
      assign both[v] = taken != '0 && credit[v];
    end
  endgenerate

  always_comb begin
    if (started) begin
      conservation : assert (conserved == '1);
      no_overflow : assert (fits == '1);
      no_underflow : assert (covered == '1);

      one_packet_takes_all : cover (charged && charged_credits == 14'(CREDITS));
      every_vc_is_empty : cover (empty == '1);
      an_empty_vc_gets_a_credit : cover (empty == '1 && credit[VCS-1:0] == '1);
      charge_and_credit_meet : cover (both != '0);
      the_last_credit_is_taken_as_one_comes : cover (both[0] && charged_credits == 14'(credits[31:0]));
    end
  end
endmodule
