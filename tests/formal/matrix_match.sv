// The matrix allocators in a small router: four rows, the last of which is an injector, and three outputs; under all
// requests, packets, draws and cycles, and with all pointers in any state.
//
// prove: sources rtl_models/matrix_allocator/matrix_match.sv rtl_models/matrix_allocator/islip.sv
// prove: sources rtl_models/matrix_allocator/match_rounds.sv rtl_models/matrix_allocator/wavefront.sv
// prove: sources rtl_models/matrix_allocator/oldest_first.sv rtl_models/arbiter/pointer.sv
// prove: sources rtl_models/arbiter/from_pointer.sv rtl_models/arbiter/random_arbiter.sv
// prove: sources rtl_models/arbiter/modulo.sv rtl_models/arbiter/age_arbiter.sv
// prove: sources rtl_models/matrix_allocator/transpose.sv
// prove: induction 1
// prove: events 4 unrolled
// prove: quick ALLOCATOR=wavefront PARAMETER=0 VCS=1 PORT_ROWS=1 MAXIMAL=1
// prove: case ALLOCATOR=wavefront PARAMETER=1 VCS=2 PORT_ROWS=1 MAXIMAL=1
// prove: case ALLOCATOR=wavefront PARAMETER=2 VCS=2 PORT_ROWS=1 MAXIMAL=1
// prove: case ALLOCATOR=islip PARAMETER=1 VCS=2 PORT_ROWS=1 MAXIMAL=0
// prove: case ALLOCATOR=islip PARAMETER=3 VCS=3 PORT_ROWS=2 MAXIMAL=1
// prove: case ALLOCATOR=pim PARAMETER=1 VCS=2 PORT_ROWS=1 MAXIMAL=0
// prove: case ALLOCATOR=pim PARAMETER=3 VCS=1 PORT_ROWS=1 MAXIMAL=1
// prove: case ALLOCATOR=oldest_first PARAMETER=0 VCS=2 PORT_ROWS=1 MAXIMAL=1
// prove: case ALLOCATOR=wavefront PARAMETER=0 VCS=1 PORT_ROWS=1 MAXIMAL=1 GUARDED=1
// prove: case ALLOCATOR=islip PARAMETER=3 VCS=2 PORT_ROWS=1 MAXIMAL=1 GUARDED=1
// prove: case ALLOCATOR=pim PARAMETER=1 VCS=2 PORT_ROWS=1 MAXIMAL=0 GUARDED=1
// prove: case ALLOCATOR=oldest_first PARAMETER=0 VCS=2 PORT_ROWS=1 MAXIMAL=1 GUARDED=1
module prove_matrix_match #(
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "wavefront",
    parameter int PARAMETER = 0,
    parameter int VCS = 1,
    parameter int PORT_ROWS = 1,
    parameter bit MAXIMAL = 1'b1,
    parameter bit GUARDED = 1'b0
) (
    input logic clk
);
  localparam int PORTS = PORT_ROWS == 1 ? 3 : 1;
  localparam int NETWORK = PORTS * VCS;
  localparam int INPUTS = NETWORK + 1;
  localparam int OUTPUTS = 3;
  localparam int ROWS = PORTS * PORT_ROWS + 1;
  localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1;
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;

  (* anyseq *) logic [INPUTS*OUTPUTS-1:0] asks;
  (* anyseq *) logic [INPUTS*4-1:0] packet_of;
  (* anyseq *) logic [ROUNDS*(OUTPUTS+ROWS)*3-1:0] draws;  // 3 bits reach every remainder of up to 4
  (* anyseq *) logic [1:0] cycle;  // modulo 4
  (* anyseq *) logic [OUTPUTS-1:0] full;  // outputs whose count is full
  logic [OUTPUTS-1:0] guarded;
  assign guarded = GUARDED ? full : '0;
  logic [INPUTS*32-1:0] packet;
  logic [ROUNDS*OUTPUTS*16-1:0] output_draw;
  logic [ROUNDS*ROWS*16-1:0] row_draw;
  logic [7:0] turn;
  logic [INPUTS*OUTPUTS-1:0] grant;
  logic [INPUTS*OUTPUTS-1:0] made;
  assign made = grant;
  assign turn = {6'd0, cycle};
  always_comb begin
    for (int i = 0; i < INPUTS; i++) packet[i*32+:32] = {28'd0, packet_of[i*4+:4]};
    for (int k = 0; k < ROUNDS * OUTPUTS; k++) output_draw[k*16+:16] = 16'(draws[k*3+:3]);
    for (int k = 0; k < ROUNDS * ROWS; k++) row_draw[k*16+:16] = 16'(draws[(ROUNDS*OUTPUTS+k)*3+:3]);
  end

  trenza_matrix_match #(
      .NETWORK(NETWORK),
      .INJECTORS(1),
      .OUTPUTS(OUTPUTS),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .GUARDED(GUARDED)
  ) allocator (.reset(!started), .*);

  logic one_input;
  logic one_of_a_row;
  logic is_maximal;
  logic [INPUTS-1:0] has;  // an output
  logic [INPUTS-1:0] row_has;
  logic [OUTPUTS-1:0] in_transit;  // granted to a network input
  logic [OUTPUTS-1:0] given;
  logic [OUTPUTS-1:0] out_of_reach;  // of network inputs
  logic the_guard_holds;
  always_comb begin
    one_input = 1'b1;
    one_of_a_row = 1'b1;
    is_maximal = 1'b1;
    in_transit = '0;
    given = '0;
    for (int i = 0; i < INPUTS; i++) begin
      has[i] = grant[i*OUTPUTS+:OUTPUTS] != '0;
      if ((grant[i*OUTPUTS+:OUTPUTS] & (grant[i*OUTPUTS+:OUTPUTS] - OUTPUTS'(1))) != '0) one_of_a_row = 1'b0;
      given = given | grant[i*OUTPUTS+:OUTPUTS];
      if (i < NETWORK) in_transit = in_transit | grant[i*OUTPUTS+:OUTPUTS];
      for (int k = 0; k < i; k++) begin
        if ((grant[i*OUTPUTS+:OUTPUTS] & grant[k*OUTPUTS+:OUTPUTS]) != '0) one_input = 1'b0;
        if (i < NETWORK && i / VCS == k / VCS && i % VCS % PORT_ROWS == k % VCS % PORT_ROWS && has[i] && has[k]) one_of_a_row = 1'b0;
      end
    end
    row_has = has;
    for (int i = 0; i < NETWORK; i++) begin
      for (int k = 0; k < NETWORK; k++) if (i / VCS == k / VCS && i % VCS % PORT_ROWS == k % VCS % PORT_ROWS && has[k]) row_has[i] = 1'b1;
    end
    out_of_reach = in_transit | (given & guarded);
    for (int i = 0; i < INPUTS; i++) begin
      if (!row_has[i] && (asks[i*OUTPUTS+:OUTPUTS] & ~(i < NETWORK ? out_of_reach : given)) != '0) is_maximal = 1'b0;
    end
    the_guard_holds = (asks[NETWORK*OUTPUTS+:OUTPUTS] & guarded) == '0 ||
        (grant[NETWORK*OUTPUTS+:OUTPUTS] & guarded) != '0;
  end

  always_comb begin
    if (started) begin
      an_output_has_one_input : assert (one_input);
      a_row_has_one_output : assert (one_of_a_row);
      grants_were_asked_for : assert ((grant & ~asks) == '0);
      someone_who_asks_is_granted : assert (asks == '0 || grant != '0);
      no_output_is_left_that_someone_asks_for : assert (!MAXIMAL || is_maximal);
      an_injector_at_a_guarded_output_gets_one : assert (the_guard_holds);
      everything_granted : cover (given == '1);
      an_injector_granted : cover (has[INPUTS-1] && in_transit != '0);
    end
  end
endmodule
