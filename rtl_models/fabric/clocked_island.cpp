#include "rtl_models/fabric/clocked_island.h"

#include <algorithm>
#include <utility>

#include "rtl_models/common/kernel_fault.h"

namespace trenza::rtl_models {

using topologies::ChannelId;
using topologies::NodeId;

namespace {

void run_cycles(int cycles) {
  run_kernel({static_cast<double>(cycles) * NocClock::kPeriodPicoseconds, sc_core::SC_PS});
}

}  // namespace

ClockedIsland::ClockedIsland(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                             const std::vector<bool>& present)
    : topology_(topology), parameters_(parameters) {
  for (NodeId node = 0; node < topology.graph().nodes(); ++node) {
    if (present[static_cast<std::size_t>(node)]) nodes_.push_back(node);
  }
}

void ClockedIsland::start(NocClock& clock) {
  clock_ = &clock;
  clock.observe([this](Cycle cycle) { look(cycle); });
  clock.reset.write(true);
  run_cycles(kResetCycles);
  clock.reset.write(false);
}

void ClockedIsland::send(ChannelId channel, int vc, FlitWord flit, HeaderWord header) {
  FlitSignals& sent = wires(channel).sent;
  sent.valid.write(true);
  sent.vc.write(static_cast<std::uint32_t>(vc));
  sent.flit.write(flit);
  if (microarch::is_head(flit)) sent.header.write(header);
  sending_.push_back(channel);
}

void ClockedIsland::return_credits(ChannelId channel, std::uint32_t vcs) {
  wires(channel).credit_sent.write(vcs);
  crediting_.push_back(channel);
}

bool ClockedIsland::awake() const {
  if (offered_ || !sent_.empty() || !credited_.empty() || !sending_.empty() || !crediting_.empty()) return true;
  return std::any_of(nodes_.begin(), nodes_.end(), [this](NodeId node) { return works(node); });
}

void ClockedIsland::run(Cycle cycle) {
  const auto contains = [](const std::vector<ChannelId>& channels, ChannelId channel) {
    return std::find(channels.begin(), channels.end(), channel) != channels.end();
  };
  for (const ChannelId c : sent_) {
    if (!contains(sending_, c)) wires(c).sent.valid.write(false);
  }
  for (const ChannelId c : credited_) {
    if (!contains(crediting_, c)) wires(c).credit_sent.write(0);
  }
  sent_.swap(sending_);
  credited_.swap(crediting_);
  sending_.clear();
  crediting_.clear();
  offered_ = false;
  crossings_.clear();
  bookings_.clear();
  departures_.clear();
  if (cycle != next_) clock_->jump(cycle);
  run_cycles(1);
  next_ = cycle + 1;
}

/// In the middle of a cycle.
void ClockedIsland::look(Cycle cycle) {
  for (const NodeId node : nodes_) {
    if (works(node)) look_at(node);
  }
  show(cycle);
}

void ClockedIsland::show_quiet(Cycle cycle) {
  clock_->jump(cycle);
  NocClock::settle();
  show(cycle);
}

void ClockedIsland::show(Cycle cycle) {
  if (!observer_) return;
  note_changes();
  observer_(cycle);
}

}  // namespace trenza::rtl_models
