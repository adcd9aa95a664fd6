// The limits that measured ratios of times must keep. trenza_bench prints a line for each ratio, and ends with status 1
// if one misses its limit.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

namespace trenza::bench {

struct Limit {
  double value = 0;
  bool at_most = true;  ///< else at least
  std::string promise;  ///< in words
};

inline Limit at_most(double value, const std::string& promise) { return {value, true, promise}; }
inline Limit at_least(double value, const std::string& promise) { return {value, false, promise}; }

/// A ratio that was not measured (not a number) keeps no limit.
inline bool keeps(const Limit& limit, double ratio) {
  return limit.at_most ? ratio <= limit.value : ratio >= limit.value;
}

/// The median of several ratios with the least and the most of them.
struct Ratio {
  double median = 0;
  double least = 0;
  double most = 0;
};

/// The verdicts of a process, in the order in which they were found.
class Verdicts {
 public:
  static Verdicts& instance() {
    static Verdicts verdicts;
    return verdicts;
  }

  void judge(const std::string& name, const Ratio& ratio, const Limit& limit) {
    const bool kept = keeps(limit, ratio.median);
    missed_ = missed_ || !kept;
    lines_.push_back(fmt::format("{:6} {}: {:.2f} ({:.2f} .. {:.2f}), {} {:.2f}: {}", kept ? "kept" : "MISSED", name,
                                 ratio.median, ratio.least, ratio.most, limit.at_most ? "at most" : "at least",
                                 limit.value, limit.promise));
  }

  bool missed() const { return missed_; }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  bool missed_ = false;
};

}  // namespace trenza::bench
