// The matrix allocators of section 8 of docs/microarchitecture.md. Nothing is fast here: a cell is an entry of a map,
// and every rule goes through all rows and columns.
#ifndef ORACLE_ORACLE_MATRIX_H
#define ORACLE_ORACLE_MATRIX_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle_config.h"
#include "oracle_request.h"
#include "oracle_rows.h"

namespace oracle {
namespace detail {

// The matrix allocator of one router: P network ports of V VCs.
class MatrixAllocation {
 public:
  MatrixAllocation(const Config& c, int ports, int vcs)
      : allocator(c.allocator),
        iterations(c.iterations),
        priority(c.wavefront_priority),
        numbering(c, ports, vcs),
        X(numbering.rows()),
        Y(numbering.outputs()),
        n(std::max(X, Y)),
        vc_pointers(at(X), 0),
        grant_pointers(at(Y), 0),
        accept_pointers(at(X), 0) {}

  // The requests that one pass grants: its rows are those of the requests, and its columns those that are asked for.
  // Nothing changes.
  Requests pass(const Requests& requests, const Draw& draw, std::uint64_t cycle) const {
    if (allocator == Allocator::oldest_first) return oldest_first(requests);
    const Cells cells = cells_of(requests);
    switch (allocator) {
      case Allocator::islip:
        return islip(cells);
      case Allocator::pim:
        return pim(cells, draw);
      case Allocator::wavefront:
        return wavefront(cells, cycle);
      case Allocator::maximum:
        return maximum(cells, cycle);
      default:
        throw std::logic_error("oracle: not a matrix allocator");
    }
  }

  // After the cycle, with all that was granted in it.
  void update(const Requests& granted) {
    for (const Request& g : granted) {
      if (has_vc_pointer(row(g.input)) && allocator != Allocator::oldest_first)
        vc_pointers[at(row(g.input))] = (numbering.vc_of(g.input) + 1) % numbering.V;
      if (allocator == Allocator::islip && g.step == 0) {
        grant_pointers[at(g.output)] = (row(g.input) + 1) % X;
        accept_pointers[at(row(g.input))] = (g.output + 1) % Y;
      }
    }
    if (allocator == Allocator::wavefront && !granted.empty()) q = next_priority(granted);
  }

  int rows() const { return X; }
  int columns() const { return Y; }
  int vc_pointer(int r) const { return vc_pointers[at(r)]; }
  int grant_pointer(int o) const { return grant_pointers[at(o)]; }
  int accept_pointer(int r) const { return accept_pointers[at(r)]; }
  int priority_pointer() const { return q; }

 private:
  using Cell = std::pair<int, int>;       // row, output
  using Cells = std::map<Cell, Request>;  // with the request of the input of the cell
  using Matching = std::map<int, int>;    // the row to which a column is matched
  using Numbers = std::vector<int>;       // rows or outputs, ascending
  using Choice = std::function<int(int round, int who, const Numbers& among)>;

  int row(int i) const { return numbering.row(i); }
  bool has_vc_pointer(int r) const { return numbering.is_shared(r); }

  Cells cells_of(const Requests& requests) const {
    Cells cells;
    for (int r = 0; r < X; ++r)
      for (int o = 0; o < Y; ++o) {
        const Requests here = those(requests, [&](const Request& a) { return row(a.input) == r && a.output == o; });
        if (!here.empty()) cells.insert({Cell(r, o), of_cell(r, here)});
      }
    return cells;
  }

  Request of_cell(int r, const Requests& here) const {
    if (!has_vc_pointer(r)) {
      require(here.size() == 1, "an input asks twice for an output");
      return here.front();
    }
    for (int k = 0; k < numbering.V; ++k)
      for (const Request& a : here)
        if (numbering.vc_of(a.input) == (vc_pointer(r) + k) % numbering.V) return a;
    throw std::logic_error("oracle: a cell without an input");
  }

  static int first_at_or_after(int pointer, const Numbers& among, int of) {
    for (int k = 0; k < of; ++k)
      for (int number : among)
        if (number == (pointer + k) % of) return number;
    throw std::logic_error("oracle: nobody to choose from");
  }

  Requests islip(const Cells& cells) const {
    return rounds(
        cells, [&](int, int o, const Numbers& among) { return first_at_or_after(grant_pointer(o), among, X); },
        [&](int, int r, const Numbers& among) { return first_at_or_after(accept_pointer(r), among, Y); });
  }

  Requests pim(const Cells& cells, const Draw& draw) const {
    return rounds(
        cells, [&](int k, int o, const Numbers& among) { return among[draw(4, o + 64 * k, among.size())]; },
        [&](int k, int r, const Numbers& among) { return among[draw(5, r + 64 * k, among.size())]; });
  }

  // Outputs offer themselves, rows accept.
  Requests rounds(const Cells& cells, const Choice& offers_itself_to, const Choice& accepts) const {
    Requests granted;
    std::set<int> matched_rows, matched_columns;
    for (int round = 0; round < iterations; ++round) {
      std::map<int, Numbers> offers;  // the outputs that offer themselves, by row
      for (int o = 0; o < Y; ++o) {
        Numbers rows;
        for (int r = 0; r < X; ++r)
          if (cells.count({r, o}) != 0 && matched_rows.count(r) == 0 && matched_columns.count(o) == 0)
            rows.push_back(r);
        if (!rows.empty()) offers[offers_itself_to(round, o, rows)].push_back(o);
      }
      for (const auto& offer : offers) {
        const int r = offer.first, o = accepts(round, r, offer.second);
        matched_rows.insert(r);
        matched_columns.insert(o);
        granted.push_back(cells.at({r, o}));
        granted.back().step = round;
      }
    }
    return granted;
  }

  Requests wavefront(const Cells& cells, std::uint64_t cycle) const {
    const int pointer = priority == WavefrontPriority::free ? static_cast<int>(cycle % word(n)) : q;
    Requests granted;
    std::set<int> taken_rows, taken_columns;
    for (int diagonal = 0; diagonal < n; ++diagonal)
      for (const auto& cell : cells) {
        const int r = cell.first.first, o = cell.first.second;
        if (modulo(r + o - pointer, n) != diagonal) continue;
        if (taken_rows.count(r) != 0 || taken_columns.count(o) != 0) continue;
        taken_rows.insert(r);
        taken_columns.insert(o);
        granted.push_back(cell.second);
        granted.back().step = diagonal;
      }
    return granted;
  }

  int next_priority(const Requests& granted) const {
    switch (priority) {
      case WavefrontPriority::free:
        return q;
      case WavefrontPriority::rotate:
        return (q + 1) % n;
      case WavefrontPriority::skip: {
        std::pair<int, int> first(granted.front().pass, n);  // pass and diagonal
        for (const Request& g : granted) first = std::min(first, {g.pass, g.step});
        return (q + first.second + 1) % n;
      }
    }
    throw std::invalid_argument("oracle: unknown priority");
  }

  Requests maximum(const Cells& cells, std::uint64_t cycle) const {
    const int start = static_cast<int>(cycle % word(X));
    Matching matching;
    for (int k = 0; k < X; ++k) {  // a row that is not in the pass has no cell, and finds nothing
      std::set<int> visited;
      find((start + k) % X, cells, visited, matching);
    }
    Requests granted;
    for (const auto& match : matching) granted.push_back(cells.at({match.second, match.first}));
    return granted;
  }

  bool find(int r, const Cells& cells, std::set<int>& visited, Matching& matching) const {
    for (int o = 0; o < Y; ++o) {
      if (cells.count({r, o}) == 0 || visited.count(o) != 0) continue;
      visited.insert(o);
      const auto match = matching.find(o);
      if (match == matching.end() || find(match->second, cells, visited, matching)) {
        matching[o] = r;
        return true;
      }
    }
    return false;
  }

  Requests oldest_first(Requests requests) const {
    std::sort(requests.begin(), requests.end(),
              [](const Request& a, const Request& b) { return std::tie(a.age, a.output) < std::tie(b.age, b.output); });
    Requests granted;
    std::set<int> taken_rows, taken_columns;
    for (const Request& pair : requests) {
      if (taken_rows.count(row(pair.input)) != 0 || taken_columns.count(pair.output) != 0) continue;
      taken_rows.insert(row(pair.input));
      taken_columns.insert(pair.output);
      granted.push_back(pair);
    }
    return granted;
  }

  Allocator allocator;
  int iterations;
  WavefrontPriority priority;
  Numbering numbering;
  int X, Y, n;                                       // rows, columns, the larger of the two
  std::vector<int> vc_pointers;                      // of rows
  std::vector<int> grant_pointers, accept_pointers;  // islip
  int q = 0;                                         // wavefront
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_MATRIX_H
