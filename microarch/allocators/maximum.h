// The maximum matching.
#pragma once

#include "microarch/allocators/request_matrix.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// In each pass as many cells as can be: what no allocator of one cycle can beat, whatever it costs. State: VC
/// pointers. (docs/microarchitecture.md, section 8; augmenting paths of Kuhn, The Hungarian method for the assignment
/// problem, 1955; the functions of an allocator are described in allocators.h.)
struct MaximumAllocator : PlainAllocator {
  static constexpr PolicyInfo kInfo{"maximum", "as many grants as can be", {}, false};

  static constexpr std::size_t state_bytes(const AllocatorShape& shape) { return VcPointers::bytes(shape); }
  static void reset(std::uint8_t* state, const AllocatorShape& shape) { std::fill_n(state, state_bytes(shape), 0); }

  template <class Mask, class View>
  static void compute(const AllocatorShape& shape, const Mask& asking, const View& view,
                      BasicMatching<Mask>& matching) {
    RequestMatrix<View, Mask> cells(shape, asking, view, view.state(), matching);
    const int first = static_cast<int>(view.cycle() % static_cast<std::uint64_t>(shape.rows()));
    cells.passes([first](auto& matrix) {
      Search<std::decay_t<decltype(matrix)>, Mask> search(matrix);
      const Mask rows = matrix.rows();
      const Mask before = low_bits<Mask>(first);
      for (const Mask& part : {rows & ~before, rows & before}) {
        for (Mask rest = part; rest != 0; drop_lowest(rest)) search.place(lowest_bit(rest));
      }
      search.grant_all();
    });
  }
  template <class Mask>
  static void commit(std::uint8_t* state, const AllocatorShape& shape, const BasicMatching<Mask>& matching) {
    VcPointers::commit(state, shape, matching);
  }

 private:
  /// Matches rows one after another; a row that finds its columns taken pushes others to columns of theirs.
  template <class Matrix, class Mask>
  class Search {
   public:
    explicit Search(Matrix& matrix) : matrix_(matrix) {}
    void place(int row) {
      visited_ = 0;
      find(row);
    }
    void grant_all() {
      for (Mask outputs = matched_; outputs != 0; drop_lowest(outputs))
        matrix_.grant(row_of_[static_cast<std::size_t>(lowest_bit(outputs))], lowest_bit(outputs));
    }

   private:
    // NOLINTNEXTLINE(misc-no-recursion): at most one level for each column
    bool find(int row) {
      for (Mask left = matrix_.cells(row) & ~visited_; left != 0; left = matrix_.cells(row) & ~visited_) {
        const int output = lowest_bit(left);
        set_bit(visited_, output);
        if (!has_bit(matched_, output) || find(row_of_[static_cast<std::size_t>(output)])) {
          set_bit(matched_, output);
          row_of_[static_cast<std::size_t>(output)] = row;
          return true;
        }
      }
      return false;
    }

    Matrix& matrix_;
    Mask visited_ = 0;
    Mask matched_ = 0;
    std::array<int, mask_bits<Mask>()> row_of_;  // by output that is matched
  };
};

}  // namespace trenza::microarch
