// The allocator `oldest_first`: the oldest packets take outputs first (docs/microarchitecture.md, section 8). First those
// of network inputs, then those of injectors.
//
// Ports    asks    bit i*OUTPUTS + o: input i could be granted output o
//          packet  [i*32 +: 32]: packet of input i
//          grant   bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. No state. Each step gives the lowest output that is left to the oldest that asks for one that is left.
// verilator lint_off DECLFILENAME
module trenza_oldest_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int ROW = 1,  // network inputs of a row
    localparam int INPUTS = NETWORK + INJECTORS
) (
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  localparam int STEPS = 2 * OUTPUTS;  // those of the first pass, then those of the second
  localparam logic [INPUTS-1:0] TRANSIT = (INPUTS'(1) << NETWORK) - INPUTS'(1);

  // Before each step: inputs whose row has no output, and outputs that are left. Of each step: the oldest, and what it gets.
  // verilator lint_off UNUSED
  logic [(STEPS+1)*INPUTS-1:0] inputs_left  /*verilator split_var*/;
  logic [(STEPS+1)*OUTPUTS-1:0] outputs_left  /*verilator split_var*/;
  // verilator lint_on UNUSED
  logic [(STEPS+1)*INPUTS*OUTPUTS-1:0] so_far  /*verilator split_var*/;
  logic [STEPS*INPUTS-1:0] oldest  /*verilator split_var*/;
  logic [STEPS*OUTPUTS-1:0] given  /*verilator split_var*/;

  assign inputs_left[INPUTS-1:0] = '1;
  assign outputs_left[OUTPUTS-1:0] = '1;
  assign so_far[INPUTS*OUTPUTS-1:0] = '0;
  assign grant = so_far[STEPS*INPUTS*OUTPUTS+:INPUTS*OUTPUTS];

  function automatic logic [OUTPUTS-1:0] asked_by(input logic [INPUTS-1:0] only,
                                                  input logic [INPUTS*OUTPUTS-1:0] asking);
    asked_by = '0;
    for (int i = 0; i < INPUTS; i++) asked_by = asked_by | (only[i] ? asking[i*OUTPUTS+:OUTPUTS] : '0);
  endfunction

  generate
    for (genvar s = 0; s < STEPS; s++) begin : step
      logic [INPUTS-1:0] asking;
      logic [OUTPUTS-1:0] wanted;
      for (genvar i = 0; i < INPUTS; i++) begin : from
        assign asking[i] = (s < OUTPUTS ? TRANSIT[i] : !TRANSIT[i]) && inputs_left[s*INPUTS+i] &&
            (asks[i*OUTPUTS+:OUTPUTS] & outputs_left[s*OUTPUTS+:OUTPUTS]) != '0;
      end
      trenza_age_arbiter #(.REQUESTERS(INPUTS)) arbiter (
          .request(asking), .packet, .grant(oldest[s*INPUTS+:INPUTS])
      );
      assign wanted = asked_by(oldest[s*INPUTS+:INPUTS], asks) & outputs_left[s*OUTPUTS+:OUTPUTS];
      assign given[s*OUTPUTS+:OUTPUTS] = wanted & (~wanted + OUTPUTS'(1));
      assign outputs_left[(s+1)*OUTPUTS+:OUTPUTS] = outputs_left[s*OUTPUTS+:OUTPUTS] & ~given[s*OUTPUTS+:OUTPUTS];
      for (genvar i = 0; i < INPUTS; i++) begin : left
        assign so_far[((s+1)*INPUTS+i)*OUTPUTS+:OUTPUTS] =
            so_far[(s*INPUTS+i)*OUTPUTS+:OUTPUTS] | (oldest[s*INPUTS+i] ? given[s*OUTPUTS+:OUTPUTS] : '0);
        if (i < NETWORK) begin : network
          assign inputs_left[(s+1)*INPUTS+i] =
              inputs_left[s*INPUTS+i] && oldest[s*INPUTS+(i/ROW)*ROW+:ROW] == '0;
        end else begin : injector
          assign inputs_left[(s+1)*INPUTS+i] = inputs_left[s*INPUTS+i] && !oldest[s*INPUTS+i];
        end
      end
    end
  endgenerate
endmodule
