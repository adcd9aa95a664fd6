// A wormhole router of two virtual channels with ports N, E, S, W and L of their own, as a mesh router of another house might
// be. It goes where a field of the flit says. Flit: [33] first, [32] last, [31] VC, [30:28] exit (0 L, 1 N, 2 E, 3 S, 4 W), [27:0] data.
// A packet keeps its VC. Flits of two packets take turns on a link. Reset is asynchronous and low.
// `bug`, after 300 cycles with a flit: 1 loses a credit, 2 sends without one, 3 takes a wrong exit, 4 loses a flit, 5 stands still,
// 6 swallows a packet from the west, with its credits.
module noc_node #(
    parameter FIFO_DEPTH = 16
) (
    input         clk,
    input         rst_n,
    input  [ 2:0] bug,
    input         rx_l, rx_n, rx_e, rx_s, rx_w,
    input  [33:0] rx_data_l, rx_data_n, rx_data_e, rx_data_s, rx_data_w,
    output [ 1:0] rx_free_l, rx_free_n, rx_free_e, rx_free_s, rx_free_w,
    output        tx_l, tx_n, tx_e, tx_s, tx_w,
    output [33:0] tx_data_l, tx_data_n, tx_data_e, tx_data_s, tx_data_w,
    input  [ 1:0] tx_free_l, tx_free_n, tx_free_e, tx_free_s, tx_free_w
);
  wire [4:0] rx = {rx_w, rx_s, rx_e, rx_n, rx_l};
  wire [33:0] rx_data[0:4];
  assign rx_data[0] = rx_data_l;
  assign rx_data[1] = rx_data_n;
  assign rx_data[2] = rx_data_e;
  assign rx_data[3] = rx_data_s;
  assign rx_data[4] = rx_data_w;
  wire [9:0] tx_free = {tx_free_w, tx_free_s, tx_free_e, tx_free_n, tx_free_l};
  reg [9:0] rx_free;
  assign {rx_free_w, rx_free_s, rx_free_e, rx_free_n, rx_free_l} = rx_free;
  reg [4:0] tx;
  assign {tx_w, tx_s, tx_e, tx_n, tx_l} = tx;
  reg [33:0] tx_data[0:4];
  assign tx_data_l = tx_data[0];
  assign tx_data_n = tx_data[1];
  assign tx_data_e = tx_data[2];
  assign tx_data_s = tx_data[3];
  assign tx_data_w = tx_data[4];

  // Queue q = 2 * port + VC, of an input; channel c = 2 * port + VC, of an output.
  reg [33:0] queue[0:9][0:FIFO_DEPTH-1];
  reg [15:0] rd[0:9], wr[0:9], used[0:9], room[0:9];
  reg [9:0] held;         // channel: a packet is on its way
  reg [3:0] holder[0:9];  // whose
  reg [4:0] turn;         // output: VC that goes first
  reg [15:0] sent;        // flits, for the bugs
  reg [1:0] eating;       // VC from the west: its packet is swallowed
  reg eaten;              // one packet is enough

  integer q, c, o;
  reg [9:0] go, pop;      // channel: can send;  queue: is read
  reg [3:0] src[0:9];
  reg [4:0] sends, vc_now;
  reg [33:0] front[0:9];
  reg [2:0] exit;
  always @* begin
    go = 0;
    for (q = 0; q < 10; q = q + 1) front[q] = queue[q][rd[q]];
    for (c = 0; c < 10; c = c + 1) src[c] = holder[c];
    for (c = 0; c < 10; c = c + 1) if (held[c]) go[c] = used[holder[c]] != 0;
    for (q = 0; q < 10; q = q + 1) begin
      exit = bug == 3 && sent > 300 && front[q][30:28] == 1 ? 3'd3 : front[q][30:28];
      c = 2 * exit + (q % 2);
      if (used[q] != 0 && front[q][33] && !held[c] && !go[c]) begin
        go[c]  = 1;
        src[c] = q[3:0];
      end
    end
    for (c = 0; c < 10; c = c + 1) if (room[c] == 0 && !(bug == 2)) go[c] = 0;
    if (bug == 5 && sent > 300) go = 0;
    pop = 0;
    for (o = 0; o < 5; o = o + 1) begin
      sends[o]  = go[2*o] | go[2*o+1];
      vc_now[o] = go[2*o] & go[2*o+1] ? turn[o] : go[2*o+1];
      if (sends[o]) pop[src[2*o+vc_now[o]]] = 1;
    end
  end

  wire [1:0] lost = {2{rx[4]}} & {rx_data[4][31], !rx_data[4][31]} &
                    (eating | {2{bug == 6 && sent > 300 && !eaten && rx_data[4][33]}});

  integer i;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      held <= 0;
      turn <= 0;
      tx <= 0;
      rx_free <= 0;
      sent <= 0;
      eating <= 0;
      eaten <= 0;
      for (i = 0; i < 10; i = i + 1) begin
        rd[i] <= 0;
        wr[i] <= 0;
        used[i] <= 0;
        room[i] <= FIFO_DEPTH;
      end
    end else begin
      for (i = 0; i < 10; i = i + 1) begin
        if (rx[i/2] && rx_data[i/2][31] == i[0] && !(i >= 8 && lost[i%2])) begin
          queue[i][wr[i]] <= rx_data[i/2];
          wr[i] <= wr[i] == FIFO_DEPTH - 1 ? 0 : wr[i] + 1;
        end
        if (pop[i]) rd[i] <= rd[i] == FIFO_DEPTH - 1 ? 0 : rd[i] + 1;
        used[i] <= used[i] + (rx[i/2] && rx_data[i/2][31] == i[0] && !(i >= 8 && lost[i%2])) - pop[i];
        rx_free[i] <= (pop[i] || (i >= 8 && lost[i%2])) && !(bug == 1 && sent == 300);
        room[i] <= room[i] + tx_free[i] - (sends[i/2] && vc_now[i/2] == i[0] && room[i] != 0);
      end
      for (i = 0; i < 5; i = i + 1) begin
        tx[i] <= sends[i] && !(bug == 4 && sent == 300);
        if (sends[i]) begin
          tx_data[i] <= front[src[2*i+vc_now[i]]];
          held[2*i+vc_now[i]] <= !front[src[2*i+vc_now[i]]][32];
          holder[2*i+vc_now[i]] <= src[2*i+vc_now[i]];
          turn[i] <= !vc_now[i];
        end
      end
      if (lost != 0) eaten <= 1;
      eating <= (eating | lost) & ~(lost & {2{rx_data[4][32]}});
      if (sends != 0) sent <= sent + 1;
    end
endmodule
