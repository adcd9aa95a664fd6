#include "cosim/offer_recorder.h"

#include <algorithm>
#include <tuple>

namespace trenza::cosim {

std::uint64_t OfferRecorder::offer(microarch::NodeId source, microarch::NodeId destination, int flits,
                                   std::uint64_t tag, int message_class) {
  const std::uint64_t number = fabric_.offer(source, destination, flits, tag, message_class);
  offers_.push_back({fabric_.now(), source, destination, number, flits, message_class});
  return number;
}

std::vector<OfferRecorder::Offer> OfferRecorder::offers() const {
  std::vector<Offer> sorted = offers_;
  std::sort(sorted.begin(), sorted.end(), [](const Offer& a, const Offer& b) {
    return std::tie(a.created, a.source, a.number) < std::tie(b.created, b.source, b.number);
  });
  return sorted;
}

}  // namespace trenza::cosim
