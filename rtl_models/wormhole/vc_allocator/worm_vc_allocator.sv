// VC allocator of a flit-level router: gives free output VCs to heads that wait for one
// (docs/microarchitecture-flit.md, sections 4 and 6).
//
// Ports    clk, reset
//          request       [i*64 +: 64]: request word of input VC i (from the input units)
//          route_ports, route_vcs  [i*64 +: 64]: its route
//          held          [o*32 + w]: VC w of output o has a holder (from the output units)
//          credits       [k*32 +: 32]: of VC w of network port p, k = p*VCS + w; read where the reallocation is atomic, there
//                        are flit bubbles or the pipeline speculates
//          same_ring     [q*PORTS + p]: as of trenza_flit_bubble; constant; read where there are flit bubbles
//          request_draw  [i*16 +: 16]: the draw with which input VC i chooses what it requests; read by REQUESTS "one"
//          output_draw   [(k*OUTPUT_VCS + o)*16 +: 16]: the draw of output VC o in round k of this cycle; read by `random`
//                        arbiters, which have one round, and by `pim`
//          input_draw    [(k*INPUTS + i)*16 +: 16]: that of input VC i
//          turn          the number of the cycle mod max(INPUTS, OUTPUT_VCS); read by `wavefront` without a pointer
//          grant         [i*32 +: 32]: lane word: the output VC that input VC i is allocated in this cycle, else 0;
//                        combinational
//          allocated     [o*32 + w]: VC w of output o is allocated in this cycle; combinational
//          wish          [i*64 + o]: one of the output VCs that input VC i requests in this cycle is at output o and has a
//                        credit; combinational; 0 where the pipeline does not speculate
// State    that of the allocator.
// Latency  0 cycles from request to grant. Compute (the combinational part) and commit (the allocator, at the edge) are
//          separate: every grant that is shown at an edge is made. Reset puts the allocator into its first state.
// Inputs   VC v of input port p is input VC p*VCS + v; port PORTS is the local one.
// Outputs  VC w of output o is output VC o*VCS + w; outputs from PORTS on are ejection ports.
// verilator lint_off DECLFILENAME
module trenza_worm_vc_allocator #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int CLASS_VCS = 2,  // of a class
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // of trenza_one_pass_allocator
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter logic [trenza_pkg::NAME_BITS-1:0] REQUESTS = "one",  // or "all"
    parameter logic [trenza_pkg::NAME_BITS-1:0] REALLOCATION = "tail",  // or "atomic"
    parameter int BUBBLE_VCS = 0,  // of trenza_flit_bubble; 0: no flit bubbles
    parameter int BUFFER_FLITS = 8,  // of an input VC; read by "atomic" and by flit bubbles
    parameter logic [trenza_pkg::NAME_BITS-1:0] PIPELINE = "joint",  // two_step, speculative
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int NETWORK = PORTS * VCS,
    localparam int INPUTS = NETWORK + VCS,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int OUTPUT_VCS = OUTPUTS * VCS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                            clk,
    input  logic                            reset,
    // verilator lint_off UNUSED
    // A request says how long its packet is, and words of VCs have bits for more VCs than there are; not everyone draws or
    // looks at credits or rings.
    input  logic [           INPUTS*64-1:0] request,
    input  logic [           INPUTS*64-1:0] route_ports,
    input  logic [           INPUTS*64-1:0] route_vcs,
    input  logic [          OUTPUTS*32-1:0] held,
    input  logic [          NETWORK*32-1:0] credits,
    input  logic [         PORTS*PORTS-1:0] same_ring,
    input  logic [           INPUTS*16-1:0] request_draw,
    input  logic [ROUNDS*OUTPUT_VCS*16-1:0] output_draw,
    input  logic [    ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [                    15:0] turn,
    // verilator lint_on UNUSED
    output logic [           INPUTS*32-1:0] grant,
    output logic [          OUTPUTS*32-1:0] allocated,
    output logic [           INPUTS*64-1:0] wish
);
  logic [INPUTS*OUTPUT_VCS-1:0] requests;
  logic [INPUTS*OUTPUT_VCS-1:0] escape;
  logic [INPUTS*OUTPUT_VCS-1:0] granted;
  logic [        INPUTS*32-1:0] packet;
  logic [       OUTPUT_VCS-1:0] free;  // for all heads, but for bubbles
  logic [       OUTPUT_VCS-1:0] given;  // in this cycle

  function automatic logic [15:0] number_of(input logic [OUTPUT_VCS-1:0] only);
    number_of = '0;
    if (only != '0) begin
      for (int k = 0; k < OUTPUT_VCS; k++) number_of = number_of | (only[k] ? 16'(k) : '0);
    end
  endfunction

  function automatic logic [OUTPUT_VCS-1:0] any_of(input logic [INPUTS*OUTPUT_VCS-1:0] pairs);
    any_of = '0;
    for (int i = 0; i < INPUTS; i++) any_of = any_of | pairs[i*OUTPUT_VCS+:OUTPUT_VCS];
  endfunction

  generate
    for (genvar k = 0; k < OUTPUT_VCS; k++) begin : output_vc
      if (k >= NETWORK || REALLOCATION == "tail") begin : by_tail
        assign free[k] = !held[k/VCS*32+k%VCS];
      end else if (REALLOCATION == "atomic") begin : atomic
        assign free[k] = !held[k/VCS*32+k%VCS] && credits[k*32+:32] == BUFFER_FLITS;
      end else begin : unknown
        trenza_no_such_reallocation reallocation ();  // tools say that there is none
      end
    end

    for (genvar i = 0; i < INPUTS; i++) begin : input_
      logic [OUTPUT_VCS-1:0] lane;
      logic [OUTPUT_VCS-1:0] free_here;  // for this head
      // Not in the list of ports: there, in this nested scope, Icarus Verilog 11 loses the genvar.
      localparam int INPUT = i;

      if (BUBBLE_VCS == 0) begin : no_bubble
        assign free_here = free;
      end else begin : bubble
        trenza_flit_bubble #(
            .PORTS(PORTS),
            .CLASSES(CLASSES),
            .CLASS_VCS(CLASS_VCS),
            .EJECTORS(EJECTORS),
            .BUBBLE_VCS(BUBBLE_VCS),
            .BUFFER_FLITS(BUFFER_FLITS),
            .INPUT(INPUT)
        ) of_head (
            .flits(trenza_pkg::request_flits(request[i*64+:64])),
            .elsewhere(free),
            .free(free_here),
            .*
        );
      end
      assign packet[i*32+:32] = trenza_pkg::request_packet(request[i*64+:64]);
      trenza_worm_vc_requests #(
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .CLASS_VCS(CLASS_VCS),
          .EJECTORS(EJECTORS),
          .MESSAGE_CLASS(i % VCS / CLASS_VCS),
          .REQUESTS(REQUESTS)
      ) of_head (
          .waiting(trenza_pkg::request_valid(request[i*64+:64])),
          .route_ports(route_ports[i*64+:64]),
          .route_vcs(route_vcs[i*64+:64]),
          .draw(request_draw[i*16+:16]),
          .requests(requests[i*OUTPUT_VCS+:OUTPUT_VCS]),
          .escape(escape[i*OUTPUT_VCS+:OUTPUT_VCS]),
          .free(free_here)
      );
      assign lane = granted[i*OUTPUT_VCS+:OUTPUT_VCS];
      assign grant[i*32+:32] = lane == '0 ? '0 :
          trenza_worm_pkg::make_lane(number_of(lane), (lane & escape[i*OUTPUT_VCS+:OUTPUT_VCS]) != '0);
    end
  endgenerate

  trenza_one_pass_allocator #(
      .INPUTS(INPUTS),
      .OUTPUTS(OUTPUT_VCS),
      .VCS(VCS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .INPUT_PICKS(REQUESTS != "one")  // else there is nothing to pick
  ) allocator (
      .asks(requests),
      .stride({(PORTS + 2) * (PORTS + 1) {8'd1}}),
      .made((INPUTS * OUTPUT_VCS)'(0)),
      .grant(granted),
      .*
  );

  generate
    if (PIPELINE == "speculative") begin : speculates
      logic [OUTPUT_VCS-1:0] has_credit;
      for (genvar k = 0; k < OUTPUT_VCS; k++) begin : output_vc
        if (k < NETWORK) begin : counted
          assign has_credit[k] = credits[k*32+:32] != '0;
        end else begin : ejection
          assign has_credit[k] = 1'b1;
        end
      end
      for (genvar i = 0; i < INPUTS; i++) begin : input_
        for (genvar o = 0; o < OUTPUTS; o++) begin : at
          assign wish[i*64+o] = (requests[i*OUTPUT_VCS+o*VCS+:VCS] & has_credit[o*VCS+:VCS]) != '0;
        end
        assign wish[i*64+OUTPUTS+:64-OUTPUTS] = '0;
      end
    end else begin : certain
      assign wish = '0;
    end
  endgenerate

  assign given = any_of(granted);
  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      assign allocated[o*32+:32] = 32'(given[o*VCS+:VCS]);
    end
  endgenerate
endmodule
