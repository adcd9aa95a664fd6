// The wavefront allocator.
#pragma once

#include "microarch/allocators/request_matrix.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// A wave goes over the diagonals of the matrix and grants every cell whose row and column are free. State: VC pointers, and
/// the diagonal that comes first. (docs/microarchitecture.md, section 8; Tamir and Chi, Symmetric crossbar arbiters for VLSI
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

  static constexpr std::size_t state_bytes(const AllocatorShape& shape) { return VcPointers::bytes(shape) + 1; }
  static void reset(std::uint8_t* state, const AllocatorShape& shape) { std::fill_n(state, state_bytes(shape), 0); }

  template <class View>
  void compute(const AllocatorShape& shape, RequestMask asking, const View& view, Matching& matching) const {
    const int n = diagonals(shape);
    const int first = parameter == kFree ? static_cast<int>(view.cycle() % static_cast<std::uint64_t>(n))
                                         : view.state()[VcPointers::bytes(shape)];
    RequestMatrix<View> cells(shape, asking, view, view.state(), matching);
    cells.passes([&](auto& matrix) {
      std::array<RequestMask, kMaxInputs> rows_on{};  // by diagonal; with its diagonal a row says its column
      RequestMask waves = 0;
      for (RequestMask rest = matrix.rows(); rest != 0; rest &= rest - 1) {
        const int row = lowest_bit(rest);
        for (OutputMask outputs = matrix.cells(row); outputs != 0; outputs &= outputs - 1) {
          const int diagonal = (row + lowest_bit(outputs) - first + n) % n;
          rows_on[static_cast<std::size_t>(diagonal)] |= RequestMask{1} << row;
          waves |= RequestMask{1} << diagonal;
        }
      }
      for (; waves != 0; waves &= waves - 1) {
        const int diagonal = lowest_bit(waves);
        for (RequestMask rest = rows_on[static_cast<std::size_t>(diagonal)] & matrix.rows(); rest != 0;
             rest &= rest - 1) {
          const int row = lowest_bit(rest);
          const int output = (diagonal + first - row + n) % n;
          if ((matrix.outputs() >> output & 1U) != 0) matrix.grant(row, output);
        }
      }
    });
  }

  void commit(std::uint8_t* state, const AllocatorShape& shape, const Matching& matching) const {
    VcPointers::commit(state, shape, matching);
    if (parameter == kFree || matching.size() == 0) return;
    std::uint8_t& first = state[VcPointers::bytes(shape)];
    const int n = diagonals(shape);
    // The pairs are in the order of the waves, so the first is on the lowest diagonal.
    const Matching::Pair& pair = *matching.begin();
    const int next = parameter == kRotate ? first + 1 : shape.row_of(pair.input) + pair.output + 1;
    first = static_cast<std::uint8_t>(next % n);
  }

 private:
  static constexpr int diagonals(const AllocatorShape& shape) {
    return shape.rows() > shape.outputs() ? shape.rows() : shape.outputs();
  }
};

}  // namespace trenza::microarch
