// Writes the histories of chosen packets while a flit-level fabric runs.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "microarch/allocators/matching.h"
#include "microarch/parameters.h"
#include "testbench/history/packet_recorder.h"

namespace trenza::testbench {

/// Follows the head of a packet up to its ejection port, then its flits there. It asks what input VCs do only while a
/// wanted packet is inside, and of the routers at which one is.
class WormHistoryRecorder final : public PacketRecorder {
 public:
  WormHistoryRecorder(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                      std::set<PacketName> wanted);

  void offered(const PacketFacts& packet) override;
  void granted(const microarch::Hop& hop) override;
  void tail_crossed(const microarch::Hop& hop) override;
  void waits(Cycle /*cycle*/, const microarch::HeadsAt& /*heads_at*/) override {}
  bool wants_inputs(NodeId router) const override;
  void inputs_do(Cycle cycle, NodeId router, const std::vector<microarch::InputCycle>& inputs) override;
  void delivered(const microarch::Delivery& delivery) override;
  bool wants_waits() const override { return !inside_.empty(); }
  bool wants_more() const override { return delivered_ < wanted_.size(); }

  void finish(Cycle now, const std::vector<microarch::WaitingHead>& heads) override;
  std::uint64_t created_by(NodeId node) const override { return created_[static_cast<std::size_t>(node)]; }
  const std::map<PacketName, PacketHistory>& histories() const override { return histories_; }
  const std::map<PacketName, Journey>& journeys() const override { return journeys_; }

 private:
  using Inputs = std::vector<microarch::InputCycle>;

  void look_at(PacketHistory& history, Cycle cycle, const Inputs& inputs);
  void wait_behind(const PacketHistory& history, Stage& stage, Cycle cycle, const Inputs& inputs);
  void come_forward(const PacketHistory& history, Stage& stage, const microarch::InputCycle& mine, Cycle cycle) const;
  void note_wait(Stage& stage, const microarch::InputCycle& mine, Cycle cycle, const Inputs& inputs);
  void note_loss(Stage& stage, const microarch::InputCycle& mine, Cycle cycle, const Inputs& inputs);
  void name(std::vector<PacketName>& names, const PacketName& packet);
  bool is_local(int input) const { return input >= network_inputs_; }

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  microarch::AllocatorShape shape_;  ///< of the switch allocation
  int network_inputs_;
  std::set<PacketName> wanted_;
  std::set<PacketName> inside_;  ///< wanted ones
  std::size_t delivered_ = 0;    ///< likewise
  std::map<PacketName, PacketHistory> histories_;
  std::unordered_map<PacketName, Journey, microarch::PacketNameHash> ways_;  ///< of all packets inside
  std::set<PacketName> named_;                                               ///< in histories; the wanted ones too
  std::map<PacketName, Journey> journeys_;
  std::vector<std::uint64_t> created_;  ///< packets by source
};

}  // namespace trenza::testbench
