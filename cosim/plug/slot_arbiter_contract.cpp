// The slot `arbiter`: one winner of a set of requesters.
#include "cosim/plug/slot_arbiter.h"
#include "cosim/plug/slot_contract.h"

namespace trenza::cosim {

namespace {

std::vector<std::string> policies() {
  std::vector<std::string> names{kNoPolicy};
  for (std::string& name : declared_policies()) names.push_back(std::move(name));
  return names;
}

}  // namespace

SlotContract arbiter_contract() {
  SlotContract contract;
  contract.name = "arbiter";
  contract.aliases = {"port_arbiter"};
  contract.summary =
      R"(Chooses one of N requesters. Stands at every output of the switch allocator (N = inputs of the router: VCs of the
network ports, then injectors), or at every network port with `crossbar: per_port` (N = VCs of the port).)";
  contract.keys = "rtl: {arbiter: my_arbiter.so} at the outputs; rtl: {port_arbiter: my_arbiter.so} at the ports";
  contract.ports = {
      {"request", true, true, "requesters", "bit i: requester i asks"},
      {"grant", false, false, "requesters", "bit i: requester i wins; this or `index`"},
      {"index", false, false, "any", "number of the winner"},
      {"valid", false, false, "1", "there is a winner (without it, `index` counts if there was a request)"},
      {"commit", true, false, "1", "the grant is taken: ack, update, yumi, ready"},
      {"draw", true, false, "16", "random number of this place and cycle"},
      {"packet", true, false, "32 * requesters", "age stamps: a is older than b if a - b is negative (32 bits)"},
      {"waited", true, false, "w * requesters, w <= 32", "cycles each requester has waited; stays at the largest"}};
  contract.settings = {kRequestLatency,
                       kCommitWhen,
                       {"work_conserving", kOnOff, "a request always has a grant: checked", "off"},
                       kRequestProgress,
                       {"policy", policies(), "what it decides by"},
                       {"shadow", {"properties", "exact"}, "exact: compared with Trenza's arbiter of this policy"}};
  contract.numbers = {"requesters", "inputs", "outputs", "ports", "vcs", "injectors", "ejectors"};
  contract.timing =
      R"(  latency 0: grant is a function of the inputs and registers of the same cycle. Inputs may change several times in
  a cycle: what stands before the rising edge counts. The grant must not depend on commit (commit_when: granted).
  latency N: the grant of cycle t answers the requests of cycle t - N; if that requester does not ask any more (or
  the output is taken), the grant is dropped and not committed.
  commit is high in the cycle in which a grant is taken (granted), or whenever one would be taken (ready: the
  grant may depend on it). State must change only by the clock; it is clocked in every cycle of the fabric, except
  that time stands still for it while the whole fabric is empty.
  Checked in every cycle: the grant has one bit at most, to a requester, in time; with work_conserving: on, there
  is one whenever there is a request; with shadow: exact, it is that of Trenza's arbiter of the same policy; nobody is
  refused in progress_within cycles in which nobody else is granted.)";
  contract.module_template = R"(module my_arbiter #(
    parameter int N = 4
) (
    input  logic         clk,
    input  logic         reset,
    input  logic [N-1:0] request,
    input  logic         commit,
    output logic [N-1:0] grant
);
  // Round robin: requesters from the pointer on come first.
  logic [N-1:0] from_pointer;
  logic [N-1:0] first;
  logic [N-1:0] upper;
  assign upper = request & from_pointer;
  assign first = upper != '0 ? upper : request;
  assign grant = first & (~first + 1'b1);
  always_ff @(posedge clk) begin
    if (reset) from_pointer <= '1;
    else if (commit) from_pointer <= ~(grant | (grant - 1'b1));
  end
endmodule
)";
  contract.map_template = R"(slot: arbiter
top: my_arbiter
parameters: {N: "{requesters}"}
clock: clk
reset: {port: reset, active: high, kind: sync}
ports:
  request: request
  commit: commit
  grant: grant
policy: round_robin
shadow: exact
work_conserving: on
)";
  return contract;
}

}  // namespace trenza::cosim
