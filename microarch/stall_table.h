// Counts of cycles by reason (stall_reasons.h), of all inputs and outputs of a fabric.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "microarch/stall_reason.h"

namespace trenza::microarch {

/// How much a fabric counts of why packets do not move.
enum class StallDetail : std::uint8_t {
  off,     ///< nothing
  totals,  ///< over all inputs, and over all outputs
  places,  ///< by input and output of each router
};

class StallTable {
 public:
  using InputCycles = std::array<std::uint64_t, kStallReasons.size()>;
  using OutputCycles = std::array<std::uint64_t, kOutputUses.size()>;

  StallTable() = default;
  /// `inputs` and `outputs` of each of the `routers` (docs/microarchitecture.md, section 2).
  StallTable(StallDetail detail, std::size_t routers, int inputs, int outputs)
      : detail_(detail),
        inputs_of_router_(static_cast<std::size_t>(inputs)),
        outputs_of_router_(static_cast<std::size_t>(outputs)),
        inputs_(detail == StallDetail::places ? routers * inputs_of_router_ : 1),
        outputs_(detail == StallDetail::places ? routers * outputs_of_router_ : 1) {}

  StallDetail detail() const { return detail_; }

  /// The cycles of an input, or of an output; the sums of all if places are not told apart.
  InputCycles& input(std::size_t router, int input) { return inputs_[at(router, input, inputs_of_router_)]; }
  OutputCycles& output(std::size_t router, int output) { return outputs_[at(router, output, outputs_of_router_)]; }
  const InputCycles& input(std::size_t router, int input) const {
    return inputs_[at(router, input, inputs_of_router_)];
  }
  const OutputCycles& output(std::size_t router, int output) const {
    return outputs_[at(router, output, outputs_of_router_)];
  }

  /// Where a reason, and a use, hold all cycles: leaves those that no other has.
  void leave(StallReason reason, OutputUse use) {
    for (InputCycles& cycles : inputs_) leave(cycles[index_of(reason)], cycles);
    for (OutputCycles& cycles : outputs_) leave(cycles[index_of(use)], cycles);
  }

  InputCycles input_totals() const { return sum(inputs_); }
  OutputCycles output_totals() const { return sum(outputs_); }

  /// Adds the counts of another table of the same places.
  void add(const StallTable& other) {
    add(inputs_, other.inputs_);
    add(outputs_, other.outputs_);
  }

  bool operator==(const StallTable& other) const { return inputs_ == other.inputs_ && outputs_ == other.outputs_; }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [detail, inputs_of_router, outputs_of_router, inputs, outputs] = self;
    archive(detail, inputs_of_router, outputs_of_router, inputs, outputs);
  }

 private:
  std::size_t at(std::size_t router, int place, std::size_t places) const {
    return detail_ == StallDetail::places ? router * places + static_cast<std::size_t>(place) : 0;
  }
  template <class Cycles>
  static void leave(std::uint64_t& all, const Cycles& cycles) {
    all = 2 * all - std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
  }
  template <class Cycles>
  static Cycles sum(const std::vector<Cycles>& places) {
    Cycles total{};
    for (const Cycles& cycles : places)
      for (std::size_t k = 0; k < total.size(); ++k) total[k] += cycles[k];
    return total;
  }
  template <class Cycles>
  static void add(std::vector<Cycles>& to, const std::vector<Cycles>& from) {
    for (std::size_t place = 0; place < to.size(); ++place)
      for (std::size_t k = 0; k < to[place].size(); ++k) to[place][k] += from[place][k];
  }

  StallDetail detail_ = StallDetail::off;
  std::size_t inputs_of_router_ = 0;
  std::size_t outputs_of_router_ = 0;
  std::vector<InputCycles> inputs_;    ///< by router and input, or one of all
  std::vector<OutputCycles> outputs_;  ///< by router and output, or one of all
};

}  // namespace trenza::microarch
