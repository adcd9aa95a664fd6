// A FIFO between two streams: ready and valid, fall-through of the first word, level, asynchronous low reset.
module stream_fifo #(
    parameter int unsigned DATA_WIDTH = 32,
    parameter int unsigned CAPACITY = 8
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,
    input  logic                          s_valid_i,
    output logic                          s_ready_o,
    input  logic [        DATA_WIDTH-1:0] s_data_i,
    output logic                          m_valid_o,
    input  logic                          m_ready_i,
    output logic [        DATA_WIDTH-1:0] m_data_o,
    output logic [$clog2(CAPACITY+1)-1:0] level_o
);
  typedef logic [$clog2(CAPACITY+1)-1:0] place_t;

  logic [DATA_WIDTH-1:0] store_q[CAPACITY];
  place_t head_q, tail_q, level_q;

  wire put = s_valid_i & s_ready_o;
  wire get = m_valid_o & m_ready_i;
  wire empty = level_q == '0;

  assign s_ready_o = level_q != place_t'(CAPACITY);
  assign m_valid_o = ~empty | s_valid_i;
  assign m_data_o  = empty ? s_data_i : store_q[head_q];
  assign level_o   = level_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      level_q <= '0;
    end else begin
      if (put) begin
        store_q[tail_q] <= s_data_i;
        tail_q <= tail_q == place_t'(CAPACITY - 1) ? '0 : tail_q + place_t'(1);
      end
      if (get) head_q <= head_q == place_t'(CAPACITY - 1) ? '0 : head_q + place_t'(1);
      level_q <= level_q + place_t'(put) - place_t'(get);
    end
  end
endmodule
