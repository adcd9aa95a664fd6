// The state of an engine as it is seen from outside: counters, conservation, and which packets wait for what.
#pragma once

#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "tlm/exact/engine.h"

namespace trenza::tlm {

/// Completes `totals` (packets and flits offered and delivered) by what the routers have granted. Flits that have not
/// crossed yet are not counted.
microarch::Counters count(const Engine& engine, const microarch::Counters& totals);

/// One line for each violated conservation of credits.
std::vector<std::string> find_faults(const Engine& engine);

microarch::WaitSnapshot find_waiting(const Engine& engine);
/// The heads of find_waiting(), without what they wait for.
std::vector<microarch::StandingHead> standing_heads(const Engine& engine);

/// The heads that may ask in cycle now() at one router, those of packets offered in this cycle included.
std::vector<microarch::WaitingHead> waiting_heads(const Engine& engine, topologies::NodeId node);

}  // namespace trenza::tlm
