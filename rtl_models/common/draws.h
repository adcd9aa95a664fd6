// The draws of places of the same kind in a router (docs/microarchitecture.md, section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/draws.h"

namespace trenza::rtl_models {

class Draws {
 public:
  Draws(std::uint64_t seed, microarch::DrawPurpose purpose, int router, std::size_t places)
      : sequence_(microarch::DrawSequence::instance()) {
    for (std::size_t k = 0; k < places; ++k)
      phases_.push_back(microarch::draw_phase(seed, purpose, router, static_cast<int>(k)));
  }
  Draws(std::uint64_t seed, int router, const std::vector<microarch::DrawPlace>& places)
      : sequence_(microarch::DrawSequence::instance()) {
    for (const microarch::DrawPlace& place : places)
      phases_.push_back(microarch::draw_phase(seed, place.purpose, router, place.index));
  }
  std::size_t places() const { return phases_.size(); }
  /// The draw of a place in a cycle.
  std::uint16_t at(microarch::Cycle cycle, std::size_t place) const {
    return sequence_.at(microarch::DrawSequence::offset(cycle), phases_[place]);
  }

 private:
  const microarch::DrawSequence& sequence_;
  std::vector<microarch::DrawPhase> phases_;
};

}  // namespace trenza::rtl_models
