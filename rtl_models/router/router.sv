// Router: input buffers, routing units, allocators, bubble control, credit counters and the crossbar of one node, with
// the injection side of its network interface. Ejection never waits: flits leave by the ejection ports as they come.
//
// Ports    clk, reset, cycle
//          in_valid       bit p: a flit is on the link that arrives at network port p; the others mean something only then
//          in_vc          [p*32 +: 32]: its VC
//          in_flit        [p*64 +: 64]: the flit;  in_header: with a head, its header
//          in_route       [p*64 +: 64]: with a head, its route word; read with DIMENSIONS 0
//          credit_out     [p*32 + v]: a credit of VC v back to the sender at port p; combinational
//          out_valid, out_vc, out_flit, out_header  the links that leave, likewise; header after the hop with records
//          credit_in      [p*32 + v]: a credit from the receiver behind network port p
//          stride         the strides of the inputs at outputs (trenza_switch_allocator); constant
//          continuing     [k*64 +: 64]: by escape VC k = (p*CLASSES + c)*ESCAPE_VCS + e, bit i: input i is in the same
//                         ring; all inputs where there is no ring. A constant of the place in the network.
//          output_draw, input_draw, selection_draw  draws of this cycle, 16 bits each, by output, by input arbiter or row
//                         (of which there may be fewer than inputs) and by input; with `pim` round by round
//          vc_draw        those of output VCs, where packets reserve them (RESERVES)
//          turn           as of trenza_matrix_allocator
//          queued, packet, flits, eligible, first_header, first_route, taken  source queues, as of trenza_network_interface;
//                         with RESERVES two packets of each
//          eject_valid, eject_flit  bit e, [e*64 +: 64]: flit that leaves the network by ejection port e
//          flit, header, request, route, pick, reserved, credits, credits_taken, admitted, select, charge, pop, pop_injector,
//          output_free, input_busy   what the blocks tell each other, for observers; reserved and credits_taken are 0 where
//                         packets reserve nothing
// Latency  docs/microarchitecture.md. A head on in in cycle t can be on out in t + ROUTER_DELAY.
// verilator lint_off DECLFILENAME
module trenza_router #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int ESCAPE_VCS = 1,  // of a class: its first VCs
    parameter int CLASS_VCS = 3,  // of a class
    parameter int INJECTORS = 1,  // of a class
    parameter int EJECTORS = 1,
    parameter int MAX_FLITS = 16,  // of a packet
    parameter int BUFFER_PACKETS = 4,
    parameter int ROUTER_DELAY = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "joint",  // or one of trenza_two_step_allocator
    parameter int STEP_DEPTH = 1,  // DEPTH of trenza_two_step_allocator
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",  // of trenza_speculation
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // or one of trenza_matrix_allocator
    parameter int ALLOCATOR_PARAMETER = 0,  // PARAMETER of trenza_matrix_allocator
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int TRANSIT_GUARD = 0,  // grants to traffic in transit, after which an injector goes first; 0: no guard
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter int PORT_ROWS = CLASSES * CLASS_VCS,  // crossbar inputs of a network port
    parameter bit BUBBLE = 1'b1,
    parameter bit ESCAPE_LAST_RESORT = 1'b0,
    parameter int DIMENSIONS = 2,  // of records; 0: routes come from outside
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int QUEUES = CLASSES * INJECTORS,
    localparam int INPUTS = PORTS * VCS + QUEUES,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? ALLOCATOR_PARAMETER : 1,
    localparam int ESCAPES = PORTS * CLASSES * ESCAPE_VCS,
    localparam bit RESERVES = PIPELINE != "joint",
    localparam int VC_DRAWS = RESERVES ? PORTS * VCS : 1,
    localparam int SHOWN = RESERVES ? 2 * QUEUES : QUEUES
) (
    input  logic                   clk,
    input  logic                   reset,
    input  logic [           63:0] cycle,
    input  logic [      PORTS-1:0] in_valid,
    input  logic [   PORTS*32-1:0] in_vc,
    input  logic [   PORTS*64-1:0] in_flit,
    input  logic [   PORTS*64-1:0] in_header,
    // verilator lint_off UNUSED
    // Read where there are no records.
    input  logic [   PORTS*64-1:0] in_route,
    // verilator lint_on UNUSED
    output logic [   PORTS*32-1:0] credit_out,
    output logic [      PORTS-1:0] out_valid,
    output logic [   PORTS*32-1:0] out_vc,
    output logic [   PORTS*64-1:0] out_flit,
    output logic [   PORTS*64-1:0] out_header,
    input  logic [   PORTS*32-1:0] credit_in,
    input  logic [ ESCAPES*64-1:0] continuing,
    input  logic [(PORTS+1)*(PORTS+QUEUES)*8-1:0] stride,
    // verilator lint_off UNUSED
    // Each allocator leaves some of these alone.
    input  logic [ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [VC_DRAWS*16-1:0] vc_draw,
    input  logic [            7:0] turn,
    // verilator lint_on UNUSED
    input  logic [  INPUTS*16-1:0] selection_draw,
    input  logic [      SHOWN-1:0] queued,
    input  logic [   SHOWN*32-1:0] packet,
    input  logic [   SHOWN*16-1:0] flits,
    input  logic [   SHOWN*64-1:0] eligible,
    input  logic [   SHOWN*64-1:0] first_header,
    input  logic [   SHOWN*64-1:0] first_route,
    output logic [     QUEUES-1:0] taken,
    output logic [   EJECTORS-1:0] eject_valid,
    output logic [EJECTORS*64-1:0] eject_flit,
    output logic [  INPUTS*64-1:0] flit,
    output logic [  INPUTS*64-1:0] header,
    output logic [  INPUTS*64-1:0] request,
    output logic [  INPUTS*64-1:0] route,
    output logic [  INPUTS*64-1:0] pick,
    output logic [  INPUTS*64-1:0] reserved,
    output logic [PORTS*VCS*32-1:0] credits,
    output logic [PORTS*VCS*32-1:0] credits_taken,
    output logic [ ESCAPES*64-1:0] admitted,
    output logic [ OUTPUTS*32-1:0] select,
    output logic [   PORTS*32-1:0] charge,
    output logic [   PORTS*32-1:0] pop,
    output logic [           31:0] pop_injector,
    output logic [           63:0] output_free,
    output logic [           63:0] input_busy
);
  localparam int DEPTH = BUFFER_PACKETS * MAX_FLITS;
  localparam int NETWORK = PORTS * VCS;
  localparam bit DECIDES = !RESERVES && ALLOCATOR == "input_first";  // the switch allocator
  localparam logic [31:0] CLASS_ESCAPES = (32'd1 << ESCAPE_VCS) - 32'd1;
  localparam logic [31:0] ESCAPE_MASK = CLASSES == 1 ? CLASS_ESCAPES : CLASS_ESCAPES | (CLASS_ESCAPES << CLASS_VCS);
  localparam logic [31:0] FLITS = 32'd0 + DEPTH;
  localparam logic [31:0] SLOTS = 32'd0 + BUFFER_PACKETS;
  localparam logic [CLASS_VCS*32-1:0] ADAPTIVE = {CLASS_VCS{32'hffff_ffff}} << (ESCAPE_VCS * 32);
  localparam logic [CLASS_VCS*32-1:0] CLASS_CREDITS = ({CLASS_VCS{FLITS}} & ADAPTIVE) | ({CLASS_VCS{SLOTS}} & ~ADAPTIVE);

  generate
    for (genvar p = 0; p < PORTS; p++) begin : port
      trenza_pkg::route_t arriving_route;

      if (DIMENSIONS == 0) begin : from_outside
        assign arriving_route = in_route[p*64+:64];
      end else begin : from_record
        trenza_routing_unit #(.DIMENSIONS(DIMENSIONS)) unit (
            .valid(in_valid[p]),
            .header(in_header[p*64+:64]),
            .route(arriving_route)
        );
      end
      trenza_input_buffer #(
          .VCS(VCS),
          .DEPTH(DEPTH),
          .ROUTER_DELAY(ROUTER_DELAY),
          .ESCAPE_MASK(ESCAPE_MASK),
          .LOOKAHEAD(RESERVES)
      ) buffer (
          .in_valid(in_valid[p]),
          .in_vc(in_vc[p*32+:32]),
          .in_flit(in_flit[p*64+:64]),
          .in_header(in_header[p*64+:64]),
          .in_route(arriving_route),
          .pop(pop[p*32+:32]),
          .flit(flit[p*VCS*64+:VCS*64]),
          .header(header[p*VCS*64+:VCS*64]),
          .request(request[p*VCS*64+:VCS*64]),
          .route(route[p*VCS*64+:VCS*64]),
          .credit(credit_out[p*32+:32]),
          .*
      );
      trenza_credit_counter #(
          .VCS(VCS),
          .CREDIT_BITS($clog2(DEPTH + 1)),
          .INITIAL({CLASSES{CLASS_CREDITS}}),
          .RESERVED(RESERVES)
      ) counter (
          .charge(charge[p*32+:32]),
          .taken(credits_taken[p*VCS*32+:VCS*32]),
          .credit(credit_in[p*32+:32]),
          .credits(credits[p*VCS*32+:VCS*32]),
          .*
      );
      for (genvar c = 0; c < CLASSES; c++) begin : class_
        for (genvar e = 0; e < ESCAPE_VCS; e++) begin : escape
          localparam int PLACE = (p * CLASSES + c) * ESCAPE_VCS + e;
          trenza_bubble_control #(
              .INPUTS(INPUTS),
              .BUBBLE(BUBBLE)
          ) bubble (
              .slots(credits[(p*VCS+c*CLASS_VCS+e)*32+:32]),
              .continuing(continuing[PLACE*64+:64]),
              .admitted(admitted[PLACE*64+:64])
          );
        end
      end
    end
  endgenerate

  trenza_network_interface #(
      .INJECTORS(QUEUES),
      .DIMENSIONS(DIMENSIONS),
      .LOOKAHEAD(RESERVES)
  ) injection (
      .pop(pop_injector),
      .flit(flit[INPUTS*64-1:NETWORK*64]),
      .header(header[INPUTS*64-1:NETWORK*64]),
      .request(request[INPUTS*64-1:NETWORK*64]),
      .route(route[INPUTS*64-1:NETWORK*64]),
      .*
  );

  generate
    if (RESERVES) begin : steps
      trenza_two_step_allocator #(
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .ESCAPE_VCS(ESCAPE_VCS),
          .CLASS_VCS(CLASS_VCS),
          .INJECTORS(INJECTORS),
          .EJECTORS(EJECTORS),
          .PIPELINE(PIPELINE),
          .DEPTH(STEP_DEPTH),
          .MASK(MASK),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(ALLOCATOR_PARAMETER),
          .ARBITER(ARBITER),
          .MOST_FLITS(MAX_FLITS),
          .TRANSIT_GUARD(TRANSIT_GUARD),
          .SELECTION(SELECTION),
          .PORT_ROWS(PORT_ROWS),
          .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
      ) two_step_allocator (
          .draw(selection_draw),
          .taken(credits_taken),
          .*
      );
    end else if (ALLOCATOR == "input_first") begin : picks
      trenza_vc_allocator #(
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .ESCAPE_VCS(ESCAPE_VCS),
          .CLASS_VCS(CLASS_VCS),
          .INJECTORS(INJECTORS),
          .EJECTORS(EJECTORS),
          .SELECTION(SELECTION),
          .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
      ) vc_allocator (
          .draw(selection_draw),
          .*
      );
    end else begin : matching
      trenza_matrix_allocator #(
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .ESCAPE_VCS(ESCAPE_VCS),
          .CLASS_VCS(CLASS_VCS),
          .INJECTORS(INJECTORS),
          .EJECTORS(EJECTORS),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(ALLOCATOR_PARAMETER),
          .ARBITER(ARBITER),
          .MOST_FLITS(MAX_FLITS),
          .TRANSIT_GUARD(TRANSIT_GUARD),
          .SELECTION(SELECTION),
          .PORT_ROWS(PORT_ROWS),
          .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
      ) matrix_allocator (
          .draw(selection_draw),
          .*
      );
    end
    if (!RESERVES) begin : nothing_reserved
      assign reserved = '0;
      assign credits_taken = '0;
    end
  endgenerate

  // Picks that are a matching leave nothing to decide, so the smallest arbiter will do.
  trenza_switch_allocator #(
      .PORTS(PORTS),
      .VCS(VCS),
      .INJECTORS(QUEUES),
      .EJECTORS(EJECTORS),
      .ARBITER(DECIDES ? ARBITER : "fixed"),
      .MOST_FLITS(MAX_FLITS),
      .TRANSIT_GUARD(DECIDES ? TRANSIT_GUARD : 0),
      .PORT_ROWS(PORT_ROWS),
      .ESCAPE_MASK(ESCAPE_MASK),
      .RESERVED(RESERVES)
  ) switch_allocator (
      .output_draw(DECIDES ? output_draw[OUTPUTS*16-1:0] : '0),
      .row_draw(DECIDES ? input_draw[PORTS*PORT_ROWS*16-1:0] : '0),
      .*
  );

  trenza_crossbar #(
      .INPUTS(INPUTS),
      .PORTS(PORTS),
      .EJECTORS(EJECTORS),
      .DIMENSIONS(DIMENSIONS)
  ) crossbar (.*);
endmodule
