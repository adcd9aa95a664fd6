// A timeline as a drawing.
#pragma once

#include <string>

#include "testbench/history/timeline.h"

namespace trenza::apps {

/// Packets as rows, cycles as columns, a colour for what a packet did, and what the colours mean: SVG.
std::string timeline_drawing(const testbench::Timeline& timeline);

}  // namespace trenza::apps
