// The arbiters and allocators of the flit-level machine, written down from its page and from section 8 of the first
// contract with sets and lists, without a thought of speed. Nothing of microarch/arbiters and microarch/allocators is
// used.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trenza::microarch::test_support {

using Older = std::function<bool(int, int)>;

class NaiveArbiter {
 public:
  /// `most`: flits that a turn of `deficit` adds.
  NaiveArbiter(std::string policy, int requesters, int most)
      : policy_(std::move(policy)), most_(most), list_(static_cast<std::size_t>(requesters)), numbers_(list_.size()) {
    std::iota(list_.begin(), list_.end(), 0);
  }

  int choose(const std::set<int>& asking, int draw, const Older& older) const {
    const std::vector<int> ascending(asking.begin(), asking.end());
    if (policy_ == "random") return ascending[static_cast<std::size_t>(draw) % ascending.size()];
    if (policy_ == "fixed") return ascending.front();
    if (policy_ == "matrix")
      return *std::find_if(list_.begin(), list_.end(), [&](int i) { return asking.count(i) != 0; });
    if (policy_ == "round_robin") return first_from(asking, pointer_);
    if (policy_ == "deficit") {
      std::vector<int> deficits = numbers_;
      return scan(asking, deficits);
    }
    int best = ascending.front();
    for (const int i : ascending) {
      if (policy_ == "age" ? older(i, best) : number(i) < number(best)) best = i;
    }
    return best;
  }
  void grant(int winner, const std::set<int>& asked, int stride) {
    if (policy_ == "matrix") {
      list_.erase(std::find(list_.begin(), list_.end(), winner));
      list_.push_back(winner);
    } else if (policy_ == "round_robin") {
      pointer_ = (winner + 1) % static_cast<int>(numbers_.size());
    } else if (policy_ == "stride" || policy_ == "inverse_weighted") {
      const int paid = number(winner);
      for (int& debt : numbers_) debt = std::max(0, debt - paid);
      numbers_[static_cast<std::size_t>(winner)] = stride;
    } else if (policy_ == "deficit") {
      pointer_ = scan(asked, numbers_);
    }
  }
  /// The first of a set at or after a place, cyclically.
  static int first_from(const std::set<int>& set, int place) {
    const auto at = set.lower_bound(place);
    return at == set.end() ? *set.begin() : *at;
  }

 private:
  int number(int i) const { return numbers_[static_cast<std::size_t>(i)]; }
  int scan(const std::set<int>& asking, std::vector<int>& deficits) const {
    for (int at = pointer_;; at = (at + 1) % static_cast<int>(deficits.size())) {
      int& deficit = deficits[static_cast<std::size_t>(at)];
      if (asking.count(at) == 0) {
        deficit = 0;
      } else if (deficit >= 1) {
        --deficit;
        return at;
      } else {
        deficit += most_;
      }
    }
  }

  std::string policy_;
  int most_;
  std::vector<int> list_;
  std::vector<int> numbers_;  // debts, or deficits
  int pointer_ = 0;
};

struct NaiveNumbers {
  std::string allocator;
  int parameter = 0;
  std::string arbiter;
  int ports = 0;                  ///< with the local one
  int vcs = 0;                    ///< V
  int x = 0;                      ///< crossbar inputs of a port
  int columns = 0;                ///< Y
  int most = 0;                   ///< M
  bool of_vcs = false;            ///< the VC allocator: inputs pick by arbiters of their own
  int q_output = 0, q_input = 0;  ///< purposes of the draws of arbiters
  int q_column = 0, q_row = 0;    ///< of `pim`
  std::function<int(int, int)> stride = [](int /*output*/, int /*input*/) { return 1; };
};

class NaiveAllocation {
 public:
  struct Pair {
    int input = 0;
    int output = 0;
    int round = 0;
    std::set<int> of_output{};  ///< who asked the arbiter of the output
    std::set<int> of_row{};     ///< and the input arbiter
  };
  using Pairs = std::vector<Pair>;
  using Requests = std::map<int, std::set<int>>;  ///< by input
  struct Cycle {
    std::uint64_t number = 0;
    Older older;
    std::function<int(int, int)> draw;  ///< by purpose and index
  };

  explicit NaiveAllocation(NaiveNumbers numbers) : n_(std::move(numbers)) {
    const int inputs = n_.ports * n_.vcs;
    for (int o = 0; o < n_.columns; ++o) outputs_.emplace_back(n_.arbiter, inputs, n_.most);
    const bool by_output = n_.of_vcs || n_.allocator == "output_first";
    for (int k = 0; k < inputs; ++k) inputs_.emplace_back(n_.arbiter, by_output ? n_.columns : n_.vcs, n_.most);
  }
  int row_of(int input) const { return input / n_.vcs * n_.x + input % n_.vcs % n_.x; }
  int rows() const { return n_.ports * n_.x; }

  Pairs find(const Requests& requests, const Cycle& cycle) const {
    if (n_.allocator == "input_first") return input_first(requests, cycle);
    if (n_.allocator == "output_first") return output_first(requests, cycle);
    if (n_.allocator == "oldest_first") return oldest_first(requests, cycle);
    std::map<int, std::set<int>> cells;  // by row
    for (const auto& [input, outputs] : requests) {
      if (!outputs.empty()) cells[row_of(input)].insert(outputs.begin(), outputs.end());
    }
    std::vector<std::pair<std::pair<int, int>, int>> granted;  // cells, and their rounds
    if (n_.allocator == "islip" || n_.allocator == "pim") granted = rounds(cells, cycle);
    if (n_.allocator == "wavefront") granted = wavefront(cells, cycle);
    if (n_.allocator == "maximum") granted = maximum(cells, cycle);
    Pairs pairs;
    for (const auto& [cell, round] : granted) {
      std::set<int> vcs;
      for (const auto& [input, outputs] : requests) {
        if (row_of(input) == cell.first && outputs.count(cell.second) != 0) vcs.insert(input % n_.vcs);
      }
      const auto pointer = vc_pointers_.find(cell.first);
      const int vc = NaiveArbiter::first_from(vcs, pointer == vc_pointers_.end() ? 0 : pointer->second);
      pairs.push_back({cell.first / n_.x * n_.vcs + vc, cell.second, round});
    }
    return pairs;
  }

  void grant(const Pairs& pairs) {
    int first_diagonal = diagonals();
    for (const Pair& pair : pairs) {
      const int row = row_of(pair.input);
      if (n_.allocator == "input_first" || n_.allocator == "output_first") {
        outputs_[at(pair.output)].grant(pair.input, pair.of_output, n_.stride(pair.output, pair.input));
        const bool by_output = n_.of_vcs || n_.allocator == "output_first";
        if (by_output || n_.x < n_.vcs)
          inputs_[at(row)].grant(by_output ? pair.output : pair.input % n_.vcs, pair.of_row, 1);
      } else if (n_.allocator != "oldest_first" && n_.x < n_.vcs) {
        vc_pointers_[row] = (pair.input + 1) % n_.vcs;
      }
      if (pair.round == 0) {
        grant_pointers_[pair.output] = (row + 1) % rows();
        accept_pointers_[row] = (pair.output + 1) % n_.columns;
      }
      first_diagonal = std::min(first_diagonal, diagonal(row, pair.output, priority_));
    }
    if (pairs.empty()) return;
    priority_ = (priority_ + (n_.parameter == 1 ? 1 : first_diagonal + 1)) % diagonals();
  }

 private:
  using Cells = std::map<int, std::set<int>>;
  using Granted = std::vector<std::pair<std::pair<int, int>, int>>;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  Pairs input_first(const Requests& requests, const Cycle& cycle) const {
    std::map<int, int> picks;
    std::map<int, std::set<int>> of_row;
    for (const auto& [input, outputs] : requests) {
      if (outputs.empty()) continue;
      picks[input] = *outputs.begin();
      if (!n_.of_vcs) continue;
      picks[input] = inputs_[at(input)].choose(outputs, cycle.draw(n_.q_input, input),
                                               [](int /*a*/, int /*b*/) { return false; });  // one packet
      of_row[input] = outputs;
    }
    if (n_.x < n_.vcs) {
      for (const auto& [input, output] : picks) of_row[row_of(input)].insert(input % n_.vcs);
      for (const auto& [row, vcs] : of_row) {
        const int first = row / n_.x * n_.vcs;
        const int kept = inputs_[at(row)].choose(
            vcs, cycle.draw(n_.q_input, row), [&, first](int a, int b) { return cycle.older(first + a, first + b); });
        for (const int vc : vcs) {
          if (vc != kept) picks.erase(first + vc);
        }
      }
    }
    std::map<int, std::set<int>> inputs;  // by output
    for (const auto& [input, output] : picks) inputs[output].insert(input);
    Pairs pairs;
    for (const auto& [output, asking] : inputs) {
      const int winner = outputs_[at(output)].choose(asking, cycle.draw(n_.q_output, output), cycle.older);
      pairs.push_back({winner, output, 0, asking, of_row[row_of(winner)]});
    }
    return pairs;
  }

  Pairs output_first(const Requests& requests, const Cycle& cycle) const {
    std::map<int, std::set<int>> inputs;  // by output
    for (const auto& [input, outputs] : requests) {
      for (const int output : outputs) inputs[output].insert(input);
    }
    std::map<int, int> chosen;            // by output
    std::map<int, std::set<int>> offers;  // by row
    for (const auto& [output, asking] : inputs) {
      chosen[output] = outputs_[at(output)].choose(asking, cycle.draw(n_.q_output, output), cycle.older);
      offers[row_of(chosen[output])].insert(output);
    }
    Pairs pairs;
    for (const auto& [row, offered] : offers) {
      const int output = inputs_[at(row)].choose(offered, cycle.draw(n_.q_input, row),
                                                 [&](int a, int b) { return cycle.older(chosen.at(a), chosen.at(b)); });
      pairs.push_back({chosen[output], output, 0, inputs[output], offered});
    }
    return pairs;
  }

  Pairs oldest_first(const Requests& requests, const Cycle& cycle) const {
    std::vector<std::pair<int, int>> all;
    for (const auto& [input, outputs] : requests) {
      for (const int output : outputs) all.emplace_back(input, output);
    }
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
      if (a.first != b.first) return cycle.older(a.first, b.first);
      return a.second < b.second;
    });
    std::set<int> rows;
    std::set<int> outputs;
    Pairs pairs;
    for (const auto& [input, output] : all) {
      if (rows.count(row_of(input)) != 0 || outputs.count(output) != 0) continue;
      rows.insert(row_of(input));
      outputs.insert(output);
      pairs.push_back({input, output});
    }
    return pairs;
  }

  Granted rounds(const Cells& cells, const Cycle& cycle) const {
    const bool draws = n_.allocator == "pim";
    const auto pointer = [](const std::map<int, int>& pointers, int k) {
      const auto found = pointers.find(k);
      return found == pointers.end() ? 0 : found->second;
    };
    const auto drawn = [](const std::set<int>& set, int draw) {
      return *std::next(set.begin(), draw % static_cast<int>(set.size()));
    };
    std::set<int> taken_rows;
    std::set<int> taken;
    Granted granted;
    for (int round = 0; round < n_.parameter; ++round) {
      std::map<int, std::set<int>> rows;  // by output
      for (const auto& [row, outputs] : cells) {
        for (const int output : outputs) {
          if (taken_rows.count(row) == 0 && taken.count(output) == 0) rows[output].insert(row);
        }
      }
      std::map<int, std::set<int>> offers;  // by row
      for (const auto& [output, asking] : rows) {
        offers[draws ? drawn(asking, cycle.draw(n_.q_column, output + 65536 * round))
                     : NaiveArbiter::first_from(asking, pointer(grant_pointers_, output))]
            .insert(output);
      }
      for (const auto& [row, outputs] : offers) {
        const int output = draws ? drawn(outputs, cycle.draw(n_.q_row, row + 65536 * round))
                                 : NaiveArbiter::first_from(outputs, pointer(accept_pointers_, row));
        granted.push_back({{row, output}, round});
        taken_rows.insert(row);
        taken.insert(output);
      }
    }
    return granted;
  }

  int diagonals() const { return std::max(rows(), n_.columns); }
  int diagonal(int row, int output, int first) const {
    return ((row + output - first) % diagonals() + diagonals()) % diagonals();
  }
  Granted wavefront(const Cells& cells, const Cycle& cycle) const {
    const int first =
        n_.parameter == 2 ? static_cast<int>(cycle.number % static_cast<std::uint64_t>(diagonals())) : priority_;
    std::map<int, std::vector<std::pair<int, int>>> waves;
    for (const auto& [row, outputs] : cells) {
      for (const int output : outputs) waves[diagonal(row, output, first)].emplace_back(row, output);
    }
    std::set<int> rows;
    std::set<int> taken;
    Granted granted;
    for (const auto& [number, wave] : waves) {
      for (const auto& [row, output] : wave) {
        if (rows.count(row) != 0 || taken.count(output) != 0) continue;
        rows.insert(row);
        taken.insert(output);
        granted.push_back({{row, output}, 0});
      }
    }
    return granted;
  }

  // NOLINTNEXTLINE(misc-no-recursion): the procedure of the contract
  static bool find_match(const Cells& cells, int row, std::set<int>& visited, std::map<int, int>& row_of) {
    for (const int output : cells.at(row)) {
      if (!visited.insert(output).second) continue;
      if (row_of.count(output) == 0 || find_match(cells, row_of[output], visited, row_of)) {
        row_of[output] = row;
        return true;
      }
    }
    return false;
  }
  Granted maximum(const Cells& cells, const Cycle& cycle) const {
    std::map<int, int> row_of;  // by output
    for (int k = 0; k < rows(); ++k) {
      const int row =
          static_cast<int>((cycle.number + static_cast<std::uint64_t>(k)) % static_cast<std::uint64_t>(rows()));
      std::set<int> visited;
      if (cells.count(row) != 0) find_match(cells, row, visited, row_of);
    }
    Granted granted;
    for (const auto& [output, row] : row_of) granted.push_back({{row, output}, 0});
    return granted;
  }

  NaiveNumbers n_;
  std::vector<NaiveArbiter> outputs_;
  std::vector<NaiveArbiter> inputs_;  // by row
  std::map<int, int> vc_pointers_;    // by row
  std::map<int, int> grant_pointers_;
  std::map<int, int> accept_pointers_;
  int priority_ = 0;  // of `wavefront`
};

}  // namespace trenza::microarch::test_support
