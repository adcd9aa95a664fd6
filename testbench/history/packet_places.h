// Where the packets of a fabric are: who crosses which input and output, and who is in which buffer.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "microarch/parameters.h"
#include "testbench/history/journey.h"

namespace trenza::testbench {

/// A packet that crosses an input or an output.
struct CrossingPacket {
  PacketName packet;
  Cycle until = 0;  ///< cycle after that of its tail
};

/// Follows all packets from the offers and the grants of a fabric. Inputs and outputs are those of
/// docs/microarchitecture.md, section 2.
class PacketPlaces {
 public:
  PacketPlaces(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

  /// Returns the input of its source that it joins: one of the injectors.
  int offered(const PacketFacts& packet);
  /// Cycles must not go down from one grant to the next.
  void granted(const microarch::Hop& hop);
  void delivered(const PacketName& packet) { packets_.erase(packet); }

  /// Precondition: it was offered and is not delivered.
  const Journey& journey(const PacketName& packet) const { return packets_.at(packet); }

  /// The packet that was granted an output before `cycle` and still crosses it then. Precondition: no cycle after
  /// `cycle` has been told.
  std::optional<CrossingPacket> crossing_output(NodeId router, int output, Cycle cycle) const;
  /// The same of an input.
  std::optional<CrossingPacket> crossing_input(NodeId router, int input, Cycle cycle) const;
  /// The packet that was granted an output in `cycle`.
  std::optional<PacketName> granted_output(NodeId router, int output, Cycle cycle) const;
  /// The packet that was granted something in `cycle`, from an input.
  std::optional<PacketName> granted_input(NodeId router, int input, Cycle cycle) const;

  /// The packets that are in an input in `cycle`, the oldest first: those that cross out of it, those that wait in it
  /// and those on their way to it. The precondition is that of crossing_output().
  std::vector<PacketName> in_input(NodeId router, int input, Cycle cycle) const;
  /// The first of them.
  std::optional<PacketName> first_in_input(NodeId router, int input, Cycle cycle) const;
  /// The input whose buffer a network output's VC fills.
  std::pair<NodeId, int> downstream(NodeId router, int output, int vc) const;

 private:
  struct Crossing {
    PacketName packet;
    Cycle granted = 0;
    Cycle until = 0;  ///< 0: nothing has crossed yet

    std::optional<CrossingPacket> at(Cycle cycle) const;
    std::optional<PacketName> granted_in(Cycle cycle) const;
  };
  struct Stored {
    PacketName packet;
    Cycle since = 0;            ///< first cycle in which it takes room
    std::optional<Cycle> left;  ///< cycle after the one in which its tail crosses out

    bool counts(Cycle cycle) const { return since <= cycle && (!left || cycle < *left); }
  };

  std::size_t input_place(NodeId router, int input) const;
  std::size_t output_place(NodeId router, int output) const;

  int injector_of(const PacketFacts& packet) const;
  void push(std::size_t input, const PacketName& packet, Cycle since);

  const topologies::Topology& topology_;
  const topologies::Graph& graph_;
  microarch::FabricParameters parameters_;
  int vcs_, inputs_, outputs_;
  std::unordered_map<PacketName, Journey, microarch::PacketNameHash> packets_;
  std::vector<Crossing> by_input_;
  std::vector<Crossing> by_output_;
  std::vector<std::deque<Stored>> stored_;  ///< by input
};

}  // namespace trenza::testbench
