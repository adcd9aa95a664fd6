// When what waits may go on: credits that come back, and what is known of the future.
#include "microarch/arbiter.h"
#include "microarch/bubble.h"
#include "tlm/exact/engine.h"

namespace trenza::tlm {

int Engine::slots_needed(const Block& router, int input, int port, int escape_vc) const {
  const std::uint32_t ring = router.continues()[port * shape_.escape_vcs + escape_vc];
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  const bool continues =
      ring == ~std::uint32_t{0} || (place.port >= 0 && place.class_vc == escape_vc && (ring >> place.port & 1U) != 0);
  return microarch::escape_slots_needed(continues, parameters_.bubble);
}

/// `length` credits come back, one each cycle from `start` on; all that came before are back by then.
void Engine::add_credits(std::uint32_t router, int output_vc, Tick start, int length) {
  const Block block = routers_[router];
  Credits& credits = block.output_vc()[output_vc].credits;
  credits.base = credits.final();
  credits.start = start;
  credits.length = static_cast<std::uint32_t>(length);
  InputMask& interest = block.output_vc()[output_vc].interest;
  if (interest == 0) return;
  const int port = output_vc / shape_.vcs;
  const bool escape = is_escape(output_vc - port * shape_.vcs);
  Tick* const eligible = block.eligible();
  Tick next = kNeverTick;
  InputMask still = 0;
  for (InputMask rest = interest & block.occupied(); rest != 0; rest &= rest - 1) {
    const int input = microarch::lowest_bit(rest);
    const Front& front = block.input()[input].front;
    const int need = escape ? slots_needed(block, input, port, output_vc - port * shape_.vcs - first_vc(input))
                            : static_cast<int>(front.flits);
    Tick when = credits.reaches(need);
    if (when == kNeverTick) {
      still |= input_bit(input);
      continue;
    }
    when = later_of(later_of(when, start), later_of(block.output_free()[port], front.ready));
    if (when >= eligible[input]) continue;
    eligible[input] = when;
    next = sooner_of(next, when);
  }
  interest = still;
  if (next != kNeverTick) wake(router, block, next);
}

/// The first cycle from `from` on in which the front of an input may be granted by all that is known; kNeverTick if it
/// waits for credits that are not under way.
Tick Engine::reconsider(const Block& block, int input, Tick from) {
  const Front& front = block.input()[input].front;
  const InputPlace place = places_[static_cast<std::size_t>(input)];
  from = later_of(from, front.ready);
  if (per_port_ && place.port >= 0) from = later_of(from, block.port()[place.port].free);
  const Tick* const output_free = block.output_free();
  Tick soonest = kNeverTick;
  if (front.escape_vc == kArrived) {
    for (int e = 0; e < shape_.ejectors; ++e) soonest = sooner_of(soonest, output_free[shape_.ports + e]);
    return later_of(soonest, from);
  }
  OutputVc* const output_vcs = block.output_vc();
  bool credits_now = false;
  for (std::uint32_t rest = front.productive; rest != 0; rest &= rest - 1) {
    const int port = microarch::lowest_bit(rest);
    for (int vc = place.first_vc + shape_.escape_vcs; vc < place.first_vc + shape_.class_vcs; ++vc) {
      const int output_vc = port * shape_.vcs + vc;
      const Tick when = output_vcs[output_vc].credits.reaches(front.flits);
      if (when == kNeverTick) {
        output_vcs[output_vc].interest |= input_bit(input);
        continue;
      }
      credits_now |= when <= from;
      soonest = sooner_of(soonest, later_of(when, output_free[port]));
    }
  }
  const int port = front.escape_port;
  // Adaptive credits bar a detour until a grant takes them; then this is asked again.
  if (port >= 0 && !(selection_.escape_detours && credits_now)) {
    const int output_vc = port * shape_.vcs + place.first_vc + front.escape_vc;
    const Tick when = output_vcs[output_vc].credits.reaches(slots_needed(block, input, port, front.escape_vc));
    if (when == kNeverTick) {
      output_vcs[output_vc].interest |= input_bit(input);
    } else {
      soonest = sooner_of(soonest, later_of(when, output_free[port]));
    }
  }
  return soonest == kNeverTick ? kNeverTick : later_of(soonest, from);
}

}  // namespace trenza::tlm
