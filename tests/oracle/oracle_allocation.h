// Section 8 of docs/microarchitecture.md: arbiters, and the allocators of one router. What the inputs ask for (sections
// 6 and 7) comes from oracle.h, and so do the draws. The matrix allocators are in oracle_matrix.h.
#ifndef ORACLE_ORACLE_ALLOCATION_H
#define ORACLE_ORACLE_ALLOCATION_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "oracle_config.h"
#include "oracle_matrix.h"
#include "oracle_request.h"

namespace oracle {
namespace detail {

class ArbiterUnit {
 public:
  struct Asking {
    int requester;
    Age age;  // of its packet
  };

  ArbiterUnit(Arbiter arbiter, int requesters) : kind(arbiter), n(requesters) {
    for (int r = 0; r < n; ++r) order.push_back(r);
  }

  // The requester that is chosen. `asking` is in ascending order of the requesters, and not empty. Nothing changes.
  int choose(const std::vector<Asking>& asking, const Draw& draw, int purpose, int index) const {
    require(!asking.empty(), "an arbiter has nobody to choose from");
    switch (kind) {
      case Arbiter::random:
        return asking[draw(purpose, index, asking.size())].requester;
      case Arbiter::round_robin:
        for (int k = 0; k < n; ++k)
          if (asks(asking, (next + k) % n)) return (next + k) % n;
        break;
      case Arbiter::age: {
        Asking oldest = asking.front();
        for (const Asking& a : asking)
          if (a.age < oldest.age) oldest = a;
        return oldest.requester;
      }
      case Arbiter::matrix:
        for (int r : order)
          if (asks(asking, r)) return r;
        break;
      case Arbiter::fixed:
        return asking.front().requester;
    }
    throw std::invalid_argument("oracle: unknown arbiter or requester");
  }

  void grant(int w) {
    if (kind == Arbiter::round_robin) next = (w + 1) % n;
    if (kind == Arbiter::matrix) {
      order.erase(std::find(order.begin(), order.end(), w));
      order.push_back(w);
    }
  }

  int pointer() const { return next; }                    // round_robin
  const std::vector<int>& list() const { return order; }  // matrix

 private:
  static bool asks(const std::vector<Asking>& asking, int requester) {
    for (const Asking& a : asking)
      if (a.requester == requester) return true;
    return false;
  }

  Arbiter kind;
  int n;
  int next = 0;
  std::vector<int> order;
};

// The allocator of one router: P network ports of V VCs.
class Allocation {
 public:
  Allocation(const Config& c, int ports, int vcs)
      : allocator(c.allocator),
        per_port(c.crossbar == Crossbar::per_port),
        P(ports),
        V(vcs),
        inputs(P * V + c.message_classes * c.injectors),
        outputs(P + c.ejectors),
        matrix_state(c, ports, vcs) {
    if (is_matrix()) return;
    const int rows = per_port ? P + c.message_classes * c.injectors : inputs;
    output_arbiters.assign(at(outputs), ArbiterUnit(c.arbiter, inputs));
    if (allocator == Allocator::output_first)
      input_arbiters.assign(at(rows), ArbiterUnit(c.arbiter, outputs));
    else if (per_port)
      input_arbiters.assign(at(P), ArbiterUnit(c.arbiter, V));
  }

  bool is_network_input(int i) const { return i < P * V; }

  int row(int i) const {
    if (!per_port) return i;
    return is_network_input(i) ? i / V : P + (i - P * V);
  }

  // The requests that are granted in this cycle. An input asks at most once for an output, with input_first for one
  // output in all. Only matrix allocators read the cycle. Nothing changes.
  std::vector<Request> allocate(const std::vector<Request>& requests, const Draw& draw, std::uint64_t cycle = 0) const {
    if (is_matrix()) return matrix_state.allocate(requests, draw, cycle);
    return allocator == Allocator::input_first ? input_first(requests, draw) : output_first(requests, draw);
  }

  // After the cycle, with all that allocate() granted in it.
  void update(const std::vector<Request>& granted) {
    if (is_matrix()) matrix_state.update(granted);
    if (is_matrix()) return;
    for (const Request& g : granted) grant(g);
  }

  void grant(const Request& granted) {
    require(!is_matrix(), "a matrix allocator has no arbiters");
    output_arbiters[at(granted.output)].grant(granted.input);
    if (allocator == Allocator::output_first)
      input_arbiters[at(row(granted.input))].grant(granted.output);
    else if (per_port && is_network_input(granted.input))
      input_arbiters[at(granted.input / V)].grant(granted.input % V);
  }

  const ArbiterUnit& output_arbiter(int o) const { return output_arbiters[at(o)]; }
  const ArbiterUnit& input_arbiter(int place) const { return input_arbiters[at(place)]; }
  const MatrixAllocation& matrix() const { return matrix_state; }

 private:
  using Number = std::function<int(const Request&)>;  // of the requester in an arbiter

  bool is_matrix() const { return allocator != Allocator::input_first && allocator != Allocator::output_first; }

  static Request chosen_by(const ArbiterUnit& arbiter, Requests requests, const Number& number, const Draw& draw,
                           int purpose, int index) {
    std::sort(requests.begin(), requests.end(),
              [&](const Request& a, const Request& b) { return number(a) < number(b); });
    std::vector<ArbiterUnit::Asking> asking;
    for (const Request& r : requests) asking.push_back({number(r), r.age});
    const int winner = arbiter.choose(asking, draw, purpose, index);
    return those(requests, [&](const Request& r) { return number(r) == winner; }).at(0);
  }

  Request chosen_by_output(int o, const Requests& requests, const Draw& draw) const {
    return chosen_by(
        output_arbiter(o), requests, [](const Request& r) { return r.input; }, draw, 1, o);
  }

  Requests input_first(const Requests& picks, const Draw& draw) const {
    Requests kept = picks;
    if (per_port) {
      kept = those(picks, [&](const Request& r) { return !is_network_input(r.input); });
      for (int p = 0; p < P; ++p) {
        const Requests of_port =
            those(picks, [&](const Request& r) { return is_network_input(r.input) && r.input / V == p; });
        if (of_port.empty()) continue;
        const Number vc = [&](const Request& r) { return r.input % V; };
        kept.push_back(chosen_by(input_arbiter(p), of_port, vc, draw, 2, p));
      }
    }

    Requests granted;
    for (int o = 0; o < outputs; ++o) {
      const Requests here = those(kept, [&](const Request& r) { return r.output == o; });
      const Requests transit = those(here, [&](const Request& r) { return is_network_input(r.input); });
      if (!here.empty()) granted.push_back(chosen_by_output(o, transit.empty() ? here : transit, draw));
    }
    return granted;
  }

  Requests output_first(const Requests& requests, const Draw& draw) const {
    const Condition transit = [&](const Request& r) { return is_network_input(r.input); };
    const Requests first = pass(those(requests, transit), draw);
    const auto is_taken = [&](int o) { return !those(first, [&](const Request& g) { return g.output == o; }).empty(); };
    const Condition injected = [&](const Request& r) { return !transit(r) && !is_taken(r.output); };
    const Requests second = pass(those(requests, injected), draw);
    Requests granted = first;
    granted.insert(granted.end(), second.begin(), second.end());
    return granted;
  }

  // Outputs choose, rows accept.
  Requests pass(const Requests& requests, const Draw& draw) const {
    Requests choices;
    for (int o = 0; o < outputs; ++o) {
      const Requests here = those(requests, [&](const Request& r) { return r.output == o; });
      if (!here.empty()) choices.push_back(chosen_by_output(o, here, draw));
    }
    Requests granted;
    for (int place = 0; place < static_cast<int>(input_arbiters.size()); ++place) {
      const Requests of_row = those(choices, [&](const Request& r) { return row(r.input) == place; });
      if (of_row.empty()) continue;
      const Number output = [](const Request& r) { return r.output; };
      granted.push_back(chosen_by(input_arbiter(place), of_row, output, draw, 2, place));
    }
    return granted;
  }

  Allocator allocator;
  bool per_port;
  int P, V;
  int inputs, outputs;
  MatrixAllocation matrix_state;
  std::vector<ArbiterUnit> output_arbiters;
  std::vector<ArbiterUnit> input_arbiters;  // of rows; with input_first and per_port, of network ports
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ALLOCATION_H
