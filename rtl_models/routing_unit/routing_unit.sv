// Routing unit for records: what a header may ask for at any router, read off the signed hop counts that it carries.
//
// Ports    valid   a flit is on the link
//          header  its header word: bits 23..0 destination, above them DIMENSIONS signed fields of hop counts
//          route   route word: productive ports, escape port (the lowest of them), arrived; 0 while not valid;
//                  combinational
// Latency  0 cycles. No state, no reset.
// verilator lint_off DECLFILENAME
module trenza_routing_unit #(
    parameter int DIMENSIONS = 2
) (
    input  logic        valid,
    // verilator lint_off UNUSED
    // Records know no destination, and may leave bits over.
    input  logic [63:0] header,
    // verilator lint_on UNUSED
    output logic [63:0] route
);
  localparam int FIELD = 40 / DIMENSIONS < 16 ? 40 / DIMENSIONS : 16;
  localparam int FIRST = 24;
  localparam logic [7:0] NONE = 8'hff;

  // Route word without the arrived bit: escape port, productive ports.
  function automatic logic [39:0] asked(input logic [63:0] word);
    logic [31:0] ports;
    logic [7:0] lowest;
    ports = '0;
    lowest = NONE;
    for (int k = DIMENSIONS - 1; k >= 0; k--) begin
      if (word[FIRST+k*FIELD+:FIELD] != '0) begin
        if (word[FIRST+k*FIELD+FIELD-1]) begin
          ports[2*k+1] = 1'b1;
          lowest = 8'(2 * k + 1);
        end else begin
          ports[2*k] = 1'b1;
          lowest = 8'(2 * k);
        end
      end
    end
    asked = {lowest, ports};
  endfunction

  logic [39:0] fields;

  assign fields = asked(header);
  assign route = valid ? {23'd0, fields[31:0] == '0, fields} : '0;
endmodule
