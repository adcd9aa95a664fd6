// Switch allocator: separable, input first. Every output grants one of the inputs that picked it and holds it until
// the tail has crossed.
//
// Ports    clk, reset
//          pick          [i*64 +: 64]: pick word of input i (from the VC allocator)
//          output_draw   [o*16 +: 16]: the draw of the arbiter of output o in this cycle; read by `random`
//          port_draw     [p*16 +: 16]: that of the input arbiter of network port p; read by `random` with PER_PORT
//          select        [o*32 +: 32]: select word: input and VC that cross to output o in this cycle; combinational in
//                        the cycle of the grant, held afterwards
//          pop           [p*32 + v]: VC v of network port p crosses in this cycle; combinational
//          pop_injector  bit j: injector j (of all classes) crosses in this cycle; combinational
//          charge        [p*32 +: 32]: charge word for network output p, in the cycle of a grant; combinational
//          output_free   bit o: no packet of an earlier grant crosses to output o; registered
//          port_busy     bit p: a VC of network port p crosses by an earlier grant (PER_PORT; else 0); registered
// Latency  0 cycles from pick to select. A packet of n flits granted in t takes its output in t+1 .. t+n-1. Compute
//          (the combinational part) and commit (owners and round-robin pointers, at the edge) are separate. Reset frees
//          all outputs and clears the pointers.
// Needs    that the pick of a granted input changes in the next cycle: it names the packet, which has gone.
// verilator lint_off DECLFILENAME
module trenza_switch_allocator #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int INJECTORS = 1,  // of all classes
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter bit PER_PORT = 1'b0,  // the VCs of a port share an input of the crossbar
    parameter logic [31:0] ESCAPE_MASK = 32'd1,  // bit v: VC v is an escape VC
    localparam int INPUTS = PORTS * VCS + INJECTORS,
    localparam int OUTPUTS = PORTS + EJECTORS
) (
    input  logic                  clk,
    input  logic                  reset,
    input  logic [ INPUTS*64-1:0] pick,
    // verilator lint_off UNUSED
    // Some arbiters draw nothing.
    input  logic [OUTPUTS*16-1:0] output_draw,
    input  logic [  PORTS*16-1:0] port_draw,
    // verilator lint_on UNUSED
    output logic [OUTPUTS*32-1:0] select,
    output logic [  PORTS*32-1:0] pop,
    output logic [          31:0] pop_injector,
    output logic [  PORTS*32-1:0] charge,
    output logic [          63:0] output_free,
    output logic [          31:0] port_busy
);
  localparam int NETWORK = PORTS * VCS;

  logic [        INPUTS-1:0] asks;  // a pick of a free output
  logic [        INPUTS-1:0] kept;  // what the input arbiters leave of it
  logic [        INPUTS-1:0] granted;
  logic [        INPUTS-1:0] crossing;
  logic [        INPUTS-1:0] held;  // by earlier grants
  logic [ INPUTS*32-1:0] packet;
  logic [OUTPUTS*INPUTS-1:0] grants;
  logic [OUTPUTS*INPUTS-1:0] owners;
  logic [       OUTPUTS-1:0] free;

  // The only granted pick.
  function automatic logic [63:0] granted_pick(input logic [INPUTS-1:0] only, input logic [INPUTS*64-1:0] picks);
    granted_pick = '0;
    if (only != '0) begin
      for (int i = 0; i < INPUTS; i++) if (only[i]) granted_pick = granted_pick | picks[i*64+:64];
    end
  endfunction

  // Those of the asking inputs that picked an output.
  function automatic logic [INPUTS-1:0] pickers(input logic [INPUTS-1:0] asking, input logic [INPUTS*64-1:0] picks,
                                                  input trenza_pkg::output_t number);
    pickers = '0;
    if (asking != '0) begin
      for (int i = 0; i < INPUTS; i++) pickers[i] = asking[i] && trenza_pkg::pick_output(picks[i*64+:64]) == number;
    end
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      trenza_pkg::pick_t word;
      assign word = pick[i*64+:64];
      assign asks[i] = trenza_pkg::pick_valid(word) && output_free[trenza_pkg::pick_output(word)];
      assign packet[i*32+:32] = trenza_pkg::pick_packet(word);
    end

    for (genvar p = 0; p < PORTS; p++) begin : port
      if (PER_PORT) begin : shared
        trenza_arbiter #(
            .REQUESTERS(VCS),
            .POLICY(ARBITER)
        ) arbiter (
            .clk,
            .reset,
            .request(asks[p*VCS+:VCS]),
            .draw(port_draw[p*16+:16]),
            .packet(packet[p*VCS*32+:VCS*32]),
            .commit(granted[p*VCS+:VCS]),
            .grant(kept[p*VCS+:VCS])
        );
      end else begin : apart
        assign kept[p*VCS+:VCS] = asks[p*VCS+:VCS];
      end
      assign pop[p*32+:32] = 32'(crossing[p*VCS+:VCS]);
      assign port_busy[p] = PER_PORT && held[p*VCS+:VCS] != '0;
    end
    if (PORTS < 32) begin : no_port
      assign port_busy[31:PORTS] = '0;
    end
    assign kept[INPUTS-1:NETWORK] = asks[INPUTS-1:NETWORK];
    assign pop_injector = 32'(crossing[INPUTS-1:NETWORK]);

    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [  INPUTS-1:0] picked;
      logic [  INPUTS-1:0] request;
      logic [  INPUTS-1:0] grant;
      trenza_pkg::pick_t   winner;
      trenza_pkg::vc_t     grant_vc;
      trenza_pkg::length_t grant_flits;

      assign picked = pickers(free[o] ? kept : '0, pick, trenza_pkg::OUTPUT_BITS'(o));
      // Traffic in transit wins over injection.
      assign request[NETWORK-1:0] = picked[NETWORK-1:0];
      assign request[INPUTS-1:NETWORK] = picked[NETWORK-1:0] != '0 ? '0 : picked[INPUTS-1:NETWORK];
      trenza_arbiter #(
          .REQUESTERS(INPUTS),
          .POLICY(ARBITER)
      ) arbiter (
          .clk,
          .reset,
          .request,
          .draw(output_draw[o*16+:16]),
          .packet,
          .commit(grant),
          .grant
      );
      assign grants[o*INPUTS+:INPUTS] = grant;

      assign winner = granted_pick(grant, pick);
      assign grant_vc = trenza_pkg::pick_vc(winner);
      assign grant_flits = trenza_pkg::pick_flits(winner);
      trenza_output_owner #(
          .INPUTS(INPUTS)
      ) of_output (
          .clk,
          .reset,
          .grant,
          .grant_vc,
          .grant_flits,
          .free(free[o]),
          .owner(owners[o*INPUTS+:INPUTS]),
          .select(select[o*32+:32])
      );
      if (o < PORTS) begin : charged
        // An escape VC is charged by slots, whatever the length.
        assign charge[o*32+:32] = grant == '0 ? '0 :
            trenza_pkg::make_charge(grant_vc, ESCAPE_MASK[{1'b0, grant_vc}] ? 14'd1 : grant_flits);
      end
    end
  endgenerate

  assign output_free = 64'(free);
  generate
    for (genvar i = 0; i < INPUTS; i++) begin : at_input
      logic [OUTPUTS-1:0] grant;
      logic [OUTPUTS-1:0] owner;
      for (genvar o = 0; o < OUTPUTS; o++) begin : from
        assign grant[o] = grants[o*INPUTS+i];
        assign owner[o] = owners[o*INPUTS+i];
      end
      assign granted[i] = grant != '0;
      assign held[i] = owner != '0;
    end
  endgenerate
  assign crossing = granted | held;
endmodule
