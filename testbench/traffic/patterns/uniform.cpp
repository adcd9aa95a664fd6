// uniform: all other processes with the same probability.
#include "testbench/traffic/pattern.h"

namespace trenza::testbench {

namespace {

class Uniform : public Pattern {
 public:
  explicit Uniform(const PatternContext& context)
      : seed_(context.seed), others_(static_cast<std::uint64_t>(context.processes) - 1) {}

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const auto other =
        static_cast<ProcessId>(draw_below(traffic_draw(seed_, TrafficDraw::destination, source, index), others_));
    return other < source ? other : other + 1;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t others_;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_uniform(const PatternContext& context) {
  return std::make_unique<Uniform>(context);
}

}  // namespace trenza::testbench
