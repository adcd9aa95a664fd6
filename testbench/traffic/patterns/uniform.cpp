// uniform: all other processes, or with `self` all, with the same probability.
#include "testbench/traffic/pattern.h"

namespace trenza::testbench {

namespace {

class Uniform : public Pattern {
 public:
  explicit Uniform(const PatternContext& context) : seed_(context.seed), candidates_(context) {}

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const std::uint64_t draw = traffic_draw(seed_, TrafficDraw::destination, source, index);
    return candidates_.at(draw_below(draw, candidates_.count()), source);
  }

 private:
  std::uint64_t seed_;
  Candidates candidates_;
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_uniform(const PatternContext& context) {
  return std::make_unique<Uniform>(context);
}

}  // namespace trenza::testbench
