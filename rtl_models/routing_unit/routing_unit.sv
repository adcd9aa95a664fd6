// Routing unit for records: what a header may ask for at any router, read off the signed hop counts that it carries.
//
// Ports    valid   a flit is on the link
//          header  its header word: its record has DIMENSIONS signed fields of hop counts
//          route   route word: productive ports, escape port (the lowest of them), arrived; 0 while not valid;
//                  combinational
// Latency  0 cycles. No state, no reset.
// verilator lint_off DECLFILENAME
module trenza_routing_unit #(
    parameter int DIMENSIONS = 2
) (
    input  logic                valid,
    // verilator lint_off UNUSED
    // Records know no destination, and may leave bits over.
    input  trenza_pkg::header_t header,
    // verilator lint_on UNUSED
    output trenza_pkg::route_t  route
);
  localparam int FIELD = trenza_pkg::record_bits(DIMENSIONS);
  localparam int FIRST = trenza_pkg::RECORD;

  function automatic logic [63:0] asked(input trenza_pkg::header_t word);
    trenza_pkg::ports_t ports;
    trenza_pkg::port_t lowest;
    ports = '0;
    lowest = trenza_pkg::NO_PORT;
    for (int k = DIMENSIONS - 1; k >= 0; k--) begin
      if (word[FIRST+k*FIELD+:FIELD] != '0) begin
        if (word[FIRST+k*FIELD+FIELD-1]) begin
          ports[2*k+1] = 1'b1;
          lowest = trenza_pkg::PORT_BITS'(2 * k + 1);
        end else begin
          ports[2*k] = 1'b1;
          lowest = trenza_pkg::PORT_BITS'(2 * k);
        end
      end
    end
    asked = trenza_pkg::make_route(ports, lowest, '0, ports == '0);
  endfunction

  assign route = valid ? asked(header) : '0;
endmodule
