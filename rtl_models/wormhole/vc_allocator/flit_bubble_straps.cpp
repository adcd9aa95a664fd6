#include "rtl_models/wormhole/vc_allocator/flit_bubble_straps.h"

#include <climits>

#include "microarch/index.h"
#include "microarch/wormhole/vc_availability.h"

namespace trenza::rtl_models {

using microarch::index;

int bubble_vcs(const WormPlace& place) {
  return microarch::VcAvailability(place.topology, place.parameters, place.node).class_ring_vcs();
}

std::vector<std::uint64_t> bubble_rings(const WormPlace& place) {
  const microarch::VcAvailability availability(place.topology, place.parameters, place.node);
  std::vector<std::uint64_t> rows(index(place.ports()));
  for (int p = 0; p < place.ports(); ++p) {
    if (availability.in_ring(p)) rows[index(availability.before(p))] |= std::uint64_t{1} << p;
  }
  return rows;
}

void set_rows(const RtlPort& port, const std::vector<std::uint64_t>& rows, int ports) {
  std::vector<std::uint8_t> bytes(index(port.bits + CHAR_BIT - 1) / CHAR_BIT);
  for (std::size_t q = 0; q < rows.size(); ++q) {
    for (std::size_t p = 0; p < index(ports); ++p) {
      const std::size_t at = q * index(ports) + p;
      if ((rows[q] >> p & 1U) != 0) bytes[at / CHAR_BIT] |= static_cast<std::uint8_t>(1U << (at % CHAR_BIT));
    }
  }
  for (std::size_t k = 0; k < bytes.size(); ++k) port.set(bytes[k], k);
}

}  // namespace trenza::rtl_models
