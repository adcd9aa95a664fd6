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
  static void commit(std::uint8_t* state, const AllocatorShape& shape, const Matching& matching) {
    if (!shape.shares_rows()) return;
    for (const Matching::Pair& pair : matching) {
      if (pair.input < shape.network_inputs())
        state[shape.row_of(pair.input)] = static_cast<std::uint8_t>((pair.input + 1) % shape.vcs);
    }
  }
};

/// The cells of a cycle, in two passes: first the rows of network inputs, then, on the columns that are left, those of
/// injectors; with a guard, first those of injectors on guarded columns. What is granted goes into a matching, and its row
/// and its column leave the matrix.
template <class View>
class RequestMatrix {
 public:
  /// `pointers`: the VC pointers. All references must outlive the matrix.
  RequestMatrix(const AllocatorShape& shape, RequestMask asking, const View& view, const std::uint8_t* pointers,
                Matching& matching)
      : shape_(shape), view_(view), pointers_(pointers), matching_(matching) {
    for (RequestMask rest = asking; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      const int row = shape.row_of(input);
      const OutputMask outputs = view.asks(input);
      cells_[at(row)] |= outputs;
      if (outputs != 0) asking_ |= RequestMask{1} << row;
      for (OutputMask of = outputs; of != 0; of &= of - 1) {
        inputs_[at(lowest_bit(of))] |= RequestMask{1} << input;
        columns_[at(lowest_bit(of))] |= RequestMask{1} << row;
      }
    }
  }

  /// Calls match(matrix) once for each pass in which a row asks.
  template <class Match>
  void passes(const Match& match) {
    const RequestMask network = low_bits(shape_.network_rows());
    if (shape_.transit_guard != 0) {
      const OutputMask unguarded = ~view_.guarded();
      free_ = ~unguarded;
      pass(~network, match);
      free_ |= unguarded;
    }
    pass(network, match);
    pass(~network, match);
  }

  /// Rows of the pass that ask and have been granted nothing.
  RequestMask rows() const { return rows_; }
  /// Outputs that have been granted to no row.
  OutputMask outputs() const { return free_; }
  /// Outputs for which a row asks, of those that are left; rows that ask for an output, of those that are left in the pass.
  OutputMask cells(int row) const { return cells_[at(row)] & free_; }
  RequestMask column(int output) const { return columns_[at(output)] & rows_; }

  void grant(int row, int output, int round = 0) {
    const int input = input_of(row, output);
    const bool injector = inputs_[at(output)] >> shape_.network_inputs() != 0;
    matching_.add(input, output, view_.vc_of(input, output), Asked{0, 0, injector}, round);
    asking_ &= ~(RequestMask{1} << row);
    rows_ &= ~(RequestMask{1} << row);
    free_ &= ~(OutputMask{1} << output);
  }

 private:
  template <class Match>
  void pass(RequestMask rows, const Match& match) {
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
  Matching& matching_;
  std::array<OutputMask, kMaxInputs> cells_{};      // by row
  std::array<RequestMask, kMaxOutputs> columns_{};  // by output: rows
  std::array<RequestMask, kMaxOutputs> inputs_{};   // by output: inputs
  RequestMask asking_ = 0;                          // rows with a cell that have been granted nothing
  RequestMask rows_ = 0;
  OutputMask free_ = ~OutputMask{0};
};

/// Rounds of offers and acceptances (islip, pim): in each round of a pass every output that is left offers itself to the row
/// offer(output, rows, round), and every such row takes the output accept(row, outputs, round).
template <class View, class Offer, class Accept>
void match_by_rounds(RequestMatrix<View>& matrix, int rounds, const Offer& offer, const Accept& accept) {
  for (int round = 0; round < rounds; ++round) {
    std::array<OutputMask, kMaxInputs> offered{};  // by row
    OutputMask asked = 0;
    for (RequestMask rest = matrix.rows(); rest != 0; rest &= rest - 1) asked |= matrix.cells(lowest_bit(rest));
    RequestMask rows = 0;
    for (; asked != 0; asked &= asked - 1) {
      const int output = lowest_bit(asked);
      const int row = offer(output, matrix.column(output), round);
      offered[static_cast<std::size_t>(row)] |= OutputMask{1} << output;
      rows |= RequestMask{1} << row;
    }
    for (; rows != 0; rows &= rows - 1) {
      const int row = lowest_bit(rows);
      matrix.grant(row, accept(row, offered[static_cast<std::size_t>(row)], round), round);
    }
  }
}

}  // namespace trenza::microarch
