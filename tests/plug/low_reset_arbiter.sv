// Round robin with an asynchronous reset, active low, and an index beside a valid bit.
module low_reset_arbiter #(
    parameter int NumReq = 4
) (
    input  logic                      clk_i,
    input  logic                      rst_ni,
    input  logic                      flush_i,
    input  logic [        NumReq-1:0] req_i,
    input  logic                      ready_i,
    output logic                      valid_o,
    output logic [$clog2(NumReq)-1:0] idx_o
);
  logic [NumReq-1:0] mask_q;
  logic [NumReq-1:0] upper;
  assign upper   = req_i & mask_q;
  assign valid_o = req_i != '0;

  always_comb begin
    idx_o = '0;
    for (int i = NumReq - 1; i >= 0; i--) if (req_i[i]) idx_o = i[$clog2(NumReq)-1:0];
    for (int i = NumReq - 1; i >= 0; i--) if (upper[i]) idx_o = i[$clog2(NumReq)-1:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else if (flush_i) mask_q <= '1;
    else if (valid_o && ready_i) begin
      for (int i = 0; i < NumReq; i++) mask_q[i] <= i > int'(idx_o);
    end
  end
endmodule
