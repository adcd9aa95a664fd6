// The choices and hops of routing by records, for those who cannot afford a virtual call at every hop.
#pragma once

#include <array>

#include "topologies/directions.h"
#include "topologies/record_format.h"
#include "topologies/routing.h"

namespace trenza::topologies {

/// A hop by a port: `delta` is added within the field `mask`.
struct RecordHop {
  HeaderWord mask = 0;
  HeaderWord delta = 0;
};

/// A relation that gives these out (RoutingRelation::record_steps) has, at every node and on every lane, the choices of
/// record_choices<dimensions>() and the hops of record_hop().
struct RecordSteps {
  int dimensions = 0;
  std::array<RecordHop, static_cast<std::size_t>(2 * kMaxDimensions)> hops{};  ///< by port
};

/// Productive are the directions of the non-zero fields of the record; the escape is the lowest of these dimensions.
template <int Dimensions>
RouteChoice record_choices(HeaderWord header) {
  constexpr RecordFormat kFormat{Dimensions};
  constexpr HeaderWord kFieldMask = (HeaderWord{1} << kFormat.bits()) - 1;
  // Without branches on the fields: they are hard to predict.
  std::uint32_t ports = 0;
  for (int k = 0; k < Dimensions; ++k) {
    const HeaderWord field = header >> kFormat.shift(k) & kFieldMask;
    const auto sign = static_cast<std::uint32_t>(field >> (kFormat.bits() - 1));
    ports |= static_cast<std::uint32_t>(field != 0) << sign << (2 * k);
  }
  // A dimension has at most one productive port, so the lowest port is that of the lowest dimension.
  RouteChoice choice;
  choice.arrived = ports == 0;
  choice.tiers[RouteChoice::kAdaptive] = {ports, static_cast<VcMask>(ports != 0) * kAdaptiveVcs};
  choice.tiers[RouteChoice::kEscape] = {ports & (~ports + 1), static_cast<VcMask>(ports != 0)};
  return choice;
}

inline HeaderWord record_hop(const RecordHop& hop, HeaderWord header) {
  return (header & ~hop.mask) | ((header + hop.delta) & hop.mask);
}

}  // namespace trenza::topologies
