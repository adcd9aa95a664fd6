// VC allocator: every waiting header picks one grantable (output, VC), by the selection policy
// (docs/microarchitecture.md, section 7).
//
// Ports    request      [i*64 +: 64]: request word of input i, 0 if none
//          route        [i*64 +: 64]: route word of input i
//          credits      [k*32 +: 32]: credits of network output VC k = port*VCS + vc (flits; escape VC: slots)
//          admitted     [k*64 + i]: the bubble rule lets input i into escape VC e of class c of output p now,
//                       k = (p*CLASSES + c)*ESCAPE_VCS + e
//          output_free  bit o: no packet crosses to output o
//          port_busy    bit p: a VC of network port p crosses (crossbar per port; else 0)
//          draw         [i*16 +: 16]: the selection draw of input i in this cycle
//          pick         [i*64 +: 64]: pick word of input i, 0 if it picks nothing; combinational
// Latency  0 cycles. No state, no reset.
// Inputs   VC v of network port p is input p*VCS + v, injector j of class c is input PORTS*VCS + c*INJECTORS + j.
// verilator lint_off DECLFILENAME
module trenza_vc_allocator #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int ESCAPE_VCS = 1,  // of a class: its first VCs
    parameter int CLASS_VCS = 3,  // of a class
    parameter int INJECTORS = 1,  // of a class
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_vc_pick
    parameter bit ESCAPE_LAST_RESORT = 1'b0,  // an escape is asked for only where no adaptive VC has the credits
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int INPUTS = PORTS * VCS + CLASSES * INJECTORS
) (
    input  logic [                       INPUTS*64-1:0] request,
    input  logic [                       INPUTS*64-1:0] route,
    input  logic [                    PORTS*VCS*32-1:0] credits,
    // verilator lint_off UNUSED
    // Words are 64 or 32 bits wide, however many inputs, outputs and ports there are.
    input  logic [PORTS*CLASSES*ESCAPE_VCS*64-1:0] admitted,
    input  logic [                                63:0] output_free,
    input  logic [                                31:0] port_busy,
    // verilator lint_on UNUSED
    input  logic [                       INPUTS*16-1:0] draw,
    output logic [                       INPUTS*64-1:0] pick
);
  logic [CLASSES*PORTS*32-1:0] most;
  logic [CLASSES*PORTS*4-1:0] most_vc;
  logic [CLASSES*PORTS*PORTS-1:0] more;

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
            .most(most[c*PORTS*32+:PORTS*32]),
            .most_vc(most_vc[c*PORTS*4+:PORTS*4]),
            .more(more[c*PORTS*PORTS+:PORTS*PORTS])
        );
      end else begin : any_credits
        assign most[c*PORTS*32+:PORTS*32] = '0;
        assign most_vc[c*PORTS*4+:PORTS*4] = '0;
        assign more[c*PORTS*PORTS+:PORTS*PORTS] = '0;
      end
    end
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      localparam bit NETWORK = i < PORTS * VCS;
      localparam int CLASS = NETWORK ? (i % VCS) / CLASS_VCS : (i - PORTS * VCS) / INJECTORS;
      localparam int PORT = NETWORK ? i / VCS : 0;
      logic [PORTS*ESCAPE_VCS-1:0] may_escape;

      for (genvar p = 0; p < PORTS; p++) begin : port
        for (genvar e = 0; e < ESCAPE_VCS; e++) begin : escape
          assign may_escape[p*ESCAPE_VCS+e] = admitted[((p*CLASSES+CLASS)*ESCAPE_VCS+e)*64+i];
        end
      end
      trenza_vc_pick #(
          .PORTS(PORTS),
          .VCS(VCS),
          .FIRST_VC(CLASS * CLASS_VCS),
          .CLASS_VCS(CLASS_VCS),
          .ESCAPE_VCS(ESCAPE_VCS),
          .EJECTORS(EJECTORS),
          .FIRST_EJECTOR(i % EJECTORS),
          .SELECTION(SELECTION),
          .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
      ) of_input (
          .request(request[i*64+:64]),
          .route(route[i*64+:64]),
          .credits,
          .most(most[CLASS*PORTS*32+:PORTS*32]),
          .most_vc(most_vc[CLASS*PORTS*4+:PORTS*4]),
          .more(more[CLASS*PORTS*PORTS+:PORTS*PORTS]),
          .admitted(may_escape),
          .output_free(output_free[PORTS+EJECTORS-1:0]),
          .blocked(NETWORK && port_busy[PORT]),
          .draw(draw[i*16+:16]),
          .pick(pick[i*64+:64])
      );
    end
  endgenerate
endmodule
