// Totals of a network since the begin of the simulation.
#pragma once

#include <array>
#include <cstdint>

#include "tlm/terminals/message_sizes.h"

namespace trenza::tlm {

/// Messages of one class.
struct ClassStatistics {
  std::uint64_t messages = 0;  ///< received through the fabric
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t hops = 0;             ///< sum over packets
  std::uint64_t latency = 0;          ///< sum over messages, cycles, creation to last tail
  std::uint64_t network_latency = 0;  ///< the same from the first grant on
  std::uint64_t local = 0;            ///< received without the fabric: source and destination are one node
  std::uint64_t delayed = 0;          ///< waited for room in their injection queue (END_REQ or END_RESP came late)

  double mean_latency() const {
    return messages == 0 ? 0.0 : static_cast<double>(latency) / static_cast<double>(messages);
  }
};

struct NetworkStatistics {
  std::array<ClassStatistics, kLegs> by_class;
  std::uint64_t address_errors = 0;  ///< answered with TLM_ADDRESS_ERROR_RESPONSE, without any traffic

  const ClassStatistics& requests() const { return by_class[index_of(Leg::request)]; }
  const ClassStatistics& responses() const { return by_class[index_of(Leg::response)]; }
};

}  // namespace trenza::tlm
