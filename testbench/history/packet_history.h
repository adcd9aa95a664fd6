// The history of one packet: where it was, what it waited for, who was in its way.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "testbench/history/observed_fabric.h"

namespace trenza::testbench {

/// What a packet did in a cycle between its creation and its ejection; each cycle has one.
enum class PacketCycle : std::uint8_t {
  pipeline,    ///< arrived, or with a reservation, but not long enough ago to ask
  queued,      ///< another packet of the same input is in front of it or still crosses
  input_busy,  ///< another VC of its crossbar input crosses
  lost,        ///< it could have been granted, but another packet was
  eject_busy,  ///< at its destination, and no ejection port is free
  link_busy,   ///< a candidate lacks nothing but a free output
  bubble,      ///< an escape VC has room to go on in its ring, but the packet would enter it
  no_credit,   ///< no candidate has room for it
  lost_vc,     ///< the output VC that it picked went to another packet
  reserved,    ///< it has an output VC, and the output is not free
  crossing,    ///< its head crosses a router; at the destination all its flits but the last
  link,  ///< its head is on a link; by flits also on its way from the source, or the tail on its way to the ejection
  // By flits only; the names of stall reasons that are not above are the same there (microarch/stall_reasons.h):
  no_vc,             ///< no output VC that it may have is free
  starved,           ///< at its destination: its next flit has not come
  lost_speculation,  ///< it got an output VC, and its speculation on the crossbar was lost
};
inline constexpr int kPacketCycles = 15;

/// "pipeline" and so on.
const char* name_of(PacketCycle kind);

/// Cycles from `from` to `until` - 1.
struct CycleRange {
  Cycle from = 0;
  Cycle until = 0;

  Cycle cycles() const { return until - from; }
};

/// Cycles of one kind. For queued and input_busy: behind whom. For no_vc and, by flits, eject_busy: who holds what it
/// could have.
struct Stretch {
  PacketCycle kind = PacketCycle::pipeline;
  CycleRange range;
  std::vector<PacketName> packets;
};

/// Cycles in which an output that it could take was busy.
struct BusyOutput {
  int output = -1;  ///< docs/microarchitecture.md, section 2
  CycleRange range;
  std::optional<PacketName> crossing;  ///< the packet that crossed to it
};

/// Cycles in which a buffer that it could go to had not the room.
struct NoRoom {
  int output = -1;
  int vc = -1;
  bool escape = false;  ///< room is counted in slots, else in flits
  bool bubble = false;  ///< the bubble rule alone refuses it
  int needed = 0;       ///< room
  int least = 0;        ///< room over the cycles
  int greatest = 0;
  CycleRange range;
  std::vector<PacketName> stored;  ///< in the buffer, in the order in which they were seen
};

/// A lane that a packet waits for.
struct Candidate {
  int output = -1;  ///< docs/microarchitecture.md, section 2
  int vc = -1;      ///< -1 for an ejection port
};

/// A cycle in which the packet could have been granted and was not.
struct Loss {
  Cycle cycle = 0;
  int output = -1;                   ///< -1: the crossbar input of its port
  int vc = -1;                       ///< of `lost_vc`
  std::optional<PacketName> winner;  ///< none: the allocator granted the output to nobody
};

/// The packet at one router.
struct Stage {
  NodeId router = -1;
  int input = -1;                     ///< docs/microarchitecture.md, section 2
  Cycle arrived = 0;                  ///< cycle of the head, or of the creation
  std::vector<Stretch> waits;         ///< without gaps from `arrived` on
  std::vector<Candidate> candidates;  ///< in the first cycle in which it asked
  std::vector<BusyOutput> busy;       ///< in the order of their first cycles, then in that of the candidates
  std::vector<NoRoom> no_room;        ///< likewise
  std::vector<Loss> losses;
  std::optional<microarch::Hop> grant;
  // By flits only:
  std::optional<Candidate> lane{};  ///< the output VC that it got
  Cycle allocated = 0;              ///< in this cycle
  std::vector<Stretch> drain{};     ///< at the destination, from the cycle after the grant to that of the tail
  std::optional<Cycle> tail{};      ///< cycle in which its tail crossed
};

/// A packet from its creation to its ejection, or to the end of the run.
struct PacketHistory {
  PacketFacts packet;
  std::vector<Stage> stages;
  std::optional<microarch::Delivery> delivery;
  Cycle seen_until = 0;  ///< cycles before this one are in it
};

/// Cycles by kind. With a delivery their sum is its latency, else seen_until - created.
using CyclesByKind = std::array<Cycle, kPacketCycles>;
CyclesByKind cycles_by_kind(const PacketHistory& history, const topologies::Topology& topology,
                            const microarch::FabricParameters& parameters);

/// What the packet did, without gaps from its creation on; the packets of stretches included.
std::vector<Stretch> stretches(const PacketHistory& history, const topologies::Topology& topology,
                               const microarch::FabricParameters& parameters);

}  // namespace trenza::testbench
