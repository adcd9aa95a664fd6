// PIM: parallel iterative matching.
#pragma once

#include "microarch/allocators/request_matrix.h"
#include "microarch/hash.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// Outputs offer themselves to a drawn row, rows accept a drawn output. State: VC pointers. (docs/microarchitecture.md,
/// section 8; Anderson, Owicki, Saxe and Thacker, High-speed switch scheduling for local-area networks, 1993; the
/// functions of an allocator are described in allocators.h.)
struct PimAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{
      "pim", "outputs offer themselves to drawn rows, rows accept a drawn one", {"iterations", "rounds", 1, 16, 1}};
  static constexpr bool kDraws = true;
  int parameter = 1;

  static constexpr std::size_t state_bytes(const AllocatorShape& shape) { return VcPointers::bytes(shape); }
  static void reset(std::uint8_t* state, const AllocatorShape& shape) { std::fill_n(state, state_bytes(shape), 0); }

  /// The index of the draw of an output or a row in a round.
  static constexpr int draw_index(const AllocatorShape& shape, int place, int round) {
    return place + shape.draw_round_stride * round;
  }
  int rounds() const { return parameter; }

  template <class Mask, class View>
  void compute(const AllocatorShape& shape, const Mask& asking, const View& view, BasicMatching<Mask>& matching) const {
    RequestMatrix<View, Mask> cells(shape, asking, view, view.state(), matching);
    cells.passes([&](auto& matrix) {
      match_by_rounds(
          matrix, parameter,
          [&](int output, const Mask& rows, int round) {
            return drawn_bit(rows, view.draw(DrawPurpose::matrix_output, draw_index(shape, output, round)));
          },
          [&](int row, const Mask& outputs, int round) {
            return drawn_bit(outputs, view.draw(DrawPurpose::matrix_row, draw_index(shape, row, round)));
          });
    });
  }
  template <class Mask>
  static void commit(std::uint8_t* state, const AllocatorShape& shape, const BasicMatching<Mask>& matching) {
    VcPointers::commit(state, shape, matching);
  }
};

}  // namespace trenza::microarch
