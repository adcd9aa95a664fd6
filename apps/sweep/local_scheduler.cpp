#include <utility>
#include <vector>

#include "apps/interrupt.h"
#include "apps/sweep/scheduler.h"

namespace trenza::apps {

void LocalScheduler::run(SweepDriver& driver) {
  constexpr int kPollMilliseconds = 100;
  PointPool pool(job_.folder, job_.limit_seconds);
  while (true) {
    while (interrupt_signal() == 0 && pool.running() < static_cast<std::size_t>(jobs_)) {
      std::vector<sweeps::Point> points = driver.next_batch(static_cast<std::size_t>(jobs_));
      if (points.empty()) break;
      pool.start(std::move(points));
    }
    if (pool.running() == 0) return;
    if (interrupt_signal() != 0) pool.stop();
    for (const FinishedPoint& ended : pool.wait(kPollMilliseconds)) driver.finish(ended);
    driver.draw(pool.running());
  }
}

}  // namespace trenza::apps
