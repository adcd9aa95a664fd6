// The allocator `input_first`: a matching of the inputs and outputs of a router, separable, input first
// (docs/microarchitecture.md, section 8). Every input asks for one output; of the inputs of a row that VCs share one is
// kept, and every output chooses one of those that are left. Traffic in transit wins over injection, but not at guarded
// outputs.
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i asks for output o, which is free; one output at most
//          packet       [i*32 +: 32]: packet of input i
//          flits        [i*14 +: 14]: its length
//          stride       of trenza_switch_allocator
//          output_draw  [o*16 +: 16]: the draw of the arbiter of output o in this cycle
//          row_draw     [r*16 +: 16]: that of the input arbiter of network row r; read where VCs share rows
//          guarded      bit o: at output o injectors go first
//          made         bit i*OUTPUTS + o: of the grants those that are made; read with PARTIAL
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// Latency  0 cycles. Compute (the combinational part) and commit (the arbiters, at the edge) are separate. Without PARTIAL
//          every grant that is shown at an edge is made. Reset puts the arbiters into their first state.
// verilator lint_off DECLFILENAME
module trenza_input_first #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter bit PARTIAL = 1'b0,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int PORTS = NETWORK / VCS,
    localparam int SOURCES = PORTS + INJECTORS
) (
    input  logic                      clk,
    input  logic                      reset,
    input  logic [INPUTS*OUTPUTS-1:0] asks,
    input  logic [     INPUTS*32-1:0] packet,
    input  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits,
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    // verilator lint_off UNUSED
    // Some arbiters draw nothing, and what is granted is often made.
    input  logic [    OUTPUTS*16-1:0] output_draw,
    input  logic [PORTS*PORT_ROWS*16-1:0] row_draw,
    input  logic [       OUTPUTS-1:0] guarded,
    input  logic [INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [INPUTS*OUTPUTS-1:0] grant
);
  logic [INPUTS-1:0] asking;
  logic [INPUTS-1:0] kept;  // what the input arbiters leave of it
  // verilator lint_off UNUSED
  logic [INPUTS-1:0] granted;  // and made; input arbiters take note of it
  // verilator lint_on UNUSED
  logic [INPUTS*OUTPUTS-1:0] commit;

  assign commit = PARTIAL ? made : grant;

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      assign asking[i] = asks[i*OUTPUTS+:OUTPUTS] != '0;
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
    assign kept[INPUTS-1:NETWORK] = asking[INPUTS-1:NETWORK];

    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [  INPUTS-1:0] picked;
      logic [  INPUTS-1:0] request;
      logic [  INPUTS-1:0] of_output;  // the grants
      logic [  INPUTS-1:0] made_here;
      logic [INPUTS*8-1:0] of_inputs;  // strides; constant
      logic asked_by_injectors;

      for (genvar i = 0; i < INPUTS; i++) begin : from
        localparam int SOURCE = i < NETWORK ? i / VCS : PORTS + i - NETWORK;
        assign picked[i] = asks[i*OUTPUTS+o] && kept[i];
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
  endgenerate
endmodule
