// all_to_all: every other process once, in a random order; then again in another one.
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/random_order.h"

namespace trenza::testbench {

namespace {

class AllToAll : public Pattern {
 public:
  explicit AllToAll(const PatternContext& context)
      : seed_(context.seed), others_(static_cast<std::uint64_t>(context.processes) - 1), order_(others_) {}

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const std::uint64_t round = traffic_draw(seed_, TrafficDraw::order, source, index / others_);
    const auto other = static_cast<ProcessId>(order_.at(round, index % others_));
    return other < source ? other : other + 1;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t others_;
  RandomOrder order_;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_all_to_all(const PatternContext& context) {
  return std::make_unique<AllToAll>(context);
}

}  // namespace trenza::testbench
