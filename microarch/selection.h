// Which of the grantable outputs a waiting header picks (docs/microarchitecture.md, section 7).
#pragma once

#include <cstdint>

#include "microarch/arbiter.h"
#include "microarch/bubble.h"
#include "microarch/parameters.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// An (output, VC); ejection ports have VC 0.
struct Pick {
  int output = -1;
  int vc = 0;
  explicit operator bool() const { return output >= 0; }
};

/// Bit o: output o, of at most 32 network ports and 8 ejection ports.
using OutputMask = std::uint64_t;

/// Constants of a router that the selection needs.
struct SelectionShape {
  SelectionPolicy policy = SelectionPolicy::most_credits;
  int ports = 0;
  int class_vcs = 0;  ///< VCs of each class of a channel
  int ejectors = 0;
  int escape_vcs = 1;           ///< the first VCs of a class are escape VCs
  bool escape_detours = false;  ///< topologies::RoutingRelation::escape_detours
  int message_classes = 1;

  /// VCs of a channel.
  int vcs() const { return message_classes * class_vcs; }
};

/// Free ejection port with the smallest (e - input) mod E. `free_outputs`: bit o for output o.
inline Pick pick_ejector(const SelectionShape& shape, int input, OutputMask free_outputs) {
  const OutputMask ejectors = (OutputMask{1} << shape.ejectors) - 1U;
  const OutputMask free = (free_outputs >> shape.ports) & ejectors;
  if (free == 0) return {};
  return {shape.ports + round_robin_winner(free, input % shape.ejectors), 0};
}

/// The adaptive pick, or none. `credits(port, vc)` gives credits in flits; `draw` the draw of this input and cycle;
/// `first_vc` the first VC of the packet's class.
template <class Credits>
Pick pick_adaptive(const SelectionShape& shape, std::uint32_t productive, int flits, OutputMask free_outputs,
                   const Credits& credits, std::uint16_t draw, int first_vc = 0) {
  const std::uint32_t usable = productive & static_cast<std::uint32_t>(free_outputs);
  if (usable == 0) return {};
  const int first_adaptive = first_vc + shape.escape_vcs;
  const int end_vc = first_vc + shape.class_vcs;
  if (shape.policy == SelectionPolicy::most_credits) {
    // Ties go to the first in an order that starts at a drawn productive port, free or not. Credits and the place in
    // that order are packed into one number, so that no branch depends on credits. Such a branch would be hard to
    // predict.
    constexpr std::int64_t kPlaces = 1 << 16;
    constexpr int kVcPlaces = 1 << 8;
    constexpr int kPortMask = 31;
    const int first = drawn_bit(productive, draw);
    const std::int64_t too_few = flits * kPlaces;
    std::int64_t best = too_few;
    for (std::uint32_t ports = usable; ports != 0; ports &= ports - 1) {
      const int port = lowest_bit(ports);
      const std::int64_t place = kPlaces - 1 - ((port - first) & kPortMask) * kVcPlaces;
      for (int vc = first_adaptive; vc < end_vc; ++vc) {
        const std::int64_t rank = credits(port, vc) * kPlaces + place - vc;
        best = rank > best ? rank : best;
      }
    }
    if (best == too_few) return {};
    const auto place = static_cast<int>(kPlaces - 1 - best % kPlaces);
    return {(place / kVcPlaces + first) & kPortMask, place % kVcPlaces};
  }
  int grantable = 0;
  for (std::uint32_t ports = usable; ports != 0; ports &= ports - 1) {
    const int port = lowest_bit(ports);
    for (int vc = first_adaptive; vc < end_vc; ++vc) {
      if (credits(port, vc) < flits) continue;
      if (shape.policy == SelectionPolicy::dimension_order) return {port, vc};
      ++grantable;
    }
  }
  if (grantable == 0) return {};
  int chosen = static_cast<int>(draw % static_cast<unsigned>(grantable));
  for (std::uint32_t ports = usable; ports != 0; ports &= ports - 1) {
    const int port = lowest_bit(ports);
    for (int vc = first_adaptive; vc < end_vc; ++vc) {
      if (credits(port, vc) >= flits && chosen-- == 0) return {port, vc};
    }
  }
  return {};
}

/// Whether an adaptive VC of a productive port, free or not, has the credits for a packet of the class that begins with
/// `first_vc`.
template <class Credits>
bool any_adaptive_credits(const SelectionShape& shape, std::uint32_t productive, int flits, const Credits& credits,
                          int first_vc = 0) {
  const int first_adaptive = first_vc + shape.escape_vcs;
  const int end_vc = first_vc + shape.class_vcs;
  for (std::uint32_t ports = productive; ports != 0; ports &= ports - 1) {
    for (int vc = first_adaptive; vc < end_vc; ++vc) {
      if (credits(lowest_bit(ports), vc) >= flits) return true;
    }
  }
  return false;
}

/// The pick of a waiting header: an ejection port at the destination, else an adaptive VC, else its escape channel; an
/// escape that detours is picked only where no adaptive VC has the credits. `escape_ok(port, vc)` tells whether the
/// bubble rule lets this input into that escape VC now (`vc` among all of the channel). `first_vc`: the first VC of the
/// packet's class.
template <class Credits, class EscapeOk>
Pick pick_output(const SelectionShape& shape, const topologies::RouteChoice& route, int flits, int input,
                 OutputMask free_outputs, const Credits& credits, const EscapeOk& escape_ok, std::uint16_t draw,
                 int first_vc = 0) {
  if (route.arrived) return pick_ejector(shape, input, free_outputs);
  if (const Pick adaptive = pick_adaptive(shape, route.adaptive_ports, flits, free_outputs, credits, draw, first_vc))
    return adaptive;
  const int port = route.escape_port;
  const int vc = first_vc + route.escape_vc;
  if (port < 0 || ((free_outputs >> port) & 1U) == 0U || !escape_ok(port, vc)) return {};
  if (shape.escape_detours && any_adaptive_credits(shape, route.adaptive_ports, flits, credits, first_vc)) return {};
  return {port, vc};
}

}  // namespace trenza::microarch
