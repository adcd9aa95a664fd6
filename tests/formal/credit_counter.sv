// The credit counter between a sender that takes only credits which it has, by charges or by reservations, and buffers that
// give back what was taken.
//
// prove: sources rtl_models/credit_counter/credit_counter.sv
// prove: induction 1
// prove: events 12
// prove: quick VCS=2 RESERVED=0
// prove: case VCS=3 RESERVED=0
// prove: case VCS=1 RESERVED=0
// prove: case VCS=8 RESERVED=0
// prove: case VCS=3 RESERVED=1
module prove_credit_counter #(
    parameter int VCS = 3,
    parameter bit RESERVED = 1'b0
) (
    input logic clk
);
  localparam int BITS = 7;
  localparam logic [31:0] CREDITS = 32'd64;
  (* anyseq *) logic [31:0] charge;
  (* anyseq *) logic [31:0] credit;
  (* anyseq *) logic [VCS*32-1:0] reserved;
  logic [VCS*32-1:0] credits;
  logic [VCS-1:0] conserved;  // by VC
  logic [VCS-1:0] fits;
  logic [VCS-1:0] covered;
  logic [VCS-1:0] empty;
  logic [VCS-1:0] all;  // all credits of a VC are taken at once
  logic [VCS-1:0] both;  // some are taken and one comes in one cycle
  logic [VCS-1:0] last;  // and no credit is left but this one
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
      .INITIAL({VCS{CREDITS}}),
      .RESERVED(RESERVED)
  ) counter (.clk, .reset(!started), .charge, .taken(reserved), .credit, .credits);

  always_ff @(posedge clk) started <= 1'b1;

  generate
    for (genvar v = 0; v < VCS; v++) begin : vc
      logic [31:0] taken;  // in this cycle
      logic [31:0] outstanding = '0;  // taken and not back yet
      assign taken = RESERVED ? reserved[v*32+:32] : charged && charged_vc == v ? 32'(charged_credits) : '0;
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
      assign all[v] = taken == CREDITS;
      assign both[v] = taken != '0 && credit[v];
      assign last[v] = both[v] && taken == credits[v*32+:32];
    end
  endgenerate

  always_comb begin
    if (started) begin
      conservation : assert (conserved == '1);
      no_overflow : assert (fits == '1);
      no_underflow : assert (covered == '1);

      one_packet_takes_all : cover (all != '0);
      every_vc_is_empty : cover (empty == '1);
      an_empty_vc_gets_a_credit : cover (empty == '1 && credit[VCS-1:0] == '1);
      charge_and_credit_meet : cover (both != '0);
      the_last_credit_is_taken_as_one_comes : cover (last[0]);
    end
  end
endmodule
