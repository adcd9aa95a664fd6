// The matrix allocators: a matching of the inputs and outputs of a router over the request matrix, in two passes
// (docs/microarchitecture.md, section 8). Traffic in transit first, then injectors for what it leaves; with GUARDED,
// before both of them injectors on guarded outputs.
//
// Ports    those of trenza_output_first, but for the draws:
//          output_draw  [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k; read by `pim`
//          row_draw     [(k*ROWS + r)*16 +: 16]: that of row r in round k; read by `pim`
//          turn         the number of the cycle mod max(ROWS, OUTPUTS); read by `wavefront` with FREE
// State    the VC pointers of rows that several VCs share, and that of the allocator.
// Latency  0 cycles. Compute (the combinational part) and commit (the pointers, at the edge) are separate. Without PARTIAL
//          every grant that is shown at an edge is made. Reset puts all pointers on 0.
// verilator lint_off DECLFILENAME
module trenza_matrix_match #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes; 0: one pass, in which all inputs take part
    parameter int OUTPUTS = 5,
    parameter int VCS = 1,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "islip",  // pim, wavefront, oldest_first
    parameter int PARAMETER = 1,  // islip, pim: iterations; wavefront: 0 skip, 1 rotate, 2 free
    parameter bit GUARDED = 1'b0,
    parameter bit PARTIAL = 1'b0,
    parameter int TURN_BITS = 8,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int NETWORK_ROWS = NETWORK / VCS * PORT_ROWS,
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic                             clk,
    input  logic                             reset,
    input  logic [       INPUTS*OUTPUTS-1:0] asks,
    // verilator lint_off UNUSED
    // Each allocator leaves some of these alone.
    input  logic [            INPUTS*32-1:0] packet,
    input  logic [    ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [       ROUNDS*ROWS*16-1:0] row_draw,
    input  logic [            TURN_BITS-1:0] turn,
    input  logic [              OUTPUTS-1:0] guarded,
    input  logic [       INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [       INPUTS*OUTPUTS-1:0] grant
);
  // Bit r*OUTPUTS + o.
  logic [ROWS*OUTPUTS-1:0] cells;
  logic [ROWS*OUTPUTS-1:0] matched;
  // verilator lint_off UNUSED
  logic [ROWS*OUTPUTS-1:0] made_cells;  // what is matched and made; some allocators remember nothing
  // verilator lint_on UNUSED

  generate
    if (ALLOCATOR == "islip") begin : islip
      trenza_islip #(
          .NETWORK_ROWS(NETWORK_ROWS),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .ROUNDS(PARAMETER),
          .GUARDED(GUARDED)
      ) allocator (
          .made(made_cells),
          .*
      );
    end else if (ALLOCATOR == "pim") begin : pim
      // verilator lint_off UNUSED
      logic [ROWS*OUTPUTS-1:0] early;  // nothing remembers them
      // verilator lint_on UNUSED
      trenza_match_rounds #(
          .NETWORK_ROWS(NETWORK_ROWS),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .ROUNDS(PARAMETER),
          .DRAWN(1'b1),
          .GUARDED(GUARDED)
      ) allocator (
          .grant_pointer((OUTPUTS * (ROWS > 1 ? $clog2(ROWS) : 1))'(0)),
          .accept_pointer((ROWS * (OUTPUTS > 1 ? $clog2(OUTPUTS) : 1))'(0)),
          .*
      );
    end else if (ALLOCATOR == "wavefront") begin : wavefront
      trenza_wavefront #(
          .NETWORK_ROWS(NETWORK_ROWS),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .PRIORITY(PARAMETER),
          .GUARDED(GUARDED),
          .PARTIAL(PARTIAL),
          .TURN_BITS(TURN_BITS)
      ) allocator (
          .made(made_cells),
          .*
      );
    end else if (ALLOCATOR == "oldest_first") begin : by_age
      trenza_oldest_first #(
          .NETWORK(NETWORK),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .GUARDED(GUARDED)
      ) allocator (.*);
      assign matched = '0;
    end else begin : unknown
      trenza_no_such_allocator allocator ();  // tools say that there is none
    end

    for (genvar r = 0; r < NETWORK_ROWS; r++) begin : row
      localparam int FIRST = r / PORT_ROWS * VCS;  // input of the port
      if (PORT_ROWS == VCS && INJECTORS == 0) begin : of_an_input
        assign cells[r*OUTPUTS+:OUTPUTS] = asks[r*OUTPUTS+:OUTPUTS];
        assign made_cells[r*OUTPUTS+:OUTPUTS] = PARTIAL ? made[r*OUTPUTS+:OUTPUTS] : matched[r*OUTPUTS+:OUTPUTS];
      end else begin : shared
        for (genvar o = 0; o < OUTPUTS; o++) begin : cell_
          logic [VCS-1:0] asking;
          // verilator lint_off UNUSED
          logic [VCS-1:0] granted;
          // verilator lint_on UNUSED
          for (genvar v = 0; v < VCS; v++) begin : of_vc
            assign asking[v] = v % PORT_ROWS == r % PORT_ROWS && asks[(FIRST+v)*OUTPUTS+o];
            assign granted[v] = v % PORT_ROWS == r % PORT_ROWS && made[(FIRST+v)*OUTPUTS+o];
          end
          assign cells[r*OUTPUTS+o] = asking != '0;
          assign made_cells[r*OUTPUTS+o] = PARTIAL ? granted != '0 : matched[r*OUTPUTS+o];
        end
      end
    end
    for (genvar j = 0; j < INJECTORS; j++) begin : injector
      assign cells[(NETWORK_ROWS+j)*OUTPUTS+:OUTPUTS] = asks[(NETWORK+j)*OUTPUTS+:OUTPUTS];
      assign made_cells[(NETWORK_ROWS+j)*OUTPUTS+:OUTPUTS] =
          PARTIAL ? made[(NETWORK+j)*OUTPUTS+:OUTPUTS] : matched[(NETWORK_ROWS+j)*OUTPUTS+:OUTPUTS];
    end
    if (ALLOCATOR != "oldest_first") begin : inputs
      for (genvar j = 0; j < INJECTORS; j++) begin : injector
        assign grant[(NETWORK+j)*OUTPUTS+:OUTPUTS] = matched[(NETWORK_ROWS+j)*OUTPUTS+:OUTPUTS];
      end
      for (genvar r = 0; r < NETWORK_ROWS; r++) begin : row
        if (PORT_ROWS == VCS) begin : of_one
          assign grant[r*OUTPUTS+:OUTPUTS] = matched[r*OUTPUTS+:OUTPUTS];
        end else begin : of_many
          // The VC pointer of the row says which of those that ask for the matched output is granted.
          localparam int FIRST = r / PORT_ROWS * VCS;
          logic [VCS-1:0] asking;
          logic [VCS-1:0] chosen;
          logic [VCS-1:0] moved_on;  // chosen, and made
          logic [(VCS > 1 ? $clog2(VCS) : 1)-1:0] pointer;
          for (genvar v = 0; v < VCS; v++) begin : of_vc
            if (v % PORT_ROWS == r % PORT_ROWS) begin : own
              assign asking[v] = (asks[(FIRST+v)*OUTPUTS+:OUTPUTS] & matched[r*OUTPUTS+:OUTPUTS]) != '0;
              assign grant[(FIRST+v)*OUTPUTS+:OUTPUTS] = chosen[v] ? matched[r*OUTPUTS+:OUTPUTS] : '0;
            end else begin : foreign
              assign asking[v] = 1'b0;
            end
          end
          trenza_from_pointer #(.SIZE(VCS)) choice (.request(asking), .pointer, .first(chosen));
          assign moved_on = made_cells[r*OUTPUTS+:OUTPUTS] != '0 ? chosen : '0;
          trenza_pointer #(.SIZE(VCS)) vc_pointer (.clk, .reset, .commit(moved_on), .pointer);
        end
      end
    end
  endgenerate
endmodule
