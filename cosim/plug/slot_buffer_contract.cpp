// The slot `buffer`: the FIFO of one virtual channel.
#include "cosim/plug/slot_contract.h"

namespace trenza::cosim {

SlotContract buffer_contract() {
  SlotContract contract;
  contract.name = "buffer";
  contract.aliases = {"fifo", "input_buffer"};
  contract.summary =
      R"(Holds the flits of one virtual channel, first in first out. One stands for each virtual channel of every network
port of a router, inside the input buffer; requests, routes and the rules of credits stay Trenza's.)";
  contract.keys = "rtl: {buffer: my_fifo.so}";
  contract.ports = {{"push", true, true, "1", "a flit enters: write, in_valid"},
                    {"data_in", true, true, "w <= 64", "the flit; the lowest bits of Trenza's if it is narrower"},
                    {"pop", true, true, "1", "the front leaves: read, out_ready, yumi"},
                    {"data_out", false, true, "w", "the front, or with read_latency 1 the flit popped last"},
                    {"ready", false, false, "1", "there is room (with active: low: full)"},
                    {"valid", false, false, "1", "there is a front (with active: low: empty)"},
                    {"count", false, false, "any", "flits inside: occupancy, level"},
                    {"credit", false, false, "1", "a flit has left, and its place is free"}};
  contract.settings = {{"write_latency", 0, 8, "1", "cycles from push to the front of an empty FIFO"},
                       {"read_latency", 0, 1, "0", "cycles from pop to data_out; 0: the front is shown"},
                       {"credit_delay", 0, 16, "0", "cycles from pop to credit"}};
  contract.numbers = {"depth", "max_flits", "vcs", "ports", "inputs"};
  contract.timing =
      R"(  push and data_in: a flit enters at the rising edge. pop: the front leaves at the rising edge. Both may happen in
  one cycle. Nothing is pushed when `depth` flits are inside, and nothing is popped that is not shown.
  write_latency 0: a flit that finds the FIFO empty shows in the cycle of its push (fall-through); 1: in the cycle
  after; N: N cycles after. Trenza looks at the front from the cycle after the push on, so 0 and 1 are the timing of
  its own buffer; each further cycle is a cycle of router delay.
  read_latency 0: the front is shown until it is popped; 1: data_out shows what was popped one cycle before, until the
  next pop. Such a FIFO is read one flit ahead; the first flit comes a cycle later.
  credit: a pulse for each flit that left, credit_delay cycles after its pop (0: in the same cycle). With a delay the
  sender gets its credits by these pulses; else as from Trenza's buffer.
  Whose state changes only by the clock, and which is clocked in every cycle of the fabric, except that time
  stands still for it while the whole fabric is empty.
  Checked in every cycle: ready when there is room, valid exactly when a flit is due, every flit once and in order,
  the count, every credit in its cycle.)";
  contract.module_template = R"(module my_fifo #(
    parameter int WIDTH = 64,
    parameter int DEPTH = 16
) (
    input  logic             clk,
    input  logic             reset,
    input  logic             push,
    input  logic [WIDTH-1:0] data_in,
    output logic             ready,
    input  logic             pop,
    output logic [WIDTH-1:0] data_out,
    output logic             valid
);
  localparam int BITS = $clog2(DEPTH + 1);
  logic [WIDTH-1:0] words[DEPTH];
  logic [BITS-1:0] first, last, count;
  assign ready = count != BITS'(DEPTH);
  assign valid = count != '0;
  assign data_out = words[first];
  function automatic logic [BITS-1:0] next(input logic [BITS-1:0] place);
    return place == BITS'(DEPTH - 1) ? '0 : place + 1'b1;
  endfunction
  always_ff @(posedge clk) begin
    if (reset) begin
      first <= '0;
      last  <= '0;
      count <= '0;
    end else begin
      if (push) words[last] <= data_in;
      if (push) last <= next(last);
      if (pop) first <= next(first);
      count <= count + BITS'(push) - BITS'(pop);
    end
  end
endmodule
)";
  contract.map_template = R"(slot: buffer
top: my_fifo
parameters: {WIDTH: "64", DEPTH: "{depth}"}
clock: clk
reset: {port: reset, active: high, kind: sync}
ports:
  push: push
  data_in: data_in
  ready: ready
  pop: pop
  data_out: data_out
  valid: valid
)";
  return contract;
}

}  // namespace trenza::cosim
