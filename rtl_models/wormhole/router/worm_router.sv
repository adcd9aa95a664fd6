// Router of the flit-level machine: input units, route computation, VC and switch allocator, output units, credit counters
// and the crossbar of one node, with its network interface (the queues of its source are outside).
//
// Ports    clk, reset
//          in_valid       bit p: a flit is on the link that arrives at network port p; the others mean something only then
//          in_vc          [p*32 +: 32]: its VC
//          in_flit        [p*64 +: 64]: the flit;  in_header: with a head, its header
//          in_route_ports, in_route_vcs  [p*64 +: 64]: with a head, the words of its route, those of the local port (index
//                         PORTS) for the flit that enters it; read without BY_RECORD
//          credit_out     [p*32 + v]: a credit of VC v back to the sender at port p; combinational
//          out_valid, out_vc, out_flit, out_header  the links that leave, likewise; header after the hop with records
//          credit_in      [p*32 + v]: a credit from the receiver behind network port p
//          to_dateline, is_dateline  as of trenza_route_computation; constant
//          same_ring      [q*PORTS + p]: the channel that leaves by port p is in the ring of the one that arrives at port q
//          negative       as of trenza_route_computation; constant
//          request_draw, vc_output_draw, vc_input_draw, vc_turn  those of trenza_worm_vc_allocator
//          output_draw, input_draw, turn, stride                 those of trenza_worm_switch_allocator
//          queued, packet, flits, first_header, taken, first     those of trenza_worm_network_interface
//          ejected, ejected_flit                                 likewise
//          sent_*         the flit that the source sends in this cycle
//          entering_*     the flit that enters the local input port in this cycle
//          flit, header, request, route_ports, route_vcs, hold, grant, wish, credits, held, allocated, released, select, charge,
//          pop, eject_valid, eject_flit  what the blocks tell each other, for observers
// Latency  docs/microarchitecture-flit.md. A head on in in cycle t can be on out in t + 1 + ROUTING_DELAY + steps.
// verilator lint_off DECLFILENAME
module trenza_worm_router #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 2,  // of a class
    parameter int EJECTORS = 1,
    parameter int DEPTH = 8,  // flits of an input VC
    parameter int MOST_FLITS = 16,  // of a packet
    parameter int ROUTING_DELAY = 0,
    parameter int STEP_DELAY = 0,  // cycles from the VC allocation to the first request of the switch
    parameter int INJECTION_DELAY = 0,
    parameter int INJECTION_CREDIT_DELAY = 1,
    parameter int EJECTION_DELAY = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] INJECTION = "side_by_side",  // of trenza_worm_network_interface
    parameter logic [trenza_pkg::NAME_BITS-1:0] REALLOCATION = "tail",  // or "atomic"
    parameter int BUBBLE_VCS = 0,  // of trenza_flit_bubble; 0: no flit bubbles
    parameter logic [trenza_pkg::NAME_BITS-1:0] REQUESTS = "one",  // of trenza_worm_vc_requests
    parameter logic [trenza_pkg::NAME_BITS-1:0] VC_ALLOCATOR = "input_first",  // of trenza_one_pass_allocator
    parameter int VC_PARAMETER = 0,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // of the switch, likewise
    parameter int PARAMETER = 0,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int PORT_ROWS = CLASSES * CLASS_VCS,  // crossbar inputs of a port
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "joint",  // two_step, speculative
    parameter logic [trenza_pkg::NAME_BITS-1:0] MASK = "grants",  // of trenza_speculation
    parameter int DIMENSIONS = 2,  // of records; 0: headers carry none
    parameter bit BY_RECORD = 1'b1,  // routes are computed here, from the record
    parameter logic [trenza_pkg::NAME_BITS-1:0] ROUTING = "dimension_order",  // of trenza_route_computation, like the next six
    parameter logic [trenza_pkg::NAME_BITS-1:0] DATELINE = "memoryless",
    parameter bit RINGS = 1'b1,
    parameter bit STICKY_ESCAPE = 1'b1,
    parameter int HOP_CLASSES = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] BONUS_CARDS = "any",
    parameter logic [trenza_pkg::NAME_BITS-1:0] CLASS_CAPS = "exact",
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int INPUT_PORTS = PORTS + 1,
    localparam int NETWORK = PORTS * VCS,
    localparam int INPUTS = NETWORK + VCS,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int OUTPUT_VCS = OUTPUTS * VCS,
    localparam int SOURCES = PORTS + VCS,
    localparam int SHOWN = INJECTION == "side_by_side" ? CLASS_VCS : 1,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1,
    localparam int VC_ROUNDS = VC_ALLOCATOR == "pim" ? VC_PARAMETER : 1
) (
    input  logic                       clk,
    input  logic                       reset,
    input  logic [          PORTS-1:0] in_valid,
    input  logic [       PORTS*32-1:0] in_vc,
    input  logic [       PORTS*64-1:0] in_flit,
    input  logic [       PORTS*64-1:0] in_header,
    // verilator lint_off UNUSED
    // Routes come from inside or from outside.
    input  logic [ INPUT_PORTS*64-1:0] in_route_ports,
    input  logic [ INPUT_PORTS*64-1:0] in_route_vcs,
    input  logic [       PORTS*16-1:0] to_dateline,
    input  logic [          PORTS-1:0] is_dateline,
    input  logic [INPUT_PORTS*PORTS-1:0] same_ring,
    input  logic                       negative,
    // verilator lint_on UNUSED
    output logic [       PORTS*32-1:0] credit_out,
    output logic [          PORTS-1:0] out_valid,
    output logic [       PORTS*32-1:0] out_vc,
    output logic [       PORTS*64-1:0] out_flit,
    output logic [       PORTS*64-1:0] out_header,
    input  logic [       PORTS*32-1:0] credit_in,
    input  logic [      INPUTS*16-1:0] request_draw,
    input  logic [VC_ROUNDS*OUTPUT_VCS*16-1:0] vc_output_draw,
    input  logic [VC_ROUNDS*INPUTS*16-1:0] vc_input_draw,
    input  logic [               15:0] vc_turn,
    input  logic [ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [               15:0] turn,
    input  logic [(PORTS+2)*SOURCES*8-1:0] stride,
    input  logic [  CLASSES*SHOWN-1:0] queued,
    input  logic [CLASSES*SHOWN*32-1:0] packet,
    input  logic [CLASSES*SHOWN*16-1:0] flits,
    input  logic [CLASSES*SHOWN*64-1:0] first_header,
    output logic [            VCS-1:0] taken,
    output logic [          VCS*8-1:0] first,
    output logic [       EJECTORS-1:0] ejected,
    output logic [    EJECTORS*64-1:0] ejected_flit,
    output logic                       sent_valid,
    output logic [               31:0] sent_vc,
    output trenza_pkg::flit_t          sent_flit,
    output trenza_pkg::header_t        sent_header,
    output logic                       entering_valid,
    output logic [               31:0] entering_vc,
    output trenza_pkg::flit_t          entering_flit,
    output trenza_pkg::header_t        entering_header,
    output logic [      INPUTS*64-1:0] flit,
    output logic [      INPUTS*64-1:0] header,
    output logic [      INPUTS*64-1:0] request,
    output logic [      INPUTS*64-1:0] route_ports,
    output logic [      INPUTS*64-1:0] route_vcs,
    output logic [      INPUTS*32-1:0] hold,
    output logic [      INPUTS*32-1:0] grant,
    output logic [      INPUTS*64-1:0] wish,
    output logic [     NETWORK*32-1:0] credits,
    output logic [     OUTPUTS*32-1:0] held,
    output logic [     OUTPUTS*32-1:0] allocated,
    output logic [     OUTPUTS*32-1:0] released,
    output logic [     OUTPUTS*32-1:0] select,
    output logic [       PORTS*32-1:0] charge,
    output logic [ INPUT_PORTS*32-1:0] pop,
    output logic [       EJECTORS-1:0] eject_valid,
    output logic [    EJECTORS*64-1:0] eject_flit
);
  localparam bit ATOMIC = REALLOCATION == "atomic";
  localparam logic [31:0] CREDITS = 32'd0 + DEPTH;

  logic [31:0] local_credit;  // of the local input port
  logic [31:0] source_credit;  // as the source gets it

  // ---- the source, and its way to the local input port: the register of the input unit is the last cycle of the injection
  // delay, that of the source of the credits' delay
  trenza_worm_network_interface #(
      .CLASSES(CLASSES),
      .CLASS_VCS(CLASS_VCS),
      .DEPTH(DEPTH),
      .ATOMIC(ATOMIC),
      .INJECTION(INJECTION),
      .EJECTORS(EJECTORS),
      .EJECTION_DELAY(EJECTION_DELAY)
  ) network_interface (
      .out_valid(sent_valid),
      .out_vc(sent_vc),
      .out_flit(sent_flit),
      .out_header(sent_header),
      .credit(source_credit),
      .*
  );
  generate
    if (INJECTION_DELAY > 1) begin : injected_late
      trenza_link #(.DELAY(INJECTION_DELAY - 1)) injection (
          .in_valid(sent_valid),
          .in_vc(sent_vc),
          .in_flit(sent_flit),
          .in_header(sent_header),
          .out_valid(entering_valid),
          .out_vc(entering_vc),
          .out_flit(entering_flit),
          .out_header(entering_header),
          .*
      );
    end else begin : injected
      assign entering_valid = sent_valid;
      assign entering_vc = sent_vc;
      assign entering_flit = sent_flit;
      assign entering_header = sent_header;
    end
    if (INJECTION_CREDIT_DELAY > 1) begin : credited_late
      trenza_credit_link #(.STAGES(INJECTION_CREDIT_DELAY - 1)) injection_credits (
          .credit_in(local_credit),
          .credit_out(source_credit),
          .*
      );
    end else begin : credited
      assign source_credit = local_credit;
    end
  endgenerate

  // ---- input ports, the local one last
  logic [   INPUT_PORTS-1:0] enters;
  logic [INPUT_PORTS*32-1:0] entering_vcs;
  logic [INPUT_PORTS*64-1:0] entering_flits;
  logic [INPUT_PORTS*64-1:0] entering_headers;
  logic [INPUT_PORTS*32-1:0] returned;

  assign enters = {entering_valid, in_valid};
  assign entering_vcs = {entering_vc, in_vc};
  assign entering_flits = {entering_flit, in_flit};
  assign entering_headers = {entering_header, in_header};
  assign {local_credit, credit_out} = returned;

  generate
    for (genvar p = 0; p < INPUT_PORTS; p++) begin : input_port
      logic [63:0] arriving_ports;
      logic [63:0] arriving_vcs;
      // Not in the list of ports: there, in this nested scope, Icarus Verilog 11 loses the genvar and with it the whole list.
      localparam bit FROM_NETWORK = p < PORTS;

      if (BY_RECORD) begin : by_record
        trenza_route_computation #(
            .DIMENSIONS(DIMENSIONS),
            .CLASS_VCS(CLASS_VCS),
            .ROUTING(ROUTING),
            .DATELINE(DATELINE),
            .RINGS(RINGS),
            .STICKY_ESCAPE(STICKY_ESCAPE),
            .HOP_CLASSES(HOP_CLASSES),
            .BONUS_CARDS(BONUS_CARDS),
            .CLASS_CAPS(CLASS_CAPS)
        ) route (
            .header(entering_headers[p*64+:64]),
            .vc(entering_vcs[p*32+:32]),
            .from_network(FROM_NETWORK),
            .same_ring(same_ring[p*PORTS+:PORTS]),
            .route_ports(arriving_ports),
            .route_vcs(arriving_vcs),
            .*
        );
      end else begin : from_outside
        assign arriving_ports = in_route_ports[p*64+:64];
        assign arriving_vcs = in_route_vcs[p*64+:64];
      end
      trenza_input_unit #(
          .VCS(VCS),
          .DEPTH(DEPTH),
          .ROUTING_DELAY(ROUTING_DELAY),
          .STEP_DELAY(STEP_DELAY),
          .FALLS_THROUGH(p == PORTS && INJECTION_DELAY == 0)
      ) unit (
          .in_valid(enters[p]),
          .in_vc(entering_vcs[p*32+:32]),
          .in_flit(entering_flits[p*64+:64]),
          .in_header(entering_headers[p*64+:64]),
          .in_route_ports(arriving_ports),
          .in_route_vcs(arriving_vcs),
          .granted(grant[p*VCS*32+:VCS*32]),
          .pop(pop[p*32+:32]),
          .flit(flit[p*VCS*64+:VCS*64]),
          .header(header[p*VCS*64+:VCS*64]),
          .request(request[p*VCS*64+:VCS*64]),
          .route_ports(route_ports[p*VCS*64+:VCS*64]),
          .route_vcs(route_vcs[p*VCS*64+:VCS*64]),
          .hold(hold[p*VCS*32+:VCS*32]),
          .credit(returned[p*32+:32]),
          .*
      );
    end

    // ---- outputs
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      trenza_output_unit #(.VCS(VCS)) unit (
          .allocated(allocated[o*32+:32]),
          .released(released[o*32+:32]),
          .held(held[o*32+:32]),
          .*
      );
      if (o < PORTS) begin : link
        trenza_credit_counter #(
            .VCS(VCS),
            .CREDIT_BITS($clog2(DEPTH + 1)),
            .INITIAL({VCS{CREDITS}})
        ) counter (
            .charge(charge[o*32+:32]),
            .taken((VCS * 32)'(0)),
            .credit(credit_in[o*32+:32]),
            .credits(credits[o*VCS*32+:VCS*32]),
            .*
        );
      end
    end
  endgenerate

  trenza_worm_vc_allocator #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .CLASS_VCS(CLASS_VCS),
      .EJECTORS(EJECTORS),
      .ALLOCATOR(VC_ALLOCATOR),
      .PARAMETER(VC_PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .REQUESTS(REQUESTS),
      .REALLOCATION(REALLOCATION),
      .BUBBLE_VCS(BUBBLE_VCS),
      .BUFFER_FLITS(DEPTH),
      .PIPELINE(PIPELINE)
  ) vc_allocator (
      .same_ring(same_ring[PORTS*PORTS-1:0]),
      .output_draw(vc_output_draw),
      .input_draw(vc_input_draw),
      .turn(vc_turn),
      .*
  );

  trenza_worm_switch_allocator #(
      .PORTS(PORTS),
      .VCS(VCS),
      .EJECTORS(EJECTORS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .PORT_ROWS(PORT_ROWS),
      .PIPELINE(PIPELINE),
      .MASK(MASK)
  ) switch_allocator (.*);

  trenza_crossbar #(
      .INPUTS(INPUTS),
      .PORTS(PORTS),
      .EJECTORS(EJECTORS),
      .DIMENSIONS(DIMENSIONS),
      .BY_FLITS(1'b1)
  ) crossbar (.*);
endmodule
