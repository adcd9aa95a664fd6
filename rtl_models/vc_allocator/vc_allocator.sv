// VC allocator: every waiting header picks one grantable (output, VC), by the selection policy
// (docs/microarchitecture.md, section 7).
//
// Ports    request      [i*64 +: 64]: request word of input i, 0 if none
//          route        [i*64 +: 64]: route word of input i
//          credits      [k*32 +: 32]: credits of network output VC k = port*VCS + vc (flits; escape VC: slots)
//          admitted     [k*64 + i]: the bubble rule lets input i into escape VC e of class c of output p now,
//                       k = (p*CLASSES + c)*ESCAPE_VCS + e
//          output_free  bit o: no packet crosses to output o
//          input_busy   bit i: the crossbar input of network input i is taken (0 where VCs share none)
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
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter bit ESCAPE_LAST_RESORT = 1'b0,  // an escape is asked for only where no adaptive VC has the credits
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int INPUTS = PORTS * VCS + CLASSES * INJECTORS
) (
    input  logic [                    INPUTS*64-1:0] request,
    input  logic [                    INPUTS*64-1:0] route,
    input  logic [                 PORTS*VCS*32-1:0] credits,
    input  logic [  PORTS*CLASSES*ESCAPE_VCS*64-1:0] admitted,
    input  logic [                             63:0] output_free,
    input  logic [                             63:0] input_busy,
    input  logic [                    INPUTS*16-1:0] draw,
    output logic [                    INPUTS*64-1:0] pick
);
  logic [                INPUTS*PORTS-1:0] productive;
  logic [            INPUTS*PORTS*VCS-1:0] adaptive;
  logic [                INPUTS*PORTS-1:0] escape;
  logic [  INPUTS*trenza_pkg::VC_BITS-1:0] escape_vc;
  logic [             INPUTS*EJECTORS-1:0] ejector;
  logic [          INPUTS*PORTS*PORTS-1:0] more;

  trenza_candidates #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .ESCAPE_VCS(ESCAPE_VCS),
      .CLASS_VCS(CLASS_VCS),
      .INJECTORS(INJECTORS),
      .EJECTORS(EJECTORS),
      .SELECTION(SELECTION),
      .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
  ) candidates (.*);
  generate
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      trenza_vc_pick #(
          .PORTS(PORTS),
          .VCS(VCS),
          .EJECTORS(EJECTORS),
          .FIRST_EJECTOR(i % EJECTORS),
          .SELECTION(SELECTION)
      ) of_input (
          .request(request[i*64+:64]),
          .productive(productive[i*PORTS+:PORTS]),
          .adaptive(adaptive[i*PORTS*VCS+:PORTS*VCS]),
          .escape(escape[i*PORTS+:PORTS]),
          .escape_vc(escape_vc[i*trenza_pkg::VC_BITS+:trenza_pkg::VC_BITS]),
          .ejector(ejector[i*EJECTORS+:EJECTORS]),
          .more(more[i*PORTS*PORTS+:PORTS*PORTS]),
          .draw(draw[i*16+:16]),
          .pick(pick[i*64+:64])
      );
    end
  endgenerate
endmodule
