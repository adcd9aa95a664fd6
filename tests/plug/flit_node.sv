// A flit-level router of PORTS ports (0 is the terminal) with VCS virtual channels, as another house might make it: queues
// at the inputs, allocation of an output VC in one cycle, of the switch in the next, and registers at the outputs. It goes
// where the field `route` says and takes a VC of `vcs`; with XY it goes by coordinates, and takes any VC. LINKS: 0 credits,
// 1 ready and valid with a ready bit for each VC, 2 on and off, 3 ready and valid with one ready bit. It forgets what comes
// in the first INIT cycles after reset. `bug`, after 200 flits: 1 loses a credit, 2 takes VC 0 always, 3 goes back, 4 loses a
// flit, 5 stands still, 6 sends without asking, 7 sends a flit twice, 8 forgets the route of the head and sends each flit
// where its own bits say, 9 sends a copy of a body flit in the place of the next one.
module flit_node #(
    parameter int PORTS = 5,
    parameter int VCS   = 2,
    parameter int DEPTH = 4,
    parameter int FAR   = DEPTH,  // room behind an output VC
    parameter int LINKS = 0,
    parameter bit XY    = 0,
    parameter int INIT  = 0,
    localparam int QUEUES = PORTS * VCS,
    localparam int LEAVE = LINKS == 3 ? PORTS : QUEUES,
    localparam int W = 44  // {index 4, y 4, x 4, vcs 8, route 4, vc 2, head, tail, payload 16}
) (
    input  logic               clk,
    input  logic               reset,
    input  logic [        3:0] own_x,
    input  logic [        3:0] own_y,
    input  logic [        3:0] bug,
    input  logic [  PORTS-1:0] in_valid,
    input  logic [PORTS*W-1:0] in_flit,
    output logic [  LEAVE-1:0] in_leave,   // credit, ready or on
    output logic [  PORTS-1:0] out_valid,
    output logic [PORTS*W-1:0] out_flit,
    input  logic [  LEAVE-1:0] out_leave
);
  localparam int BITS = $clog2(DEPTH + 1);
  localparam int AT_BITS = DEPTH == 1 ? 1 : $clog2(DEPTH);
  localparam int FAR_BITS = $clog2(FAR + 1);
  logic [W-1:0] queue[QUEUES][DEPTH];
  logic [AT_BITS-1:0] first[QUEUES], last[QUEUES];
  logic [BITS-1:0] count[QUEUES];
  logic [FAR_BITS-1:0] room[QUEUES];
  logic [QUEUES-1:0] has, held;  // input VC has an output VC; output VC is held
  int channel[QUEUES];
  int way[QUEUES];  // where its front goes
  logic [7:0] started;
  logic [15:0] sent;
  int turn;

  logic [W-1:0] front[QUEUES];
  logic [QUEUES-1:0] push, pop, may, gets;
  logic [QUEUES-1:0] taken;  // output VCs
  int gets_channel[QUEUES];
  int from[PORTS];
  logic [PORTS-1:0] moves, stays;
  wire buggy = sent > 200;

  function automatic int exit_of(input logic [W-1:0] flit);
    if (XY) begin
      if (flit[35:32] != own_x) return flit[35:32] > own_x ? 1 : 2;
      if (flit[39:36] != own_y) return flit[39:36] > own_y ? 3 : 4;
      return 0;
    end
    return int'(flit[23:20]);
  endfunction

  always_comb begin
    gets = '0;
    taken = held;
    pop = '0;
    for (int q = 0; q < QUEUES; q++) begin
      front[q] = queue[q][first[q]];
      gets_channel[q] = 0;
    end
    for (int k = 0; k < QUEUES; k++) begin
      automatic int q = (k + turn) % QUEUES;
      automatic int o = exit_of(front[q]);
      if (buggy && bug == 3 && o != 0) o = o == 1 ? 2 : 1;
      for (int v = 0; v < VCS; v++) begin
        automatic int c = o * VCS + v;
        automatic bit offered = XY || front[q][24+v] || o == 0;
        if (buggy && bug == 2 && o != 0) offered = v == 0;
        if (count[q] != 0 && !has[q] && !gets[q] && front[q][17] && offered && !taken[c]) begin
          gets[q] = 1'b1;
          gets_channel[q] = c;
          taken[c] = 1'b1;
        end
      end
    end
    for (int c = 0; c < QUEUES; c++) begin
      may[c] = LINKS == 0 ? room[c] != 0 : LINKS == 2 ? out_leave[c] : 1'b1;
      if (buggy && bug == 6) may[c] = 1'b1;
      if (buggy && bug == 5) may[c] = 1'b0;
    end
    for (int q = 0; q < QUEUES; q++) begin
      way[q] = channel[q];
      if (buggy && bug == 8 && !front[q][17]) way[q] = exit_of(front[q]) * VCS + channel[q] % VCS;
    end
    for (int o = 0; o < PORTS; o++) begin
      automatic int vc = int'(out_flit[o*W+18+:2]);
      stays[o] = out_valid[o] && (LINKS == 1 ? !out_leave[o*VCS+vc] : LINKS == 3 ? !out_leave[o] : 1'b0);
      moves[o] = 1'b0;
      from[o] = 0;
      for (int k = 0; k < QUEUES; k++) begin
        automatic int q = (k + turn) % QUEUES;
        if (!moves[o] && !stays[o] && has[q] && way[q] / VCS == o && count[q] != 0 && may[way[q]]) begin
          moves[o] = 1'b1;
          from[o] = q;
          pop[q] = 1'b1;
        end
      end
    end
  end

  logic [QUEUES-1:0] credit, free;
  always_comb for (int q = 0; q < QUEUES; q++) free[q] = int'(count[q]) < DEPTH;
  if (LINKS == 0) assign in_leave = credit;
  else if (LINKS == 3) begin : g_single
    always_comb for (int p = 0; p < PORTS; p++) in_leave[p] = free[p*VCS+int'(in_flit[p*W+18+:2])];
  end else assign in_leave = free;
  always_comb begin
    for (int q = 0; q < QUEUES; q++) begin
      push[q] = in_valid[q/VCS] && int'(in_flit[q/VCS*W+18+:2]) == q % VCS && started == INIT[7:0];
      if (LINKS == 3) push[q] = push[q] && free[q];
    end
  end

  always_ff @(posedge clk) begin
    if (reset) begin
      has <= '0;
      held <= '0;
      out_valid <= '0;
      credit <= '0;
      started <= '0;
      sent <= '0;
      turn <= 0;
      for (int q = 0; q < QUEUES; q++) begin
        first[q] <= '0;
        last[q] <= '0;
        count[q] <= '0;
        room[q] <= FAR_BITS'(FAR);
      end
    end else begin
      if (started != INIT[7:0]) started <= started + 1'b1;
      turn <= turn == QUEUES - 1 ? 0 : turn + 1;
      if (moves != '0) sent <= sent + 1'b1;
      for (int q = 0; q < QUEUES; q++) begin
        if (push[q]) queue[q][last[q]] <= in_flit[q/VCS*W+:W];
        if (push[q]) last[q] <= int'(last[q]) == DEPTH - 1 ? '0 : last[q] + 1'b1;
        if (pop[q] && !(buggy && bug == 7)) first[q] <= int'(first[q]) == DEPTH - 1 ? '0 : first[q] + 1'b1;
        count[q] <= count[q] + BITS'(push[q]) - BITS'(pop[q] && !(buggy && bug == 7));
        if (LINKS == 0) credit[q] <= pop[q] && !(bug == 1 && sent == 200);
        if (gets[q]) begin
          has[q] <= 1'b1;
          channel[q] <= gets_channel[q];
          held[gets_channel[q]] <= 1'b1;
        end
        if (LINKS == 0)
          room[q] <= room[q] + FAR_BITS'(out_leave[q]) - FAR_BITS'(moves[q/VCS] && way[from[q/VCS]] == q && room[q] != 0);
      end
      for (int o = 0; o < PORTS; o++) begin
        if (!stays[o]) out_valid[o] <= moves[o] && !(bug == 4 && sent == 200);
        if (moves[o]) begin
          out_flit[o*W+:W] <= front[from[o]];
          out_flit[o*W+18+:2] <= 2'(channel[from[o]] % VCS);
          if (buggy && bug == 9 && !front[from[o]][17] && !out_flit[o*W+17] && front[from[o]][15:0] == out_flit[o*W+:16])
            out_flit[o*W+40+:4] <= out_flit[o*W+40+:4];
          if (front[from[o]][16]) begin
            has[from[o]] <= 1'b0;
            held[channel[from[o]]] <= 1'b0;
          end
        end
      end
    end
  end
endmodule
