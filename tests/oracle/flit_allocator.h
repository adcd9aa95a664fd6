// One allocator of a router of the flit-level machine: section 8 of page one with one pass, as sections 5 and 6 of the
// page use it for the switch and for output VCs. The arbiters are those of oracle_arbiters.h.
#ifndef ORACLE_FLIT_ALLOCATOR_H
#define ORACLE_FLIT_ALLOCATOR_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle_arbiters.h"
#include "oracle_config.h"
#include "oracle_request.h"

namespace oracle {
namespace flit {

using detail::Age;
using detail::Askings;
using detail::at;
using detail::Draw;
using detail::require;
using detail::word;

// An input asks for a column: an output of the switch, or an output VC.
struct Ask {
  int input, column;
  Age age;    // of its packet
  int flits;  // what stride and deficit charge
};
using Asks = std::vector<Ask>;

// An ask that was matched.
struct Match {
  Ask ask;
  int step;                   // the round of islip and pim, the diagonal of wavefront
  Askings at_row, at_column;  // what the arbiters that chose it chose from
};
using Matches = std::vector<Match>;

// What an allocator is for. Input i is VC i mod V of port i / V.
struct AllocatorShape {
  int ports, vcs;       // input ports, the local one included, and the VCs of each
  int rows_of_port;     // x: VC v of port p is in row p x + (v mod x)
  int columns;          // Y
  bool rows_choose_vc;  // input_first: the input arbiter of a row chooses among the VCs of the port, not among columns
  int output_purpose, input_purpose, pim_output_purpose, pim_input_purpose;  // of draws (section 1)
};

struct AllocatorPolicy {
  Allocator allocator;
  int iterations;
  WavefrontPriority priority;
  Arbiter arbiter;
  int quantum;  // M, of deficit
};

class AllocatorUnit {
 public:
  using StridesOf = std::function<std::vector<int>(int column)>;

  AllocatorUnit(const AllocatorPolicy& how, const AllocatorShape& what, const StridesOf& strides)
      : policy(how),
        shape(what),
        X(what.ports * what.rows_of_port),
        Y(what.columns),
        vc_pointers(at(X), 0),
        grant_pointers(at(Y), 0),
        accept_pointers(at(X), 0) {
    if (policy.allocator != Allocator::input_first && policy.allocator != Allocator::output_first) return;
    for (int o = 0; o < Y; ++o)
      column_arbiters.emplace_back(policy.arbiter, shape.ports * shape.vcs, strides(o), policy.quantum);
    const int requesters = rows_choose_vc() ? shape.vcs : Y;
    for (int r = 0; r < X; ++r)
      row_arbiters.emplace_back(policy.arbiter, requesters, std::vector<int>(), policy.quantum);
  }

  int row(int input) const {
    return (input / shape.vcs) * shape.rows_of_port + (input % shape.vcs) % shape.rows_of_port;
  }

  // What is matched. Nothing changes.
  Matches match(const Asks& asks, const Draw& draw, std::uint64_t cycle) const {
    if (asks.empty()) return {};
    switch (policy.allocator) {
      case Allocator::input_first:
        return input_first(asks, draw);
      case Allocator::output_first:
        return output_first(asks, draw);
      case Allocator::islip:
      case Allocator::pim:
        return rounds(asks, draw);
      case Allocator::wavefront:
        return wavefront(asks, cycle);
      case Allocator::maximum:
        return maximum(asks, cycle);
      case Allocator::oldest_first:
        return oldest_first(asks);
    }
    throw std::invalid_argument("oracle: unknown allocator");
  }

  // After the cycle, with those matches that took effect.
  void update(const Matches& granted) {
    int lowest = std::max(X, Y);
    for (const Match& m : granted) {
      const int r = row(m.ask.input), o = m.ask.column;
      lowest = std::min(lowest, m.step);
      if (!column_arbiters.empty()) {
        column_arbiters[at(o)].grant(m.ask.input, m.at_column);
        row_arbiters[at(r)].grant(row_requester(m.ask), m.at_row);
      }
      vc_pointers[at(r)] = (m.ask.input % shape.vcs + 1) % shape.vcs;
      if (policy.allocator == Allocator::islip && m.step == 0) {
        grant_pointers[at(o)] = (r + 1) % X;
        accept_pointers[at(r)] = (o + 1) % Y;
      }
    }
    if (policy.allocator != Allocator::wavefront || granted.empty()) return;
    if (policy.priority == WavefrontPriority::rotate) priority_pointer = (priority_pointer + 1) % std::max(X, Y);
    if (policy.priority == WavefrontPriority::skip) priority_pointer = (priority_pointer + lowest + 1) % std::max(X, Y);
  }

 private:
  using Numbers = std::vector<int>;
  using Cells = std::vector<std::vector<const Ask*>>;  // [row][column]; null: no cell

  bool rows_choose_vc() const { return policy.allocator == Allocator::input_first && shape.rows_choose_vc; }
  int row_requester(const Ask& ask) const { return rows_choose_vc() ? ask.input % shape.vcs : ask.column; }

  // One of `candidates` by `arbiter`, in whose list they have the numbers `number`.
  template <typename Number>
  static std::pair<Ask, Askings> chosen(const detail::ArbiterUnit& arbiter, Asks candidates, const Number& number,
                                        const Draw& draw, int purpose, int index) {
    std::sort(candidates.begin(), candidates.end(), [&](const Ask& a, const Ask& b) { return number(a) < number(b); });
    Askings asking;
    for (const Ask& a : candidates) asking.push_back({number(a), a.age, a.flits});
    const int winner = arbiter.choose(asking, draw, purpose, index);
    for (const Ask& a : candidates)
      if (number(a) == winner) return {a, asking};
    throw std::logic_error("oracle: an arbiter chose who did not ask");
  }

  Matches input_first(const Asks& asks, const Draw& draw) const {
    std::vector<Asks> of_row(at(X));
    for (const Ask& a : asks) of_row[at(row(a.input))].push_back(a);
    std::vector<Asks> of_column(at(Y));
    std::vector<Askings> at_row(at(X));
    for (int r = 0; r < X; ++r) {
      if (of_row[at(r)].empty()) continue;
      const auto kept = chosen(
          row_arbiters[at(r)], of_row[at(r)], [&](const Ask& a) { return row_requester(a); }, draw, shape.input_purpose,
          r);
      of_column[at(kept.first.column)].push_back(kept.first);
      at_row[at(r)] = kept.second;
    }
    Matches matches;
    for (int o = 0; o < Y; ++o) {
      if (of_column[at(o)].empty()) continue;
      const auto won = chosen(
          column_arbiters[at(o)], of_column[at(o)], [](const Ask& a) { return a.input; }, draw, shape.output_purpose,
          o);
      matches.push_back({won.first, 0, at_row[at(row(won.first.input))], won.second});
    }
    return matches;
  }

  Matches output_first(const Asks& asks, const Draw& draw) const {
    std::vector<Asks> of_column(at(Y));
    for (const Ask& a : asks) of_column[at(a.column)].push_back(a);
    std::vector<Asks> of_row(at(X));
    std::vector<Askings> at_column(at(Y));
    for (int o = 0; o < Y; ++o) {
      if (of_column[at(o)].empty()) continue;
      const auto offer = chosen(
          column_arbiters[at(o)], of_column[at(o)], [](const Ask& a) { return a.input; }, draw, shape.output_purpose,
          o);
      of_row[at(row(offer.first.input))].push_back(offer.first);
      at_column[at(o)] = offer.second;
    }
    Matches matches;
    for (int r = 0; r < X; ++r) {
      if (of_row[at(r)].empty()) continue;
      const auto accepted = chosen(
          row_arbiters[at(r)], of_row[at(r)], [](const Ask& a) { return a.column; }, draw, shape.input_purpose, r);
      matches.push_back({accepted.first, 0, accepted.second, at_column[at(accepted.first.column)]});
    }
    return matches;
  }

  // The cells of a matrix allocator. Of several VCs of a row the first at or after the VC pointer is that of the cell.
  Cells cells_of(const Asks& asks) const {
    Cells cells(at(X), std::vector<const Ask*>(at(Y), nullptr));
    const auto place = [&](const Ask& a) {
      return detail::modulo(a.input % shape.vcs - vc_pointers[at(row(a.input))], shape.vcs);
    };
    for (const Ask& a : asks) {
      const Ask*& cell = cells[at(row(a.input))][at(a.column)];
      if (cell == nullptr || place(a) < place(*cell)) cell = &a;
    }
    return cells;
  }

  static int first_at_or_after(int pointer, const Numbers& among) {
    for (int number : among)
      if (number >= pointer) return number;
    return among.front();
  }

  int offers_itself_to(int round, int o, const Numbers& among, const Draw& draw) const {
    if (policy.allocator == Allocator::islip) return first_at_or_after(grant_pointers[at(o)], among);
    return among[draw(shape.pim_output_purpose, o + 65536 * round, among.size())];
  }

  int accepts(int round, int r, const Numbers& among, const Draw& draw) const {
    if (policy.allocator == Allocator::islip) return first_at_or_after(accept_pointers[at(r)], among);
    return among[draw(shape.pim_input_purpose, r + 65536 * round, among.size())];
  }

  Matches rounds(const Asks& asks, const Draw& draw) const {
    const Cells cells = cells_of(asks);
    Matches matches;
    std::vector<bool> row_taken(at(X), false), column_taken(at(Y), false);
    for (int round = 0; round < policy.iterations; ++round) {
      std::vector<Numbers> offers(at(X));
      for (int o = 0; o < Y; ++o) {
        Numbers rows;
        for (int r = 0; r < X; ++r)
          if (cells[at(r)][at(o)] != nullptr && !row_taken[at(r)] && !column_taken[at(o)]) rows.push_back(r);
        if (!rows.empty()) offers[at(offers_itself_to(round, o, rows, draw))].push_back(o);
      }
      for (int r = 0; r < X; ++r) {
        if (offers[at(r)].empty()) continue;
        const int o = accepts(round, r, offers[at(r)], draw);
        row_taken[at(r)] = column_taken[at(o)] = true;
        matches.push_back({*cells[at(r)][at(o)], round, {}, {}});
      }
    }
    return matches;
  }

  Matches wavefront(const Asks& asks, std::uint64_t cycle) const {
    const Cells cells = cells_of(asks);
    const int n = std::max(X, Y);
    const int q = policy.priority == WavefrontPriority::free ? static_cast<int>(cycle % word(n)) : priority_pointer;
    Matches matches;
    std::vector<bool> row_taken(at(X), false), column_taken(at(Y), false);
    for (int diagonal = 0; diagonal < n; ++diagonal)
      for (int r = 0; r < X; ++r) {
        const int o = detail::modulo(diagonal + q - r, n);  // (r + o - q) mod n = diagonal
        if (o >= Y || cells[at(r)][at(o)] == nullptr || row_taken[at(r)] || column_taken[at(o)]) continue;
        row_taken[at(r)] = column_taken[at(o)] = true;
        matches.push_back({*cells[at(r)][at(o)], diagonal, {}, {}});
      }
    return matches;
  }

  Matches maximum(const Asks& asks, std::uint64_t cycle) const {
    const Cells cells = cells_of(asks);
    Numbers row_of_column(at(Y), -1);
    for (int k = 0; k < X; ++k) {
      std::vector<bool> visited(at(Y), false);
      find((static_cast<int>(cycle % word(X)) + k) % X, cells, visited, row_of_column);
    }
    Matches matches;
    for (int o = 0; o < Y; ++o)
      if (row_of_column[at(o)] >= 0) matches.push_back({*cells[at(row_of_column[at(o)])][at(o)], 0, {}, {}});
    return matches;
  }

  bool find(int r, const Cells& cells, std::vector<bool>& visited, Numbers& row_of_column) const {
    for (int o = 0; o < Y; ++o) {
      if (cells[at(r)][at(o)] == nullptr || visited[at(o)]) continue;
      visited[at(o)] = true;
      if (row_of_column[at(o)] < 0 || find(row_of_column[at(o)], cells, visited, row_of_column)) {
        row_of_column[at(o)] = r;
        return true;
      }
    }
    return false;
  }

  // Of two inputs with the same packet the lower one is the older (section 5).
  Matches oldest_first(Asks asks) const {
    std::sort(asks.begin(), asks.end(), [](const Ask& a, const Ask& b) {
      return std::tie(a.age, a.input, a.column) < std::tie(b.age, b.input, b.column);
    });
    Matches matches;
    std::vector<bool> row_taken(at(X), false), column_taken(at(Y), false);
    for (const Ask& a : asks) {
      if (row_taken[at(row(a.input))] || column_taken[at(a.column)]) continue;
      row_taken[at(row(a.input))] = column_taken[at(a.column)] = true;
      matches.push_back({a, 0, {}, {}});
    }
    return matches;
  }

  AllocatorPolicy policy;
  AllocatorShape shape;
  int X, Y;  // rows, columns
  std::vector<detail::ArbiterUnit> column_arbiters, row_arbiters;
  std::vector<int> vc_pointers, grant_pointers, accept_pointers;
  int priority_pointer = 0;  // of wavefront
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_ALLOCATOR_H
