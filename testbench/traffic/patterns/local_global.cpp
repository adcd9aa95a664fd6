// local_global: a share alpha to the logical neighbours, the rest uniform over the others (spec: local/global mix).
#include <algorithm>

#include "testbench/input_error.h"
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

namespace {

/// Neighbours are +-1 in each dimension of the logical grid, each process once: of a logical torus (with its own
/// wraparound, no twist), or of a logical mesh, whose processes at the border have fewer. The rest is uniform over the
/// processes that are neither the source (unless `self`) nor one of its neighbours; if there are none, everything is
/// local.
class LocalGlobal : public Pattern {
 public:
  explicit LocalGlobal(const PatternContext& context)
      : seed_(context.seed),
        alpha_ppb_(context.traffic->alpha_ppb),
        processes_(context.processes),
        self_(context.traffic->self),
        near_(static_cast<std::size_t>(context.processes)) {
    for (ProcessId process = 0; process < processes_; ++process) {
      std::vector<ProcessId>& near = near_[static_cast<std::size_t>(process)];
      near.push_back(process);
      const std::vector<int> centre = grid_coordinates(process, context.grid);
      for (std::size_t k = 0; k < centre.size(); ++k) {
        for (const int step : {1, -1}) {
          const int size = context.grid[k];
          const int moved = centre[k] + step;
          if (!context.traffic->wrap && (moved < 0 || moved >= size)) continue;
          std::vector<int> neighbour = centre;
          neighbour[k] = (moved + size) % size;
          near.push_back(grid_process(neighbour, context.grid));
        }
      }
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
    }
  }

  ProcessId destination(ProcessId source, std::uint64_t index) const override {
    const std::vector<ProcessId>& near = near_[static_cast<std::size_t>(source)];
    const std::uint64_t draw = traffic_draw(seed_, TrafficDraw::destination, source, index);
    const std::uint64_t place = next_draw(draw);
    const std::uint64_t far = static_cast<std::uint64_t>(processes_) - near.size() + (self_ ? 1 : 0);
    if (far == 0 || draw_chance(draw, alpha_ppb_)) {
      const std::uint64_t chosen =
          draw_below(place, near.size() - 1);  // of the neighbours: all of `near` but the source
      return near[chosen] < source ? near[chosen] : near[chosen + 1];
    }
    auto chosen = static_cast<ProcessId>(draw_below(place, far));  // of the others, in ascending order
    for (const ProcessId skipped : near) {
      if (self_ && skipped == source) continue;
      if (skipped > chosen) break;
      ++chosen;
    }
    return chosen;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t alpha_ppb_;
  ProcessId processes_;
  bool self_;
  std::vector<std::vector<ProcessId>> near_;  ///< every process and its neighbours, ascending
};

}  // namespace

std::unique_ptr<Pattern> make_pattern_local_global(const PatternContext& context) {
  if (context.traffic->alpha_ppb > kBillion)
    throw InputError(ExperimentPart::alpha, "pattern local_global: alpha must be between 0 and 1");
  return std::make_unique<LocalGlobal>(context);
}

}  // namespace trenza::testbench
