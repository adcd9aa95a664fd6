// Packets as rows, cycles as columns.
#pragma once

#include <string>
#include <vector>

#include "testbench/history/journey.h"
#include "testbench/history/packet_history.h"

namespace trenza::testbench {

/// What a packet did, as a timeline shows it.
struct TimelineSpan {
  char sign = ' ';  ///< of timeline_signs()
  CycleRange range;
};

struct TimelineRow {
  PacketName packet;
  bool wanted = false;  ///< it has a history, so that the timeline says what it waited for
  std::vector<TimelineSpan> spans;
};

/// A sign of timelines.
struct TimelineSign {
  char sign = ' ';
  const char* meaning = "";
};
const std::vector<TimelineSign>& timeline_signs();
/// Those of flit-level machines.
const std::vector<TimelineSign>& worm_timeline_signs();

/// Rows over the cycles of `range`.
struct Timeline {
  CycleRange range;
  bool by_flits = false;  ///< which signs it has
  std::vector<TimelineRow> rows;
};

/// The packets of `histories`, in this order, then the others of `journeys`, each with what it did in the cycles of
/// `window` in which one of `histories` was inside. Packets that were not inside then are left out.
Timeline make_timeline(const std::vector<PacketHistory>& histories, const std::vector<Journey>& journeys,
                       const CycleWindow& window, const topologies::Topology& topology,
                       const microarch::FabricParameters& parameters);

/// A row of text for each packet, with a ruler of cycles and the meaning of the signs.
std::string timeline_text(const Timeline& timeline);

}  // namespace trenza::testbench
