// all_to_all: every other process, or with `self` every process, once, in a random order; then again in another one.
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/random_order.h"

namespace trenza::testbench {

namespace {

class AllToAll : public Pattern {
 public:
  explicit AllToAll(const PatternContext& context)
      : seed_(context.seed), candidates_(context), order_(candidates_.count()) {}

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const std::uint64_t round = traffic_draw(seed_, TrafficDraw::order, source, index / candidates_.count());
    return candidates_.at(order_.at(round, index % candidates_.count()), source);
  }

 private:
  std::uint64_t seed_;
  Candidates candidates_;
  RandomOrder order_;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_all_to_all(const PatternContext& context) {
  return std::make_unique<AllToAll>(context);
}

}  // namespace trenza::testbench
