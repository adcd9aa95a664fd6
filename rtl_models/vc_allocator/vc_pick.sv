// The pick of one input of a router: an ejection port at the destination, else an adaptive virtual channel (VC), else
// the escape channel (docs/microarchitecture.md, section 7).
//
// Ports    request      request word, 0 if none
//          route        route word
//          credits      [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          admitted     bit (port*ESCAPE_VCS + e): the bubble rule lets this input into escape VC e of its class of a port
//          output_free  bit o: no packet crosses to output o
//          blocked      another VC of the port of this input crosses: nothing is picked
//          draw         the draw of this input and cycle
//          pick         pick word, 0 if nothing is picked; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_vc_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int FIRST_VC = 0,  // of the class of this input
    parameter int CLASS_VCS = 3,
    parameter int ESCAPE_VCS = 1,
    parameter int EJECTORS = 1,
    parameter int FIRST_EJECTOR = 0,  // that this input prefers
    parameter int SELECTION = 0,  // 0 most credits, 1 dimension order, 2 random
    parameter bit ESCAPE_DETOURS = 1'b0
) (
    // verilator lint_off UNUSED
    // The words are 64 bits wide, and some policies draw nothing.
    input  logic [            63:0] request,
    input  logic [            63:0] route,
    input  logic [PORTS*VCS*32-1:0] credits,
    input  logic [PORTS*ESCAPE_VCS-1:0] admitted,
    input  logic [PORTS+EJECTORS-1:0] output_free,
    input  logic                    blocked,
    input  logic [            15:0] draw,
    // verilator lint_on UNUSED
    output logic [            63:0] pick
);
  localparam int FIRST_ADAPTIVE = FIRST_VC + ESCAPE_VCS;
  localparam int END_VC = FIRST_VC + CLASS_VCS;
  localparam int ADAPTIVE = CLASS_VCS - ESCAPE_VCS;
  localparam int CANDIDATES = PORTS * ADAPTIVE;
  localparam int COUNT_BITS = $clog2(CANDIDATES + PORTS + 1);

  logic [     PORTS-1:0] productive;
  logic [          13:0] flits;
  logic [COUNT_BITS-1:0] choices;
  logic [COUNT_BITS-1:0] drawn;
  logic [COUNT_BITS-1:0] rank;
  logic [     PORTS-1:0] from_start;  // the ports at or after the drawn one
  logic                  adaptive;
  logic                  credited;  // some productive port, free or not, has the credits
  logic                  any_credited;
  logic [          31:0] have;
  logic [          31:0] most;
  logic                  ejects;
  logic                  escapes;
  logic [           5:0] eject_output;
  logic [           5:0] adaptive_output;
  logic [           3:0] adaptive_vc;
  logic [           7:0] escape_port;
  logic [           3:0] escape_vc;
  logic [           5:0] chosen_output;
  logic [           3:0] chosen_vc;

  assign productive = route[PORTS-1:0];
  assign escape_port = route[39:32];
  assign escape_vc = route[44:41];
  assign flits = request[45:32];

  // How many there are to draw from: the productive ports, or the candidates.
  always_comb begin
    choices = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (SELECTION == 0) choices = choices + COUNT_BITS'(productive[p]);
      else
        for (int v = FIRST_ADAPTIVE; v < END_VC; v++)
          choices = choices + COUNT_BITS'(productive[p] && output_free[p] && credits[(p*VCS+v)*32+:32] >= 32'(flits));
    end
  end
  generate
    if (SELECTION == 1) begin : undrawn
      assign drawn = '0;
    end else begin : by_draw
      trenza_modulo #(.VALUE_BITS(16), .DIVISOR_BITS(COUNT_BITS)) modulo (.value(draw), .divisor(choices), .remainder(drawn));
    end
  endgenerate

  always_comb begin
    rank = '0;
    have = '0;
    from_start = '0;
    any_credited = 1'b0;
    most = '0;
    adaptive = 1'b0;
    adaptive_output = '0;
    adaptive_vc = '0;
    credited = 1'b0;
    if (SELECTION == 0) begin
      for (int p = 0; p < PORTS; p++) begin
        from_start[p] = rank > drawn || (productive[p] && rank == drawn);
        rank = rank + COUNT_BITS'(productive[p]);
      end
    end
    for (int pass = 0; pass < 2; pass++) begin
      for (int p = 0; p < PORTS; p++) begin
        for (int v = FIRST_ADAPTIVE; v < END_VC; v++) begin
          have = credits[(p*VCS+v)*32+:32];
          credited = productive[p] && have >= 32'(flits);
          if (pass == 0) any_credited = any_credited || credited;
          if (credited && output_free[p]) begin
            if (SELECTION == 0) begin
              // First the ports from the drawn one on, then those before it; equals do not displace.
              if (from_start[p] == (pass == 0) && (!adaptive || have > most)) begin
                adaptive = 1'b1;
                most = have;
                adaptive_output = 6'(p);
                adaptive_vc = 4'(v);
              end
            end else if (pass == 0) begin
              if (rank == drawn) begin
                adaptive = 1'b1;
                adaptive_output = 6'(p);
                adaptive_vc = 4'(v);
              end
              rank = rank + COUNT_BITS'(1);
            end
          end
        end
      end
    end
  end

  always_comb begin
    ejects = 1'b0;
    eject_output = '0;
    for (int e = EJECTORS - 1; e >= 0; e--) begin
      if (output_free[PORTS+(FIRST_EJECTOR+e)%EJECTORS]) begin
        ejects = 1'b1;
        eject_output = 6'(PORTS + (FIRST_EJECTOR + e) % EJECTORS);
      end
    end
  end

  always_comb begin
    escapes = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      for (int e = 0; e < ESCAPE_VCS; e++) begin
        if (escape_port == 8'(p) && escape_vc == 4'(e)) escapes = output_free[p] && admitted[p*ESCAPE_VCS+e];
      end
    end
    if (ESCAPE_DETOURS && any_credited) escapes = 1'b0;
  end

  always_comb begin
    pick = '0;
    chosen_output = 6'(escape_port);
    chosen_vc = 4'(FIRST_VC) + escape_vc;
    if (route[40]) begin
      chosen_output = eject_output;
      chosen_vc = '0;
    end else if (adaptive) begin
      chosen_output = adaptive_output;
      chosen_vc = adaptive_vc;
    end
    if (request[63] && !blocked && (route[40] ? ejects : adaptive || escapes)) begin
      pick = {1'b1, 7'd0, chosen_output, chosen_vc, request[45:0]};
    end
  end
endmodule
