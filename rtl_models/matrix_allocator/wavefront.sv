// The allocator `wavefront`: a wave over the diagonals of the request matrix (docs/microarchitecture.md, section 8). The
// rows are rotated so that the diagonal with priority is always the first of the array.
//
// Ports    clk, reset
//          cells    bit r*OUTPUTS + o: row r asks for output o; the rows of injectors come last
//          guarded  bit o: column o is open to the pass of the guard; read with GUARDED
//          turn     the number of the cycle mod max(ROWS, OUTPUTS); read with PRIORITY 2
//          made     bit r*OUTPUTS + o: of what is matched that which is made; read with PARTIAL
//          matched  bit r*OUTPUTS + o: row r is granted output o; combinational
// State    the diagonal with priority.
// Latency  0 cycles. Reset puts it on 0.
// verilator lint_off DECLFILENAME
module trenza_wavefront #(
    parameter int NETWORK_ROWS = 12,
    parameter int INJECTORS = 1,  // 0: one pass
    parameter int OUTPUTS = 5,
    parameter int PRIORITY = 0,  // 0 skip, 1 rotate, 2 free
    parameter bit GUARDED = 1'b0,
    parameter bit PARTIAL = 1'b0,
    parameter int TURN_BITS = 8,
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic                    clk,
    input  logic                    reset,
    input  logic [ROWS*OUTPUTS-1:0] cells,
    // verilator lint_off UNUSED
    input  logic [     OUTPUTS-1:0] guarded,
    input  logic [   TURN_BITS-1:0] turn,
    input  logic [ROWS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [ROWS*OUTPUTS-1:0] matched
);
  localparam int SIZE = ROWS > OUTPUTS ? ROWS : OUTPUTS;
  localparam int BITS = SIZE > 1 ? $clog2(SIZE) : 1;

  logic [BITS-1:0] pointer;
  logic [BITS-1:0] first;  // the diagonal with priority
  logic [SIZE*OUTPUTS-1:0] turned;  // row k is row k + first of the router, cyclically
  logic [SIZE-1:0] is_network;  // of the turned rows
  logic [SIZE*OUTPUTS-1:0] transit;
  logic [SIZE*OUTPUTS-1:0] injection;
  logic [SIZE*OUTPUTS-1:0] transit_match;
  logic [SIZE*OUTPUTS-1:0] injection_match;
  logic [SIZE*OUTPUTS-1:0] turned_match;
  logic [SIZE*OUTPUTS-1:0] in_force;  // of the match, what is made
  logic [SIZE*OUTPUTS-1:0] deciding;  // of the first pass that granted something which is made
  logic [OUTPUTS-1:0] taken;
  logic [SIZE*OUTPUTS-1:0] early_match;  // of the pass of the guard; 0 without one
  logic [OUTPUTS-1:0] taken_early;

  // a + b modulo SIZE.
  function automatic logic [BITS-1:0] sum(input logic [BITS:0] a, input logic [BITS-1:0] b);
    logic [BITS:0] total;
    total = a + {1'b0, b};
    sum = BITS'(total >= (BITS + 1)'(SIZE) ? total - (BITS + 1)'(SIZE) : total);
  endfunction

  // One pass: diagonal d has the cells of row k and output o with (k + o) mod SIZE = d.
  function automatic logic [SIZE*OUTPUTS-1:0] wave(input logic [SIZE*OUTPUTS-1:0] asking);
    logic [SIZE-1:0] rows;
    logic [OUTPUTS-1:0] columns;
    rows = '1;
    columns = '1;
    wave = '0;
    if (asking != '0) begin
      for (int d = 0; d < SIZE; d++) begin
        for (int o = 0; o < OUTPUTS; o++) begin
          if (asking[((d-o+SIZE)%SIZE)*OUTPUTS+o] && rows[(d-o+SIZE)%SIZE] && columns[o]) begin
            wave[((d-o+SIZE)%SIZE)*OUTPUTS+o] = 1'b1;
            rows[(d-o+SIZE)%SIZE] = 1'b0;
            columns[o] = 1'b0;
          end
        end
      end
    end
  endfunction

  function automatic logic [OUTPUTS-1:0] columns_of(input logic [SIZE*OUTPUTS-1:0] match);
    columns_of = '0;
    for (int k = 0; k < SIZE; k++) columns_of = columns_of | match[k*OUTPUTS+:OUTPUTS];
  endfunction

  // The lowest diagonal of a match.
  function automatic logic [BITS-1:0] lowest(input logic [SIZE*OUTPUTS-1:0] match);
    lowest = '0;
    for (int d = SIZE - 1; d >= 0; d--) begin
      for (int o = 0; o < OUTPUTS; o++) begin
        if (match[((d-o+SIZE)%SIZE)*OUTPUTS+o]) lowest = BITS'(d);
      end
    end
  endfunction

  assign first = PRIORITY == 2 ? turn[BITS-1:0] : pointer;

  generate
    for (genvar k = 0; k < SIZE; k++) begin : row
      logic [BITS-1:0] place;
      logic exists;
      assign place = sum((BITS + 1)'(k), first);
      assign exists = {1'b0, place} < (BITS + 1)'(ROWS);
      assign turned[k*OUTPUTS+:OUTPUTS] = exists ? cells[place*OUTPUTS+:OUTPUTS] : '0;
      assign is_network[k] = {1'b0, place} < (BITS + 1)'(NETWORK_ROWS);
      assign transit[k*OUTPUTS+:OUTPUTS] = is_network[k] ? turned[k*OUTPUTS+:OUTPUTS] & ~taken_early : '0;
      assign injection[k*OUTPUTS+:OUTPUTS] =
          is_network[k] || early_match[k*OUTPUTS+:OUTPUTS] != '0 ? '0 : turned[k*OUTPUTS+:OUTPUTS] & ~taken;
    end
    if (PARTIAL) begin : some_made
      for (genvar k = 0; k < SIZE; k++) begin : row
        logic [BITS-1:0] place;
        assign place = sum((BITS + 1)'(k), first);
        assign in_force[k*OUTPUTS+:OUTPUTS] = {1'b0, place} < (BITS + 1)'(ROWS) ? made[place*OUTPUTS+:OUTPUTS] : '0;
      end
    end else begin : all_made
      assign in_force = turned_match;
    end
    for (genvar r = 0; r < ROWS; r++) begin : back
      logic [BITS-1:0] place;  // SIZE - first brings row r back
      assign place = sum((BITS + 1)'(r), first == '0 ? '0 : BITS'((BITS + 1)'(SIZE) - {1'b0, first}));
      assign matched[r*OUTPUTS+:OUTPUTS] = turned_match[place*OUTPUTS+:OUTPUTS];
    end
    if (GUARDED) begin : guard
      logic [SIZE*OUTPUTS-1:0] early;
      for (genvar k = 0; k < SIZE; k++) begin : row
        assign early[k*OUTPUTS+:OUTPUTS] = is_network[k] ? '0 : turned[k*OUTPUTS+:OUTPUTS] & guarded;
      end
      assign early_match = wave(early);
      assign taken_early = columns_of(early_match);
    end else begin : unguarded
      assign early_match = '0;
      assign taken_early = '0;
    end
  endgenerate
  assign transit_match = wave(transit);
  assign taken = columns_of(transit_match) | taken_early;
  assign injection_match = wave(injection);
  assign turned_match = early_match | transit_match | injection_match;
  assign deciding = (early_match & in_force) != '0 ? early_match & in_force :
      (transit_match & in_force) != '0 ? transit_match & in_force : injection_match & in_force;

  function automatic logic [BITS-1:0] next(input logic [BITS-1:0] now, input logic [BITS-1:0] granted);
    next = sum((BITS + 1)'(1), PRIORITY == 1 ? now : sum({1'b0, now}, granted));
  endfunction

  always_ff @(posedge clk) begin
    if (reset) pointer <= '0;
    else if (in_force != '0) pointer <= next(pointer, lowest(deciding));
  end
endmodule
