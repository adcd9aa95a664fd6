// Writes the histories of chosen packets while a fabric that moves whole packets runs.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "microarch/allocation.h"
#include "testbench/history/packet_places.h"
#include "testbench/history/packet_recorder.h"

namespace trenza::testbench {

/// Observes a fabric that is new. It asks who waits only while a wanted packet is inside.
class HistoryRecorder final : public PacketRecorder {
 public:
  HistoryRecorder(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                  std::set<PacketName> wanted);

  void offered(const PacketFacts& packet) override;
  void granted(const microarch::Hop& hop) override;
  void waits(Cycle cycle, const microarch::HeadsAt& heads_at) override;
  void delivered(const microarch::Delivery& delivery) override;
  bool wants_waits() const override { return !inside_.empty(); }

  /// Until all wanted packets have been delivered.
  bool wants_more() const override { return delivered_ < wanted_.size(); }

  void finish(Cycle now, const std::vector<microarch::WaitingHead>& heads) override;

  std::uint64_t created_by(NodeId node) const override { return created_[static_cast<std::size_t>(node)]; }

  const std::map<PacketName, PacketHistory>& histories() const override { return histories_; }
  const std::map<PacketName, Journey>& journeys() const override { return journeys_; }

 private:
  /// A wanted packet that could ask in the present cycle.
  struct Asking {
    PacketName packet;
    std::size_t stage = 0;  ///< its last one then
    microarch::WaitingHead head;
  };

  void settle();
  void name(std::vector<PacketName>& names, const PacketName& packet);
  void add_cycle(Stage& stage, PacketCycle kind, Cycle cycle, const std::vector<PacketName>& packets);
  void judge(const Asking& asking);
  void revise_bids(const microarch::HeadsAt& heads_at);
  void revise_bid(const Asking& asking, const std::vector<microarch::WaitingHead>& heads);
  PacketCycle kind_of(const Asking& asking, Stage& stage, std::vector<PacketName>& others);
  bool note_losses(const Asking& asking, Stage& stage);
  void note_lacks(const Asking& asking, Stage& stage);
  void note_busy(Stage& stage, int output);
  void note_room(Stage& stage, const microarch::WaitTarget& target);
  void note_queued(const PacketHistory& history, Stage& stage, Cycle cycle);
  void note_pipeline(Stage& stage, Cycle until) const;
  bool is_injector(int input) const { return input >= network_inputs_; }
  microarch::RequestMask siblings_of(int input) const;
  std::optional<PacketName> sibling_crossing(NodeId router, int input) const;

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  microarch::AllocatorShape shape_;
  int network_inputs_;
  std::set<PacketName> wanted_;
  std::set<PacketName> inside_;  ///< wanted ones
  std::size_t delivered_ = 0;    ///< likewise
  PacketPlaces places_;
  std::map<PacketName, PacketHistory> histories_;
  std::set<PacketName> named_;  ///< in histories, and inside; the wanted ones too
  std::map<PacketName, Journey> journeys_;
  std::vector<std::uint64_t> created_;  ///< packets by source
  Cycle cycle_ = 0;                     ///< of `asking_`
  std::vector<Asking> asking_;
  std::vector<Asking> bids_;  ///< of `cycle_`: what came of them is seen in the next one
};

}  // namespace trenza::testbench
