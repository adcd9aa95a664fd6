// iSLIP: rounds of offers and acceptances by round-robin pointers.
#pragma once

#include <algorithm>

#include "microarch/allocators/request_matrix.h"
#include "microarch/pointer.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// Outputs offer themselves to the next row after the one that took them last, rows accept the next output; only
/// matches of the first round move the pointers. State: VC pointers, a pointer for each output and one for each row.
/// (docs/microarchitecture.md, section 8; McKeown, The iSLIP scheduling algorithm for input-queued switches, 1999; the
/// functions of an allocator are described in allocators.h.)
struct IslipAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{
      "islip", "outputs offer themselves to rows in turn, rows accept in turn", {"iterations", "rounds", 1, 16, 1}};
  int parameter = 1;

  static constexpr std::size_t state_bytes(const AllocatorShape& shape) { return of_row(shape, shape.rows()); }
  static void reset(std::uint8_t* state, const AllocatorShape& shape) { std::fill_n(state, state_bytes(shape), 0); }

  template <class Mask, class View>
  void compute(const AllocatorShape& shape, const Mask& asking, const View& view, BasicMatching<Mask>& matching) const {
    const std::uint8_t* const state = view.state();
    RequestMatrix<View, Mask> cells(shape, asking, view, state, matching);
    cells.passes([&](auto& matrix) {
      match_by_rounds(
          matrix, parameter,
          [&](int output, const Mask& rows, int /*round*/) {
            return next_bit(rows, Pointer::read<Mask>(state + of_output(shape, output), shape.rows()));
          },
          [&](int row, const Mask& outputs, int /*round*/) {
            return next_bit(outputs, Pointer::read<Mask>(state + of_row(shape, row), shape.outputs()));
          });
    });
  }

  template <class Mask>
  static void commit(std::uint8_t* state, const AllocatorShape& shape, const BasicMatching<Mask>& matching) {
    VcPointers::commit(state, shape, matching);
    for (const auto& pair : matching) {
      if (pair.round != 0) continue;
      const int row = shape.row_of(pair.input);
      Pointer::write<Mask>(state + of_output(shape, pair.output), shape.rows(), (row + 1) % shape.rows());
      Pointer::write<Mask>(state + of_row(shape, row), shape.outputs(), (pair.output + 1) % shape.outputs());
    }
  }

 private:
  static constexpr std::size_t of_output(const AllocatorShape& shape, int output) {
    return VcPointers::bytes(shape) + static_cast<std::size_t>(output) * Pointer::bytes(shape.rows());
  }
  static constexpr std::size_t of_row(const AllocatorShape& shape, int row) {
    return of_output(shape, shape.outputs()) + static_cast<std::size_t>(row) * Pointer::bytes(shape.outputs());
  }
};

}  // namespace trenza::microarch
