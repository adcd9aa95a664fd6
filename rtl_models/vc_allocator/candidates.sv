// What the waiting headers of a router could be granted in this cycle (docs/microarchitecture.md, sections 6 and 7).
//
// Ports    request, route, credits, admitted, output_free, input_busy   of trenza_vc_allocator
//          productive, adaptive, escape, escape_vc, ejector   of trenza_input_candidates, input 0 in the lowest bits
//          more         [i*PORTS*PORTS +: PORTS*PORTS]: of trenza_port_credits, of the class of input i; means something
//                       with `most_credits` only
// Latency  0 cycles. No state.
// Inputs   VC v of network port p is input p*VCS + v, injector j of class c is input PORTS*VCS + c*INJECTORS + j.
// verilator lint_off DECLFILENAME
module trenza_candidates #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int ESCAPE_VCS = 1,  // of a class: its first VCs
    parameter int CLASS_VCS = 3,  // of a class
    parameter int INJECTORS = 1,  // of a class
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter bit ESCAPE_LAST_RESORT = 1'b0,
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int INPUTS = PORTS * VCS + CLASSES * INJECTORS
) (
    input  logic [                     INPUTS*64-1:0] request,
    input  logic [                     INPUTS*64-1:0] route,
    input  logic [                  PORTS*VCS*32-1:0] credits,
    // verilator lint_off UNUSED
    // Words are 64 or 32 bits wide, however many inputs, outputs and ports there are.
    input  logic [   PORTS*CLASSES*ESCAPE_VCS*64-1:0] admitted,
    input  logic [                              63:0] output_free,
    input  logic [                              63:0] input_busy,
    // verilator lint_on UNUSED
    output logic [                  INPUTS*PORTS-1:0] productive,
    output logic [              INPUTS*PORTS*VCS-1:0] adaptive,
    output logic [                  INPUTS*PORTS-1:0] escape,
    output logic [    INPUTS*trenza_pkg::VC_BITS-1:0] escape_vc,
    output logic [               INPUTS*EJECTORS-1:0] ejector,
    output logic [            INPUTS*PORTS*PORTS-1:0] more
);
  logic [   CLASSES*PORTS*32-1:0] most_of_class;
  logic [  CLASSES*PORTS*VCS-1:0] best_of_class;
  logic [CLASSES*PORTS*PORTS-1:0] more_of_class;

  generate
    for (genvar c = 0; c < CLASSES; c++) begin : class_
      if (SELECTION == "most_credits") begin : most_credits
        trenza_port_credits #(
            .PORTS(PORTS),
            .VCS(VCS),
            .FIRST_ADAPTIVE(c * CLASS_VCS + ESCAPE_VCS),
            .END_VC((c + 1) * CLASS_VCS)
        ) of_ports (
            .credits,
            .most(most_of_class[c*PORTS*32+:PORTS*32]),
            .best(best_of_class[c*PORTS*VCS+:PORTS*VCS]),
            .more(more_of_class[c*PORTS*PORTS+:PORTS*PORTS])
        );
      end else begin : any_credits
        assign most_of_class[c*PORTS*32+:PORTS*32] = '0;
        assign best_of_class[c*PORTS*VCS+:PORTS*VCS] = '0;
        assign more_of_class[c*PORTS*PORTS+:PORTS*PORTS] = '0;
      end
    end
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      localparam bit NETWORK = i < PORTS * VCS;
      localparam int CLASS = NETWORK ? (i % VCS) / CLASS_VCS : (i - PORTS * VCS) / INJECTORS;
      logic [PORTS*ESCAPE_VCS-1:0] may_escape;

      for (genvar p = 0; p < PORTS; p++) begin : port
        for (genvar e = 0; e < ESCAPE_VCS; e++) begin : escape_
          assign may_escape[p*ESCAPE_VCS+e] = admitted[((p*CLASSES+CLASS)*ESCAPE_VCS+e)*64+i];
        end
      end
      trenza_input_candidates #(
          .PORTS(PORTS),
          .VCS(VCS),
          .FIRST_VC(CLASS * CLASS_VCS),
          .CLASS_VCS(CLASS_VCS),
          .ESCAPE_VCS(ESCAPE_VCS),
          .EJECTORS(EJECTORS),
          .SELECTION(SELECTION),
          .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
      ) of_input (
          .request(request[i*64+:64]),
          .route(route[i*64+:64]),
          .credits,
          .most(most_of_class[CLASS*PORTS*32+:PORTS*32]),
          .best(best_of_class[CLASS*PORTS*VCS+:PORTS*VCS]),
          .admitted(may_escape),
          .output_free(output_free[PORTS+EJECTORS-1:0]),
          .blocked(NETWORK && input_busy[i]),
          .productive(productive[i*PORTS+:PORTS]),
          .adaptive(adaptive[i*PORTS*VCS+:PORTS*VCS]),
          .escape(escape[i*PORTS+:PORTS]),
          .escape_vc(escape_vc[i*trenza_pkg::VC_BITS+:trenza_pkg::VC_BITS]),
          .ejector(ejector[i*EJECTORS+:EJECTORS])
      );
      assign more[i*PORTS*PORTS+:PORTS*PORTS] = more_of_class[CLASS*PORTS*PORTS+:PORTS*PORTS];
    end
  endgenerate
endmodule
