// A number of paths: it grows beyond any double in networks that are a thousand hops wide.
#pragma once

#include <cmath>

namespace trenza::topologies {

/// A positive number of any size, with the precision of a double.
class PathNumber {
 public:
  PathNumber() = default;
  explicit PathNumber(double value) : mantissa_(value) {}

  void add(const PathNumber& other) {
    if (other.scale_ == scale_) {
      mantissa_ += other.mantissa_;
    } else if (other.scale_ < scale_) {
      mantissa_ += scaled(other.mantissa_, other.scale_ - scale_);
    } else {
      mantissa_ = scaled(mantissa_, scale_ - other.scale_) + other.mantissa_;
      scale_ = other.scale_;
    }
    if (mantissa_ >= scaled(1.0, 1)) {
      mantissa_ = scaled(mantissa_, -1);
      ++scale_;
    }
  }

  /// This number divided by `total`.
  double share_of(const PathNumber& total) const { return scaled(mantissa_ / total.mantissa_, scale_ - total.scale_); }

 private:
  static constexpr int kBits = 512;  ///< of a unit of the scale
  static double scaled(double value, int units) { return units == 0 ? value : std::scalbn(value, units * kBits); }

  double mantissa_ = 0;
  int scale_ = 0;
};

}  // namespace trenza::topologies
