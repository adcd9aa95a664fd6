// Random machines for the selfchecks of the flit-level oracle.
#ifndef ORACLE_FLIT_RANDOM_H
#define ORACLE_FLIT_RANDOM_H

#include <cstdint>
#include <random>

#include "tests/oracle/flit_oracle.h"

namespace oracle {
namespace flit {
namespace selfcheck {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  int number(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }
  template <typename Enum>
  Enum of(Enum last) {
    return static_cast<Enum>(number(0, static_cast<int>(last)));
  }

 private:
  std::mt19937_64 random_;
};

// Delays, pipeline, crossbar, allocators, arbiters and sources. The network, VCs and routing are those of `c`.
inline void choose_timing_and_allocators(Dice& dice, Config& c) {
  c.routing_delay = dice.number(0, 2);
  c.pipeline = dice.of(Pipeline::speculative);
  c.depth = dice.number(1, 3);
  c.mask = dice.of(oracle::Mask::requests);
  c.link_delay = dice.number(0, 3);
  c.credit_delay = dice.number(1, 3);
  c.injection_delay = dice.number(0, 2);
  c.injection_credit_delay = dice.number(1, 3);
  c.ejection_delay = dice.number(1, 3);
  c.ejectors = dice.number(1, 3);
  c.crossbar = dice.of(Crossbar::inputs_per_port);
  c.inputs_per_port = dice.number(1, c.vcs());
  c.injection_mode = dice.of(InjectionMode::one_at_a_time);
  c.allocator = dice.of(Allocator::oldest_first);
  c.iterations = dice.number(1, 3);
  c.wavefront_priority = dice.of(WavefrontPriority::free);
  c.vc_allocator = dice.of(Allocator::oldest_first);
  c.vc_iterations = dice.number(1, 3);
  c.vc_wavefront_priority = dice.of(WavefrontPriority::free);
  c.vc_requests = dice.of(Requests::all);
  c.arbiter = dice.of(Arbiter::deficit);
  if (c.arbiter == Arbiter::fixed) c.arbiter = Arbiter::random;  // it starves, and is tested apart
  if (c.arbiter == Arbiter::stride) c.port_strides.assign(detail::at(detail::Network(c).ports()), dice.number(1, 5));
}

}  // namespace selfcheck
}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_RANDOM_H
