#include "traces/liballprof_requests.h"

#include <algorithm>
#include <limits>
#include <map>

namespace trenza::traces {

namespace {

constexpr std::uint32_t kNoStep = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kWideRequest = 8;  // bytes

/// An operation that has not ended for sure.
struct Open {
  std::uint32_t operation = 0;
  std::uint32_t last_call = kNoStep;  ///< that may have ended it
};

}  // namespace

LiballprofRequests::Rank& LiballprofRequests::of_rank(std::uint32_t rank) {
  if (ranks_.size() <= rank) ranks_.resize(rank + 1);
  return ranks_[rank];
}

void LiballprofRequests::start(std::uint32_t rank, std::uint32_t step, std::uint64_t address) {
  of_rank(rank).events.push_back({step, RequestUse::wait_all, address, 0});
  if (address % kWideRequest != 0) has_narrow_requests_ = true;
}

void LiballprofRequests::name(std::uint32_t rank, std::uint32_t step, std::uint64_t address, std::uint64_t count,
                              RequestUse use) {
  of_rank(rank).events.push_back({step, use, address, count});
}

void LiballprofRequests::end(std::uint32_t rank, std::uint32_t step, std::uint32_t operation) {
  of_rank(rank).ends.push_back({step, operation});
}

std::vector<LiballprofRequests::End> LiballprofRequests::ends(const Rank& rank) const {
  std::vector<End> found = rank.ends;
  std::map<std::uint64_t, Open> open;
  const auto end_before = [&found](const Open& one) {
    if (one.last_call != kNoStep) found.push_back({one.last_call, one.operation});
  };
  for (const Event& event : rank.events) {
    if (event.count == 0) {
      Open& one = open[event.address];
      end_before(one);
      one = {event.step, kNoStep};
      continue;
    }
    const std::uint64_t width = bytes_of_request();
    std::vector<std::map<std::uint64_t, Open>::iterator> named;
    for (auto at = open.lower_bound(event.address); at != open.end(); ++at) {
      const std::uint64_t offset = at->first - event.address;
      if (offset / width >= event.count) break;
      if (offset % width == 0) named.push_back(at);
    }
    const bool ends_all = event.use == RequestUse::wait_all || (event.use == RequestUse::wait_any && named.size() == 1);
    for (const auto& at : named) {
      at->second.last_call = event.step;
      if (!ends_all) continue;
      end_before(at->second);
      open.erase(at);
    }
  }
  for (const auto& [address, one] : open) end_before(one);
  std::sort(found.begin(), found.end());
  return found;
}

void LiballprofRequests::resolve(Program& program) const {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const std::vector<End> all = ends(ranks_[rank]);
    std::vector<Step>& steps = program.ranks[rank].steps;
    std::vector<Step> result;
    std::vector<std::uint32_t> places(steps.size());
    auto next = all.begin();
    for (std::uint32_t k = 0; k < steps.size(); ++k) {
      places[k] = static_cast<std::uint32_t>(result.size());
      if (steps[k].kind != StepKind::wait) {
        result.push_back(steps[k]);
        continue;
      }
      for (; next != all.end() && next->call == k; ++next) {
        result.push_back(steps[k]);
        result.back().extra = places[next->operation];
      }
    }
    steps = std::move(result);
  }
}

}  // namespace trenza::traces
