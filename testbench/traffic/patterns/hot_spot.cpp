// hot_spot: a share of the packets goes to few processes, the rest to all.
#include <algorithm>
#include <string>

#include "testbench/input_error.h"
#include "testbench/traffic/pattern.h"

namespace trenza::testbench {

namespace {

/// A share of the packets goes to the hot spots (uniform among those that are not the source, or with `self` among
/// all), the rest to all candidates, hot or not. A source that is the only hot spot sends everything uniformly.
class HotSpot : public Pattern {
 public:
  explicit HotSpot(const PatternContext& context)
      : seed_(context.seed),
        share_ppb_(context.traffic->hot_share_ppb),
        candidates_(context),
        spots_(context.traffic->hot_spots) {
    std::sort(spots_.begin(), spots_.end());
  }

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const std::uint64_t draw = traffic_draw(seed_, TrafficDraw::destination, source, index);
    const std::uint64_t place = next_draw(draw);
    const auto self = std::lower_bound(spots_.begin(), spots_.end(), source);
    const bool is_hot = self != spots_.end() && *self == source && !candidates_.self();
    const std::size_t choices = spots_.size() - (is_hot ? 1 : 0);
    if (choices > 0 && draw_chance(draw, share_ppb_)) {
      const std::size_t chosen = draw_below(place, choices);
      return spots_[chosen + (is_hot && chosen >= static_cast<std::size_t>(self - spots_.begin()) ? 1 : 0)];
    }
    return candidates_.at(draw_below(place, candidates_.count()), source);
  }

 private:
  std::uint64_t seed_;
  std::uint64_t share_ppb_;
  Candidates candidates_;
  std::vector<ProcessId> spots_;  ///< ascending
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_hot_spot(const PatternContext& context) {
  std::vector<ProcessId> spots = context.traffic->hot_spots;
  if (spots.empty()) throw InputError(ExperimentPart::hot_spots, "pattern hot_spot needs at least one hot spot");
  if (context.traffic->hot_share_ppb > kBillion)
    throw InputError(ExperimentPart::hot_share, "pattern hot_spot: the share of the hot spots must be between 0 and 1");
  std::sort(spots.begin(), spots.end());
  if (spots.front() < 0 || spots.back() >= context.processes) {
    const ProcessId wrong = spots.front() < 0 ? spots.front() : spots.back();
    throw InputError(ExperimentPart::hot_spots, "pattern hot_spot: there is no process " + std::to_string(wrong) +
                                                    "; processes are 0 to " + std::to_string(context.processes - 1));
  }
  const auto twice = std::adjacent_find(spots.begin(), spots.end());
  if (twice != spots.end())
    throw InputError(ExperimentPart::hot_spots,
                     "pattern hot_spot: process " + std::to_string(*twice) + " is given twice");
  return std::make_unique<HotSpot>(context);
}

}  // namespace trenza::testbench
