#include "cosim/plug/router_inlet.h"

#include <algorithm>

#include "microarch/index.h"

namespace trenza::cosim {

using microarch::index;

bool RouterInlet::empty() const {
  return std::all_of(queues_.begin(), queues_.end(), [](const auto& queue) { return queue.empty(); });
}

int RouterInlet::choose(std::uint64_t allowed) {
  const int vcs = static_cast<int>(queues_.size());
  for (int k = 0; shown_ < 0 && k < vcs; ++k) {
    const int vc = (next_ + k) % vcs;
    if (((allowed >> vc) & 1U) != 0 && !queues_[index(vc)].empty()) shown_ = vc;
  }
  return shown_;
}

void RouterInlet::take() {
  queues_[index(shown_)].pop_front();
  --credits_[index(shown_)];
  next_ = (shown_ + 1) % static_cast<int>(queues_.size());
  shown_ = -1;
}

std::uint64_t RouterInlet::credited() const {
  std::uint64_t vcs = 0;
  for (std::size_t vc = 0; vc < credits_.size(); ++vc) vcs |= std::uint64_t{credits_[vc] > 0} << vc;
  return vcs;
}

}  // namespace trenza::cosim
