// The header of a packet after a hop by a given port: one hop less of its record.
//
// Ports    header    the header word as it arrived
//          advanced  after the hop; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_header_hop #(
    parameter int DIMENSIONS = 2,  // of records; 0: headers carry none, and pass as they are
    parameter int PORT = 0  // 2k: direction + of dimension k (from 0); 2k+1: direction -
) (
    input  trenza_pkg::header_t header,
    output trenza_pkg::header_t advanced
);
  generate
    if (DIMENSIONS == 0) begin : unchanged
      assign advanced = header;
    end else begin : record
      localparam int FIELD = trenza_pkg::record_bits(DIMENSIONS);
      localparam int AT = trenza_pkg::RECORD + (PORT / 2) * FIELD;
      localparam logic [FIELD-1:0] CHANGE = PORT % 2 == 0 ? {FIELD{1'b1}} : FIELD'(1);

      localparam logic [63:0] MASK = 64'({FIELD{1'b1}}) << AT;
      logic [FIELD-1:0] hops;

      assign hops = header[AT+:FIELD] + CHANGE;
      assign advanced = (header & ~MASK) | (64'(hops) << AT);
    end
  endgenerate
endmodule
