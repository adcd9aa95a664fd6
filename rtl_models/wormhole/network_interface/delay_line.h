// Registers of wires between a source and a local input port, for routers whose inside is one model. Plain state
// without ports.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace trenza::rtl_models {

/// A line of registers, one value each cycle.
template <class Value>
class DelayLine {
 public:
  explicit DelayLine(int registers) : values_(static_cast<std::size_t>(registers)) {}

  /// One edge: `entering` goes in, and what has passed all registers comes out.
  Value shift(Value entering) {
    if (values_.empty()) return entering;
    std::swap(values_[next_], entering);
    next_ = next_ + 1 == values_.size() ? 0 : next_ + 1;
    return entering;
  }
  /// What comes out at the next edge. Precondition: there are registers.
  const Value& leaving() const { return values_[next_]; }
  bool empty() const { return values_.empty(); }
  /// Registers whose values are such.
  template <class Is>
  int count(const Is& is) const {
    return static_cast<int>(std::count_if(values_.begin(), values_.end(), is));
  }
  void clear() { values_.assign(values_.size(), Value{}); }

 private:
  std::vector<Value> values_;
  std::size_t next_ = 0;
};

}  // namespace trenza::rtl_models
