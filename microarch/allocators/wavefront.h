// The wavefront allocator.
#pragma once

#include <algorithm>
#include <array>

#include "microarch/allocators/request_matrix.h"
#include "microarch/pointer.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// A wave goes over the diagonals of the matrix and grants every cell whose row and column are free. State: VC pointers
/// and the first diagonal. (docs/microarchitecture.md, section 8; Tamir and Chi, Symmetric crossbar arbiters for VLSI
/// communication switches, 1993; the functions of an allocator are described in allocators.h.)
struct WavefrontAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{
      "wavefront",
      "diagonals of the matrix in turn",
      {"priority",
       "the next cycle begins after the diagonal that was granted first, one diagonal on, or with the cycle number",
       0,
       2,
       0,
       {"skip", "rotate", "free"}}};
  static constexpr int kSkip = 0;
  static constexpr int kRotate = 1;
  static constexpr int kFree = 2;
  int parameter = kSkip;

  static constexpr std::size_t state_bytes(const AllocatorShape& shape) {
    return VcPointers::bytes(shape) + Pointer::bytes(diagonals(shape));
  }
  static void reset(std::uint8_t* state, const AllocatorShape& shape) { std::fill_n(state, state_bytes(shape), 0); }

  template <class Mask, class View>
  void compute(const AllocatorShape& shape, const Mask& asking, const View& view, BasicMatching<Mask>& matching) const {
    const int n = diagonals(shape);
    const int first = parameter == kFree ? static_cast<int>(view.cycle() % static_cast<std::uint64_t>(n))
                                         : Pointer::read<Mask>(view.state() + VcPointers::bytes(shape), n);
    RequestMatrix<View, Mask> cells(shape, asking, view, view.state(), matching);
    cells.passes([&](auto& matrix) {
      std::array<Mask, mask_bits<Mask>()> rows_on;  // by diagonal of `waves`; with its diagonal a row says its column
      Mask waves = 0;
      for (Mask rest = matrix.rows(); rest != 0; drop_lowest(rest)) {
        const int row = lowest_bit(rest);
        for (Mask outputs = matrix.cells(row); outputs != 0; drop_lowest(outputs)) {
          const int diagonal = (row + lowest_bit(outputs) - first + n) % n;
          if (!has_bit(waves, diagonal)) rows_on[static_cast<std::size_t>(diagonal)] = 0;
          set_bit(rows_on[static_cast<std::size_t>(diagonal)], row);
          set_bit(waves, diagonal);
        }
      }
      for (; waves != 0; drop_lowest(waves)) {
        const int diagonal = lowest_bit(waves);
        for (Mask rest = rows_on[static_cast<std::size_t>(diagonal)] & matrix.rows(); rest != 0; drop_lowest(rest)) {
          const int row = lowest_bit(rest);
          const int output = (diagonal + first - row + n) % n;
          if (has_bit(matrix.outputs(), output)) matrix.grant(row, output);
        }
      }
    });
  }

  template <class Mask>
  void commit(std::uint8_t* state, const AllocatorShape& shape, const BasicMatching<Mask>& matching) const {
    VcPointers::commit(state, shape, matching);
    if (parameter == kFree || matching.size() == 0) return;
    std::uint8_t* const first = state + VcPointers::bytes(shape);
    const int n = diagonals(shape);
    // The pairs are in the order of the waves, so the first is on the lowest diagonal.
    const auto& pair = *matching.begin();
    const int next =
        parameter == kRotate ? Pointer::read<Mask>(first, n) + 1 : shape.row_of(pair.input) + pair.output + 1;
    Pointer::write<Mask>(first, n, next % n);
  }

 private:
  static constexpr int diagonals(const AllocatorShape& shape) {
    return shape.rows() > shape.outputs() ? shape.rows() : shape.outputs();
  }
};

}  // namespace trenza::microarch
