#include "apps/save_points.h"

#include <utility>

namespace trenza::apps {

SavePoints::SavePoints() {
  checkpoint_.save = [this](const testbench::SaveBench& save_bench) { take(save_bench); };
}

void SavePoints::add(microarch::Cycle cycle, Save save) {
  points_.emplace(cycle, std::move(save));
  checkpoint_.save_at = points_.begin()->first;
}

void SavePoints::take(const testbench::SaveBench& save_bench) {
  const microarch::Cycle now = checkpoint_.save_at;
  while (!points_.empty() && points_.begin()->first == now) {
    const Save save = std::move(points_.begin()->second);
    points_.erase(points_.begin());
    save(save_bench);
  }
  checkpoint_.save_at = points_.empty() ? testbench::Checkpoint::kNoCycle : points_.begin()->first;
}

}  // namespace trenza::apps
