#include "graphs/metrics/assignment.h"

#include <cstddef>
#include <limits>

namespace trenza::graphs {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The paper's names: x is the column of a row, y the row of a column, v the dual of a column.
class Assignment {
 public:
  Assignment(const std::vector<double>& cost, int size)
      : cost_(cost), size_(static_cast<std::size_t>(size)), x_(size_, -1), y_(size_, -1), v_(size_, kInfinite) {}

  std::vector<int> solve() {
    reduce_columns();
    transfer_reductions();
    constexpr int kRowReductions = 2;
    for (int i = 0; i < kRowReductions && !free_.empty(); ++i) reduce_free_rows();
    for (const int row : free_) augment(row);
    return x_;
  }

 private:
  const double* row(int i) const { return cost_.data() + static_cast<std::size_t>(i) * size_; }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void assign(int i, int j) {
    x_[at(i)] = j;
    y_[at(j)] = i;
  }

  void reduce_columns() {
    std::vector<int> least(size_, -1);
    for (std::size_t i = 0; i < size_; ++i) {
      const double* costs = row(static_cast<int>(i));
      for (std::size_t j = 0; j < size_; ++j) {
        if (costs[j] >= v_[j]) continue;
        v_[j] = costs[j];
        least[j] = static_cast<int>(i);
      }
    }
    shared_.assign(size_, 0);
    for (std::size_t j = size_; j-- > 0;) {
      const int i = least[j];
      if (x_[at(i)] < 0) {
        assign(i, static_cast<int>(j));
      } else {
        shared_[at(i)] = 1;
      }
    }
  }

  void transfer_reductions() {
    for (std::size_t i = 0; i < size_; ++i) {
      const int own = x_[i];
      if (own < 0) {
        free_.push_back(static_cast<int>(i));
        continue;
      }
      if (shared_[i] != 0) continue;
      const double* costs = row(static_cast<int>(i));
      double least = kInfinite;
      for (std::size_t j = 0; j < size_; ++j) {
        if (j != at(own) && costs[j] - v_[j] < least) least = costs[j] - v_[j];
      }
      if (size_ > 1) v_[at(own)] -= least;
    }
  }

  struct TwoLeast {
    double first = kInfinite;
    double second = kInfinite;
    int first_at = -1;
    int second_at = -1;
  };

  TwoLeast two_least(int i) const {
    const double* costs = row(i);
    TwoLeast two;
    for (std::size_t j = 0; j < size_; ++j) {
      const double reduced = costs[j] - v_[j];
      if (reduced >= two.second) continue;
      if (reduced < two.first) {
        two.second = two.first;
        two.second_at = two.first_at;
        two.first = reduced;
        two.first_at = static_cast<int>(j);
      } else {
        two.second = reduced;
        two.second_at = static_cast<int>(j);
      }
    }
    return two;
  }

  void reduce_free_rows() {
    std::vector<int> left;
    // A row that is pushed out is looked at again at once. The total number of times is limited, because ties can make
    // such chains long.
    std::size_t again = 4 * size_;
    for (std::size_t k = 0; k < free_.size();) {
      const int i = free_[k++];
      const TwoLeast two = two_least(i);
      const bool strict = two.second_at >= 0 && two.first < two.second;
      int j = two.first_at;
      if (strict) {
        v_[at(j)] -= two.second - two.first;
      } else if (y_[at(j)] >= 0 && two.second_at >= 0) {
        j = two.second_at;
      }
      const int out = y_[at(j)];
      assign(i, j);
      if (out < 0) continue;
      x_[at(out)] = -1;
      if (strict && again > 0) {
        --again;
        free_[--k] = out;
      } else {
        left.push_back(out);
      }
    }
    free_ = std::move(left);
  }

  /// Assigns the free row along a shortest alternating path to a free column.
  void augment(int free_row) {
    distance_.assign(row(free_row), row(free_row) + size_);
    for (std::size_t j = 0; j < size_; ++j) distance_[j] -= v_[j];
    before_.assign(size_, free_row);
    open_.resize(size_);
    for (std::size_t j = 0; j < size_; ++j) open_[j] = static_cast<int>(j);
    // Columns of open_: [0, done) are settled before the current distance, [done, up) are at it, the rest is farther.
    std::size_t low = 0;
    std::size_t up = 0;
    std::size_t settled = 0;
    double least = 0;
    int end = -1;
    while (end < 0) {
      if (low == up) {
        settled = low;
        least = collect(up);
        for (std::size_t k = low; k < up && end < 0; ++k) {
          if (y_[at(open_[k])] < 0) end = open_[k];
        }
      }
      if (end < 0) end = scan(open_[low++], least, up);
    }
    for (std::size_t k = 0; k < settled; ++k) v_[at(open_[k])] += distance_[at(open_[k])] - least;
    while (true) {
      const int i = before_[at(end)];
      const int next = x_[at(i)];
      assign(i, end);
      if (i == free_row) return;
      end = next;
    }
  }

  /// Moves the open columns of least distance to the front; returns that distance.
  double collect(std::size_t& up) {
    const std::size_t first = up;
    double least = kInfinite;
    for (std::size_t k = first; k < size_; ++k) {
      const double distance = distance_[at(open_[k])];
      if (distance > least) continue;
      if (distance < least) {
        up = first;
        least = distance;
      }
      std::swap(open_[k], open_[up++]);
    }
    return least;
  }

  /// Shortens distances through the row of a settled column; returns a free column found at this distance, or -1.
  int scan(int column, double least, std::size_t& up) {
    const int i = y_[at(column)];
    const double* costs = row(i);
    const double offset = costs[at(column)] - v_[at(column)] - least;
    for (std::size_t k = up; k < size_; ++k) {
      const auto j = at(open_[k]);
      const double through = costs[j] - v_[j] - offset;
      if (through >= distance_[j]) continue;
      distance_[j] = through;
      before_[j] = i;
      if (through > least) continue;
      if (y_[j] < 0) return static_cast<int>(j);
      std::swap(open_[k], open_[up++]);
    }
    return -1;
  }

  const std::vector<double>& cost_;
  std::size_t size_;
  std::vector<int> x_;
  std::vector<int> y_;
  std::vector<double> v_;
  std::vector<char> shared_;  ///< the row was the least of several columns
  std::vector<int> free_;
  std::vector<double> distance_;
  std::vector<int> before_;
  std::vector<int> open_;
};

}  // namespace

std::vector<int> least_cost_assignment(const std::vector<double>& cost, int size) {
  return Assignment(cost, size).solve();
}

}  // namespace trenza::graphs
