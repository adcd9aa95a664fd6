// The slot `allocator`: a matching of rows and columns.
#include "cosim/plug/slot_contract.h"

namespace trenza::cosim {

SlotContract allocator_contract() {
  SlotContract contract;
  contract.name = "allocator";
  contract.aliases = {"vc_allocator", "switch_allocator", "matrix_allocator"};
  contract.summary =
      R"(Matches rows with columns. As matrix_allocator, with every `router.allocator` but input_first: the rows are the
crossbar inputs of the router (those of the network ports, then the injectors), the columns are the outputs
(network ports, then ejection ports), and a row asks for all that its packets could be granted. As
switch_allocator, with input_first: the rows are the inputs (VCs of the network ports, then injectors), and each
asks for the one output that its header picked; with `rows: ports` the VCs of a network port share a row. As
vc_allocator: the rows are the inputs, the columns the output VCs (VC v of port p: p * vcs + v; then the
ejection ports), each row asks for all that are grantable to it, and what it is given is its pick.)";
  contract.keys =
      "rtl: {matrix_allocator: my_allocator.so}, rtl: {switch_allocator: my_allocator.so}, or\n"
      "rtl: {vc_allocator: my_allocator.so}";
  contract.ports = {
      {"request", true, true, "rows * columns", "bit r * columns + c: row r asks for column c"},
      {"grant", false, true, "rows * columns", "the matching, in the same order"},
      {"commit", true, false, "1", "a grant of the matching is taken: update, ack, ready"},
      {"draw", true, false, "16 * columns * rounds", "random numbers of this cycle, one for each column and round"},
      {"row_draw", true, false, "16 * rows * rounds", "the same for each row; with matrix_allocator only"},
      {"packet", true, false, "32 * rows", "age stamps: a is older than b if a - b is negative (32 bits)"},
      {"guarded", true, false, "columns", "bit c: injectors go first at column c (`router.transit_guard`), likewise"},
      {"turn", true, false, "8", "the cycle mod max(rows, columns), likewise"}};
  contract.settings = {
      {"rows",
       {"inputs", "ports"},
       "ports: a row for each crossbar input of a network port, where VCs share them, not for each VC"},
      {"shape", {"exact", "square"}, "square: max(rows, columns) of both, the rest is never asked for"},
      kRequestLatency,
      kCommitWhen,
      kRequestProgress,
      {"maximal", kOnOff, "no request is left that could be granted too: checked", "off"},
      {"shadow", {"properties", "exact"}, "exact: compared with `router.allocator`, not as vc_allocator"}};
  contract.numbers = {"rows",    "columns", "square", "port_rows", "port_square",  "inputs",
                      "outputs", "ports",   "vcs",    "injectors", "network_rows", "ejectors"};
  contract.timing =
      R"(  As of the slot arbiter: latency 0 is combinational, and with latency N the grants of cycle t answer the requests
  of cycle t - N; those that are not asked for any more are dropped. commit is high in the cycle in which a grant is
  taken (granted), or whenever there is a request (ready). The block is clocked in every cycle of the fabric, except
  that time stands still for it while the whole fabric is empty.
  Checked in every cycle: grants are among the requests, one at most in each row and in each column, in time; with
  maximal: on, no request is left whose row and column are both free; with shadow: exact, the matching is that of
  Trenza's allocator on the same requests; no row is refused in progress_within cycles in which a column that it
  asks for is given to nobody.)";
  contract.module_template = R"(module my_allocator #(
    parameter int ROWS = 4,
    parameter int COLUMNS = 4
) (
    input  logic                    clk,
    input  logic                    reset,
    input  logic [ROWS*COLUMNS-1:0] request,
    input  logic                    commit,
    output logic [ROWS*COLUMNS-1:0] grant
);
  // Greedy, from a row that moves on with every grant: maximal, and nobody is always last.
  logic [$clog2(ROWS)-1:0] first;
  logic [     COLUMNS-1:0] given;
  logic [     COLUMNS-1:0] row;
  int                      r;
  always_comb begin
    grant = '0;
    given = '0;
    row = '0;
    r = 0;
    for (int i = 0; i < ROWS; i++) begin
      r = int'(first) + i;
      if (r >= ROWS) r = r - ROWS;
      row = request[r*COLUMNS+:COLUMNS] & ~given;
      row = row & (~row + 1'b1);
      grant[r*COLUMNS+:COLUMNS] = row;
      given = given | row;
    end
  end
  always_ff @(posedge clk) begin
    if (reset) first <= '0;
    else if (commit) first <= int'(first) == ROWS - 1 ? '0 : first + 1'b1;
  end
endmodule
)";
  contract.map_template = R"(slot: allocator
top: my_allocator
parameters: {ROWS: "{rows}", COLUMNS: "{columns}"}
clock: clk
reset: {port: reset, active: high, kind: sync}
ports:
  request: request
  commit: commit
  grant: grant
maximal: on
)";
  return contract;
}

}  // namespace trenza::cosim
