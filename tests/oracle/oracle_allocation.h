// Section 8 of docs/microarchitecture.md: the allocators of one router. What the inputs ask for (sections 6 and 7)
// comes from oracle.h, and so do the draws. Arbiters are in oracle_arbiters.h, the guard is in oracle_guard.h, and the
// matrix allocators are in oracle_matrix.h.
#ifndef ORACLE_ORACLE_ALLOCATION_H
#define ORACLE_ORACLE_ALLOCATION_H

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "oracle_arbiters.h"
#include "oracle_config.h"
#include "oracle_guard.h"
#include "oracle_matrix.h"
#include "oracle_request.h"
#include "oracle_rows.h"

namespace oracle {
namespace detail {

// The allocator of router `number`: P network ports of V VCs.
class Allocation {
 public:
  Allocation(const Config& c, int ports, int vcs, int number = 0)
      : allocator(c.allocator), numbering(c, ports, vcs), guard_state(c, numbering), matrix_state(c, ports, vcs) {
    if (is_matrix()) return;
    const int M = c.max_packet_flits;
    for (int o = 0; o < numbering.outputs(); ++o)
      output_arbiters.emplace_back(c.arbiter, numbering.inputs(), strides_at(c, numbering, number, o), M);
    const bool of_outputs = allocator == Allocator::output_first;
    const ArbiterUnit of_row(c.arbiter, of_outputs ? numbering.outputs() : numbering.V, {}, M);
    input_arbiters.assign(at(numbering.rows()), of_row);
  }

  int row(int i) const { return numbering.row(i); }

  // The requests that are granted in this cycle. An input asks at most once for an output, with input_first for one
  // output in all. Only matrix allocators read the cycle. Nothing changes.
  Requests allocate(const Requests& requests, const Draw& draw, std::uint64_t cycle = 0) const {
    if (requests.empty()) return {};
    const std::set<int> guarded = guard_state.guarded(requests);
    Requests granted = allocator == Allocator::input_first ? input_first(requests, guarded, draw)
                                                           : three_passes(requests, guarded, draw, cycle);
    guard_state.mark(requests, granted);
    return granted;
  }

  // After the cycle, with all that allocate() granted in it, or with what remains of it.
  void update(const Requests& granted) {
    if (is_matrix()) matrix_state.update(granted);
    for (const Request& g : granted) {
      if (!is_matrix()) grant(g);
      guard_state.grant(g);
    }
  }

  void grant(const Request& granted) {
    require(!is_matrix(), "a matrix allocator has no arbiters");
    output_arbiters[at(granted.output)].grant(granted.input, *granted.at_output);
    const int r = row(granted.input);
    if (allocator == Allocator::output_first)
      input_arbiters[at(r)].grant(granted.output, *granted.at_row);
    else if (numbering.is_shared(r))
      input_arbiters[at(r)].grant(numbering.vc_of(granted.input), *granted.at_row);
  }

  const ArbiterUnit& output_arbiter(int o) const { return output_arbiters[at(o)]; }
  const ArbiterUnit& input_arbiter(int r) const { return input_arbiters[at(r)]; }
  const MatrixAllocation& matrix() const { return matrix_state; }
  const Guard& guard() const { return guard_state; }

 private:
  bool is_matrix() const { return allocator != Allocator::input_first && allocator != Allocator::output_first; }
  bool in_transit(const Request& r) const { return numbering.is_network_input(r.input); }

  Request chosen_by_output(int o, const Requests& requests, const Draw& draw) const {
    const NumberOf input = [](const Request& r) { return r.input; };
    Chosen chosen = chosen_by(output_arbiter(o), requests, input, draw, 1, o);
    chosen.request.at_output = chosen.asking;
    return chosen.request;
  }

  Request chosen_by_row(int r, const Requests& requests, const NumberOf& number, const Draw& draw) const {
    Chosen chosen = chosen_by(input_arbiter(r), requests, number, draw, 2, r);
    chosen.request.at_row = chosen.asking;
    return chosen.request;
  }

  Requests input_first(const Requests& picks, const std::set<int>& guarded, const Draw& draw) const {
    const NumberOf vc = [&](const Request& r) { return numbering.vc_of(r.input); };
    Requests kept = those(picks, [&](const Request& r) { return !numbering.is_shared(row(r.input)); });
    for (int place = 0; place < numbering.rows(); ++place) {
      if (!numbering.is_shared(place)) continue;
      const Requests of_row = those(picks, [&](const Request& r) { return row(r.input) == place; });
      if (!of_row.empty()) kept.push_back(chosen_by_row(place, of_row, vc, draw));
    }

    Requests granted;
    for (int o = 0; o < numbering.outputs(); ++o) {
      const Requests here = those(kept, [&](const Request& r) { return r.output == o; });
      const bool is_guarded = guarded.count(o) != 0;
      const Requests preferred = those(here, [&](const Request& r) { return in_transit(r) != is_guarded; });
      if (!here.empty()) granted.push_back(chosen_by_output(o, preferred.empty() ? here : preferred, draw));
    }
    return granted;
  }

  // That of the guard, that of network inputs, and that of injectors.
  Requests three_passes(const Requests& requests, const std::set<int>& guarded, const Draw& draw,
                        std::uint64_t cycle) const {
    Requests granted;
    std::set<int> taken_outputs, taken_rows;
    for (int number = 0; number < 3; ++number) {
      const Requests asking = those(requests, [&](const Request& r) {
        if (taken_outputs.count(r.output) != 0 || taken_rows.count(row(r.input)) != 0) return false;
        return in_transit(r) == (number == 1) && (number != 0 || guarded.count(r.output) != 0);
      });
      if (asking.empty()) continue;
      for (Request g : is_matrix() ? matrix_state.pass(asking, draw, cycle) : output_first_pass(asking, draw)) {
        g.pass = number;
        taken_outputs.insert(g.output);
        taken_rows.insert(row(g.input));
        granted.push_back(std::move(g));
      }
    }
    return granted;
  }

  // Outputs choose, rows accept.
  Requests output_first_pass(const Requests& requests, const Draw& draw) const {
    Requests choices;
    for (int o = 0; o < numbering.outputs(); ++o) {
      const Requests here = those(requests, [&](const Request& r) { return r.output == o; });
      if (!here.empty()) choices.push_back(chosen_by_output(o, here, draw));
    }
    Requests granted;
    for (int place = 0; place < numbering.rows(); ++place) {
      const Requests of_row = those(choices, [&](const Request& r) { return row(r.input) == place; });
      const NumberOf output = [](const Request& r) { return r.output; };
      if (!of_row.empty()) granted.push_back(chosen_by_row(place, of_row, output, draw));
    }
    return granted;
  }

  Allocator allocator;
  Numbering numbering;
  Guard guard_state;
  MatrixAllocation matrix_state;
  std::vector<ArbiterUnit> output_arbiters;
  std::vector<ArbiterUnit> input_arbiters;  // of rows
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ALLOCATION_H
