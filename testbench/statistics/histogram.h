// An exact histogram of non-negative integers that takes memory only where values occur.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <type_traits>

#include "testbench/integers.h"

namespace trenza::testbench {

class Histogram {
 public:
  Histogram() = default;
  Histogram(const Histogram& other) { merge(other); }
  Histogram& operator=(Histogram other) {
    pages_.swap(other.pages_);
    last_ = nullptr;
    count_ = other.count_;
    sum_ = other.sum_;
    return *this;
  }

  void add(std::uint64_t value) {
    const std::uint64_t page = value / kPage;
    if (page != last_page_ || last_ == nullptr) {
      last_ = &pages_[page];
      last_page_ = page;
    }
    ++(*last_)[value % kPage];
    ++count_;
    sum_ += value;
  }

  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  Uint128 sum() const { return sum_; }
  /// Precondition of these: count() > 0.
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(count_); }
  std::uint64_t max() const;
  /// Nearest-rank percentile: the smallest value v such that at least percent % of all values are <= v. 0 < percent <=
  /// 100.
  std::uint64_t percentile(unsigned percent) const;
  /// The value of this rank, 1 .. count(), in ascending order.
  std::uint64_t value_at(std::uint64_t rank) const;
  /// How many values are not above this one.
  std::uint64_t count_up_to(std::uint64_t value) const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [pages, last, last_page, count, sum] = self;
    archive(pages, count, sum);
    if constexpr (!std::is_const_v<Self>) last = nullptr;  // it pointed to a page that is gone
  }

 private:
  static constexpr std::uint64_t kPage = 256;
  using Page = std::array<std::uint64_t, kPage>;

  std::map<std::uint64_t, Page> pages_;
  Page* last_ = nullptr;  ///< the page used last: values that follow each other are often near each other
  std::uint64_t last_page_ = 0;
  std::uint64_t count_ = 0;
  Uint128 sum_ = 0;
};

}  // namespace trenza::testbench
