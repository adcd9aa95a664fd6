#include "testbench/history/packet_recorder.h"

#include <utility>

#include "testbench/history/history_recorder.h"
#include "testbench/history/worm_history_recorder.h"

namespace trenza::testbench {

std::unique_ptr<PacketRecorder> make_packet_recorder(const topologies::Topology& topology,
                                                     const microarch::FabricParameters& parameters,
                                                     std::set<PacketName> wanted) {
  if (parameters.by_flits()) return std::make_unique<WormHistoryRecorder>(topology, parameters, std::move(wanted));
  return std::make_unique<HistoryRecorder>(topology, parameters, std::move(wanted));
}

}  // namespace trenza::testbench
