// Minimal records of RT(a) and RTT(a) by formula. Source: "Task Mapping in Rectangular Twisted Tori", Algorithms 1
// and 2.
#pragma once

#include <vector>

#include "topologies/record_format.h"

namespace trenza::topologies {

/// Algorithm 1 for RT(a): all minimal records of (x, y) = destination - source, in ascending lexicographic order. The
/// paper keeps one record: of two equally long ones always the negative, which loads the channels unevenly; here both
/// are returned. The remainder is never negative (a truncating one gives records that are too long). Precondition: a
/// >= 2.
std::vector<Record> rt_records(int a, int x, int y);

/// Algorithm 2 for RTT(a), in the same way; up to four records.
std::vector<Record> rtt_records(int a, int x, int y);

}  // namespace trenza::topologies
