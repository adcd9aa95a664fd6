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

  logic [     PORTS-1:0] asked_ports;
  logic [          13:0] length;
  logic [COUNT_BITS-1:0] choices;
  logic [COUNT_BITS-1:0] drawn;
  logic                  any_credited;
  logic                  adaptive;
  logic [           5:0] adaptive_output;
  logic [           3:0] adaptive_vc;
  logic                  ejects;
  logic [           5:0] eject_output;
  logic                  escapes;
  logic [           7:0] escape_port;
  logic [           3:0] escape_vc;
  logic [           5:0] chosen_output;
  logic [           3:0] chosen_vc;

  assign asked_ports = route[PORTS-1:0];
  assign escape_port = route[39:32];
  assign escape_vc = route[44:41];
  assign length = request[45:32];

  // How many there are to draw from: the productive ports, or the candidates.
  function automatic logic [COUNT_BITS-1:0] count(input logic [PORTS-1:0] wanted, input logic [PORTS-1:0] free,
                                                  input logic [13:0] needed, input logic [PORTS*VCS*32-1:0] have);
    count = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (SELECTION == 0) count = count + COUNT_BITS'(wanted[p]);
      else
        for (int v = FIRST_ADAPTIVE; v < END_VC; v++)
          count = count + COUNT_BITS'(wanted[p] && free[p] && have[(p*VCS+v)*32+:32] >= 32'(needed));
    end
  endfunction

  // {some productive port, free or not, has the credits; there is an adaptive candidate; its output; its VC}
  function automatic logic [11:0] choose(input logic [PORTS-1:0] productive, input logic [PORTS-1:0] free,
                                         input logic [13:0] flits, input logic [PORTS*VCS*32-1:0] counts,
                                         input logic [COUNT_BITS-1:0] number);
    logic [COUNT_BITS-1:0] rank;
    logic [PORTS-1:0] from_start;  // the ports at or after the drawn one
    logic credited;
    logic some;
    logic found;
    logic [31:0] have;
    logic [31:0] most;
    logic [5:0] chosen;
    logic [3:0] vc;
    rank = '0;
    from_start = '0;
    some = 1'b0;
    most = '0;
    found = 1'b0;
    chosen = '0;
    vc = '0;
    if (SELECTION == 0) begin
      for (int p = 0; p < PORTS; p++) begin
        from_start[p] = rank > number || (productive[p] && rank == number);
        rank = rank + COUNT_BITS'(productive[p]);
      end
    end
    for (int pass = 0; pass < 2; pass++) begin
      for (int p = 0; p < PORTS; p++) begin
        for (int v = FIRST_ADAPTIVE; v < END_VC; v++) begin
          have = counts[(p*VCS+v)*32+:32];
          credited = productive[p] && have >= 32'(flits);
          if (pass == 0) some = some || credited;
          if (credited && free[p]) begin
            if (SELECTION == 0) begin
              // First the ports from the drawn one on, then those before it; equals do not displace.
              if (from_start[p] == (pass == 0) && (!found || have > most)) begin
                found = 1'b1;
                most = have;
                chosen = 6'(p);
                vc = 4'(v);
              end
            end else if (pass == 0) begin
              if (rank == number) begin
                found = 1'b1;
                chosen = 6'(p);
                vc = 4'(v);
              end
              rank = rank + COUNT_BITS'(1);
            end
          end
        end
      end
    end
    choose = {some, found, chosen, vc};
  endfunction

  // {some ejection port is free; the output that it is}
  function automatic logic [6:0] ejection(input logic [PORTS+EJECTORS-1:0] free);
    ejection = '0;
    for (int e = EJECTORS - 1; e >= 0; e--) begin
      if (free[PORTS+(FIRST_EJECTOR+e)%EJECTORS]) ejection = {1'b1, 6'(PORTS + (FIRST_EJECTOR + e) % EJECTORS)};
    end
  endfunction

  function automatic logic escape_open(input logic [7:0] port, input logic [3:0] vc, input logic [PORTS-1:0] free,
                                       input logic [PORTS*ESCAPE_VCS-1:0] open);
    escape_open = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      for (int e = 0; e < ESCAPE_VCS; e++) begin
        if (port == 8'(p) && vc == 4'(e)) escape_open = free[p] && open[p*ESCAPE_VCS+e];
      end
    end
  endfunction

  assign choices = count(asked_ports, output_free[PORTS-1:0], length, credits);
  generate
    if (SELECTION == 1) begin : undrawn
      assign drawn = '0;
    end else begin : by_draw
      trenza_modulo #(.VALUE_BITS(16), .DIVISOR_BITS(COUNT_BITS)) modulo (.value(draw), .divisor(choices), .remainder(drawn));
    end
  endgenerate

  assign {any_credited, adaptive, adaptive_output, adaptive_vc} =
      choose(asked_ports, output_free[PORTS-1:0], length, credits, drawn);
  assign {ejects, eject_output} = ejection(output_free);
  assign escapes = escape_open(escape_port, escape_vc, output_free[PORTS-1:0], admitted) &&
      !(ESCAPE_DETOURS && any_credited);

  assign chosen_output = route[40] ? eject_output : adaptive ? adaptive_output : 6'(escape_port);
  assign chosen_vc = route[40] ? 4'd0 : adaptive ? adaptive_vc : 4'(FIRST_VC) + escape_vc;
  assign pick = request[63] && !blocked && (route[40] ? ejects : adaptive || escapes) ?
      {1'b1, 7'd0, chosen_output, chosen_vc, request[45:0]} : '0;
endmodule
