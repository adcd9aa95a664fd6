// The allocator `input_first`: a matching of the inputs and outputs of a router, separable, input first
// (docs/microarchitecture.md, section 8). Every input asks for one output, which with INPUT_PICKS an arbiter of the input
// picks; of the inputs of a row that VCs share one is kept, and every output chooses one of those that are left. Traffic in
// transit wins over injection, but not at guarded outputs.
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i asks for output o, which is free; one output at most, but with INPUT_PICKS
//          packet       [i*32 +: 32]: packet of input i
//          flits        [i*14 +: 14]: its length
//          stride       of trenza_switch_allocator; those of ports are for the inputs below TRANSIT_INPUTS, each of the others
//                       has one of its own
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o in this cycle
//          row_draw     [r*16 +: 16]: that of the input arbiter of network row r; read where VCs share rows, and with
//                       INPUT_PICKS
//          guarded      bit o: at output o injectors go first
//          made         bit i*OUTPUTS + o: of the grants those that are made; read with PARTIAL
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. Compute (the combinational part) and commit (the arbiters, at the edge) are separate. Without PARTIAL
//          every grant that is shown at an edge is made. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_input_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes; 0: all inputs take part alike
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter bit PARTIAL = 1'b0,
    parameter bit INPUT_PICKS = 1'b0,  // only without injectors and shared rows
    parameter int TRANSIT_INPUTS = NETWORK,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int PORTS = NETWORK / VCS,
    localparam int SOURCES = TRANSIT_INPUTS / VCS + INPUTS - TRANSIT_INPUTS
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits,
    // verilator lint_off UNUSED
    // Some arbiters draw nothing, what is granted is often made, and there can be fewer outputs than ports.
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [PORTS*PORT_ROWS*16-1:0] row_draw,
    input  logic [       OUTPUTS-1:0] guarded,
    input  logic [INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  logic [INPUTS*OUTPUTS-1:0] picks;  // of each input one output at most
  logic [INPUTS-1:0] asking;
  logic [INPUTS-1:0] kept;  // what the input arbiters leave of it
  // verilator lint_off UNUSED
  logic [INPUTS-1:0] granted;  // and made; input arbiters take note of it
  // verilator lint_on UNUSED
  logic [INPUTS*OUTPUTS-1:0] commit;

  assign commit = PARTIAL ? made : grant;

  generate
    if (INPUT_PICKS) begin : by_arbiter
      for (genvar i = 0; i < INPUTS; i++) begin : of_input
        trenza_arbiter #(
            .REQUESTERS(OUTPUTS),
            .POLICY(ARBITER == "age" ? "fixed" : ARBITER),  // all requesters have the same packet
            .MOST_FLITS(MOST_FLITS)
        ) arbiter (
            .request(asks[i*OUTPUTS+:OUTPUTS]),
            .draw(row_draw[i*16+:16]),
            .packet((OUTPUTS * 32)'(0)),
            .flits({OUTPUTS{flits[i*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS]}}),
            .stride({OUTPUTS{8'd1}}),
            .asked(asks[i*OUTPUTS+:OUTPUTS]),
            .commit(commit[i*OUTPUTS+:OUTPUTS]),
            .grant(picks[i*OUTPUTS+:OUTPUTS]),
            .*
        );
      end
    end else begin : by_selection
      assign picks = asks;
    end
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      assign asking[i] = picks[i*OUTPUTS+:OUTPUTS] != '0;
      assign granted[i] = commit[i*OUTPUTS+:OUTPUTS] != '0;
    end

    for (genvar p = 0; p < PORTS; p++) begin : port
      if (PORT_ROWS < VCS) begin : shared
        for (genvar q = 0; q < PORT_ROWS; q++) begin : row
          logic [VCS-1:0] of_row;  // constant
          logic [VCS-1:0] keeps;
          for (genvar v = 0; v < VCS; v++) begin : of_vc
            assign of_row[v] = v % PORT_ROWS == q;
          end
          trenza_arbiter #(
              .REQUESTERS(VCS),
              .POLICY(ARBITER),
              .MOST_FLITS(MOST_FLITS)
          ) arbiter (
              .request(asking[p*VCS+:VCS] & of_row),
              .draw(row_draw[(p*PORT_ROWS+q)*16+:16]),
              .packet(packet[p*VCS*32+:VCS*32]),
              .flits(flits[p*VCS*trenza_pkg::LENGTH_BITS+:VCS*trenza_pkg::LENGTH_BITS]),
              .stride({VCS{8'd1}}),
              .asked(asking[p*VCS+:VCS] & of_row),
              .commit(granted[p*VCS+:VCS] & of_row),
              .grant(keeps),
              .*
          );
          for (genvar v = 0; v < VCS; v++) begin : at_vc
            if (v % PORT_ROWS == q) begin : own
              assign kept[p*VCS+v] = keeps[v];
            end
          end
        end
      end else begin : apart
        assign kept[p*VCS+:VCS] = asking[p*VCS+:VCS];
      end
    end
    if (INJECTORS != 0) begin : injectors
      assign kept[INPUTS-1:NETWORK] = asking[INPUTS-1:NETWORK];
    end

    if (INJECTORS == 0) begin : alike
      // With many outputs a bit of each input and output is too much text for a simulator: matrices by columns.
      logic [OUTPUTS*INPUTS-1:0] picks_of;
      logic [OUTPUTS*INPUTS-1:0] grant_of;
      logic [OUTPUTS*INPUTS-1:0] commit_of;
      trenza_transpose #(
          .ROWS(INPUTS),
          .COLUMNS(OUTPUTS)
      ) of_picks (
          .matrix(picks),
          .transposed(picks_of)
      );
      trenza_transpose #(
          .ROWS(OUTPUTS),
          .COLUMNS(INPUTS)
      ) of_grants (
          .matrix(grant_of),
          .transposed(grant)
      );
      if (PARTIAL) begin : some_made
        trenza_transpose #(
            .ROWS(INPUTS),
            .COLUMNS(OUTPUTS)
        ) of_made (
            .matrix(made),
            .transposed(commit_of)
        );
      end else begin : all_made
        assign commit_of = grant_of;
      end
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        logic [  INPUTS-1:0] request;
        logic [INPUTS*8-1:0] of_inputs;  // strides; constant
        for (genvar i = 0; i < INPUTS; i++) begin : from
          localparam int SOURCE = i < TRANSIT_INPUTS ? i / VCS : TRANSIT_INPUTS / VCS + i - TRANSIT_INPUTS;
          assign of_inputs[i*8+:8] = stride[((o<PORTS?o:PORTS)*SOURCES+SOURCE)*8+:8];
        end
        assign request = picks_of[o*INPUTS+:INPUTS] & kept;
        trenza_arbiter #(
            .REQUESTERS(INPUTS),
            .POLICY(ARBITER),
            .MOST_FLITS(MOST_FLITS)
        ) arbiter (
            .draw(output_draw[o*16+:16]),
            .stride(of_inputs),
            .asked(request),
            .commit(commit_of[o*INPUTS+:INPUTS]),
            .grant(grant_of[o*INPUTS+:INPUTS]),
            .*
        );
      end
    end else begin : two_kinds
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        logic [  INPUTS-1:0] picked;
        logic [  INPUTS-1:0] request;
        logic [  INPUTS-1:0] of_output;  // the grants
        logic [  INPUTS-1:0] made_here;
        logic [INPUTS*8-1:0] of_inputs;  // strides; constant
        logic asked_by_injectors;

        for (genvar i = 0; i < INPUTS; i++) begin : from
          localparam int SOURCE = i < TRANSIT_INPUTS ? i / VCS : TRANSIT_INPUTS / VCS + i - TRANSIT_INPUTS;
          assign picked[i] = picks[i*OUTPUTS+o] && kept[i];
          assign of_inputs[i*8+:8] = stride[((o<PORTS?o:PORTS)*SOURCES+SOURCE)*8+:8];
          assign grant[i*OUTPUTS+o] = of_output[i];
          assign made_here[i] = commit[i*OUTPUTS+o];
        end
        // Traffic in transit wins over injection, but not at a guarded output.
        assign asked_by_injectors = picked[INPUTS-1:NETWORK] != '0;
        assign request[NETWORK-1:0] = guarded[o] && asked_by_injectors ? '0 : picked[NETWORK-1:0];
        assign request[INPUTS-1:NETWORK] = picked[NETWORK-1:0] != '0 && !guarded[o] ? '0 : picked[INPUTS-1:NETWORK];
        trenza_arbiter #(
            .REQUESTERS(INPUTS),
            .POLICY(ARBITER),
            .MOST_FLITS(MOST_FLITS)
        ) arbiter (
            .draw(output_draw[o*16+:16]),
            .stride(of_inputs),
            .asked(request),
            .commit(made_here),
            .grant(of_output),
            .*
        );
      end
    end
  endgenerate
endmodule
