// The request matrix of a router: which rows ask for which outputs (docs/microarchitecture.md, section 8).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "microarch/allocators/matching.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// The VC pointers of the rows that several VCs share: a byte each, at the start of an allocator's state.
struct VcPointers {
  static constexpr std::size_t bytes(const AllocatorShape& shape) {
    return static_cast<std::size_t>(shape.shares_rows() ? shape.network_rows() : 0);
  }
  template <class Mask>
  static void commit(std::uint8_t* state, const AllocatorShape& shape, const BasicMatching<Mask>& matching) {
    if (!shape.shares_rows()) return;
    for (const auto& pair : matching) {
      if (pair.input < shape.network_inputs())
        state[shape.row_of(pair.input)] = static_cast<std::uint8_t>((pair.input + 1) % shape.vcs);
    }
  }
};

/// The cells of a cycle, in two passes: first the rows of network inputs, then, on the columns that are left, those of
/// injectors; with a guard, first those of injectors on guarded columns. What is granted goes into a matching, and its
/// row and its column leave the matrix.
template <class View, class Mask = RequestMask>
class RequestMatrix {
 public:
  /// `pointers`: the VC pointers. All references must outlive the matrix.
  RequestMatrix(const AllocatorShape& shape, const Mask& asking, const View& view, const std::uint8_t* pointers,
                BasicMatching<Mask>& matching)
      : shape_(shape), view_(view), pointers_(pointers), matching_(matching) {
    Mask asked = 0;
    for (Mask rest = asking; rest != 0; drop_lowest(rest)) {
      const int input = lowest_bit(rest);
      const int row = shape.row_of(input);
      const Mask outputs = view.asks(input);
      if (outputs == 0) continue;
      if (!has_bit(asking_, row)) cells_[at(row)] = 0;
      cells_[at(row)] |= outputs;
      set_bit(asking_, row);
      for (Mask of = outputs; of != 0; drop_lowest(of)) {
        const int output = lowest_bit(of);
        if (!has_bit(asked, output)) inputs_[at(output)] = columns_[at(output)] = 0;
        set_bit(asked, output);
        set_bit(inputs_[at(output)], input);
        set_bit(columns_[at(output)], row);
      }
    }
  }

  /// Calls match(matrix) once for each pass in which a row asks.
  template <class Match>
  void passes(const Match& match) {
    const Mask network = low_bits<Mask>(shape_.network_rows());
    if (shape_.transit_guard != 0) {
      const Mask unguarded = ~view_.guarded();
      free_ = ~unguarded;
      pass(~network, match);
      free_ |= unguarded;
    }
    pass(network, match);
    pass(~network, match);
  }

  /// Rows of the pass that ask and have been granted nothing.
  Mask rows() const { return rows_; }
  /// Outputs that have been granted to no row.
  Mask outputs() const { return free_; }
  /// Outputs for which a row of the pass asks, of those that are left; rows that ask for an output for which some row
  /// asks, of those that are left in the pass.
  Mask cells(int row) const { return cells_[at(row)] & free_; }
  Mask column(int output) const { return columns_[at(output)] & rows_; }

  void grant(int row, int output, int round = 0) {
    const int input = input_of(row, output);
    const bool injector = shape_.injectors != 0 && inputs_[at(output)] >> shape_.network_inputs() != 0;
    matching_.add(input, output, view_.vc_of(input, output), BasicAsked<Mask>{0, 0, injector}, round);
    clear_bit(asking_, row);
    clear_bit(rows_, row);
    clear_bit(free_, output);
  }

 private:
  template <class Match>
  void pass(const Mask& rows, const Match& match) {
    rows_ = asking_ & rows;
    if (rows_ != 0) match(*this);
  }
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  /// The input of a cell.
  int input_of(int row, int output) const {
    if (!shape_.shares_rows() || row >= shape_.network_rows()) return shape_.first_input_of(row);
    const int first = row / shape_.port_rows * shape_.vcs;
    return first + next_bit(inputs_[at(output)] >> first & shape_.vcs_of(row), pointers_[row]);
  }

  const AllocatorShape& shape_;
  const View& view_;
  const std::uint8_t* pointers_;
  BasicMatching<Mask>& matching_;
  std::array<Mask, mask_bits<Mask>()> cells_;    // by row that asks
  std::array<Mask, mask_bits<Mask>()> columns_;  // by output that is asked for: rows
  std::array<Mask, mask_bits<Mask>()> inputs_;   // likewise: inputs
  Mask asking_ = 0;                              // rows with a cell that have been granted nothing
  Mask rows_ = 0;
  Mask free_ = ~Mask{0};
};

/// Rounds of offers and acceptances (islip, pim): in each round of a pass every output that is left offers itself to
/// the row offer(output, rows, round), and every such row takes the output accept(row, outputs, round).
template <class View, class Mask, class Offer, class Accept>
void match_by_rounds(RequestMatrix<View, Mask>& matrix, int rounds, const Offer& offer, const Accept& accept) {
  for (int round = 0; round < rounds; ++round) {
    std::array<Mask, mask_bits<Mask>()> offered;  // by row of `rows`
    Mask asked = 0;
    for (Mask rest = matrix.rows(); rest != 0; drop_lowest(rest)) asked |= matrix.cells(lowest_bit(rest));
    Mask rows = 0;
    for (; asked != 0; drop_lowest(asked)) {
      const int output = lowest_bit(asked);
      const int row = offer(output, matrix.column(output), round);
      if (!has_bit(rows, row)) offered[static_cast<std::size_t>(row)] = 0;
      set_bit(offered[static_cast<std::size_t>(row)], output);
      set_bit(rows, row);
    }
    for (; rows != 0; drop_lowest(rows)) {
      const int row = lowest_bit(rows);
      matrix.grant(row, accept(row, offered[static_cast<std::size_t>(row)], round), round);
    }
  }
}

}  // namespace trenza::microarch
