// The contents of all registers of a fabric at the begin of a cycle, in a form that every view understands. The zoom in
// time uses it (docs/zoom.md). A view without such registers computes what they would hold.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"
#include "topologies/routing.h"

namespace trenza::microarch {

/// The flits of one packet in an input buffer: positions `first` to `first + count` - 1. A packet whose tail has not
/// crossed yet is there even while none of its flits is (count 0).
struct StoredFlits {
  PacketId packet = 0;
  int first = 0;
  int count = 0;
  // The header of the packet; 0 once its head has crossed.
  topologies::HeaderWord header = 0;
  int hops = 0;
  Cycle ready = 0;  ///< first cycle in which it can request as far as its router delay goes; not before the present one
};

/// A flit in the registers of a link. It crossed the crossbar `age` + 1 cycles ago: `age` is 0 .. link delay - 1.
struct FlitOnLink {
  int age = 0;
  int vc = 0;
  FlitWord flit = 0;
  topologies::HeaderWord header = 0;  ///< of heads, else 0
};

/// Credits in the registers of the backward wires, bit v for VC v. Their flits left the buffer `age` + 1 cycles ago:
/// `age` is 0 .. credit delay - 2.
struct CreditsOnLink {
  int age = 0;
  std::uint32_t vcs = 0;
};

struct ChannelRegisters {
  std::vector<FlitOnLink> flits;       ///< youngest first
  std::vector<CreditsOnLink> credits;  ///< youngest first
  int hops = 0;                        ///< of the packet that crosses to it, at its end; 0 if none does
};

/// The packet that holds an output. If there is none, the members keep their default values.
struct OutputOwner {
  int input = -1;
  int vc = 0;
  int flits_left = 0;  ///< that have not crossed
};

struct QueuedPacket {
  PacketId packet = 0;
  topologies::HeaderWord header = 0;
  Cycle ready = 0;  ///< as of StoredFlits
};

struct InjectorRegisters {
  std::vector<QueuedPacket> queue;  ///< until the tail has crossed
  int position = 0;                 ///< of the next flit of the front packet
};

/// The packet that leaves by an ejection port. If there is none, the members keep their default values.
struct EjectorRegisters {
  int expected = 0;  ///< position of the next flit
  int hops = 0;
  PacketId packet = 0;
};

/// What the first packet of an input that is not granted yet has reserved (docs/microarchitecture.md, section 17). If
/// it has reserved nothing, the members keep their default values.
struct HeldReservation {
  bool held = false;
  int output = -1;  ///< -1: it is at its destination
  int vc = 0;
  Cycle ready = 0;  ///< first cycle in which it can ask for the crossbar; not before the present one
};

/// At a port without a channel all members keep their default values.
struct RouterRegisters {
  std::vector<std::vector<StoredFlits>> buffers;  ///< by network input (port * vcs + vc), front to back
  std::vector<int> credits;                       ///< by output VC (port * vcs + vc)
  std::vector<OutputOwner> owners;                ///< by output
  std::vector<std::uint8_t> arbiters;             ///< the state of the arbiters (first_state_of()); opaque
  std::vector<HeldReservation> reservations;      ///< by input; empty if VC and crossbar are one step
  std::vector<InjectorRegisters> injectors;       ///< of all classes
  std::vector<EjectorRegisters> ejectors;
};

/// A packet between its offer and its ejection, with what is known of its delivery.
struct PacketInside {
  PacketId id = 0;
  Delivery delivery;
};

/// The state before cycle `cycle`, without offers of that cycle.
struct MachineState {
  Cycle cycle = 0;
  std::vector<PacketInside> packets;  ///< by age, oldest first
  PacketId next_id = 0;
  std::vector<std::uint64_t> next_number;  ///< by source
  Counters counters;
  std::vector<Delivery> delivered;  ///< in the last cycles that were simulated, as Fabric::delivered()
  Cycle quiet_from = 0;             ///< first cycle in which the credits of all delivered packets are home
  std::vector<RouterRegisters> routers;
  std::vector<ChannelRegisters> channels;  ///< by topologies::ChannelId
};

/// A machine without packets, of the right sizes, all credits home.
MachineState empty_machine(const topologies::Topology& topology, const FabricParameters& parameters);

/// One line for each violated conservation: credits of an output VC, flits of a packet, places that name packets which
/// are not inside. Empty if the state can be one of this machine.
std::vector<std::string> audit(const MachineState& state, const topologies::Topology& topology,
                               const FabricParameters& parameters);

/// audit() as an InvariantViolation that names the first fault.
void require_sound(const MachineState& state, const topologies::Topology& topology, const FabricParameters& parameters);

/// A text of all registers, one place a line, for comparing two states; equal states have equal texts.
std::string registers_text(const MachineState& state);

/// One line if packets are lost: not all that were offered are delivered or inside. Empty if none is.
std::string packet_fault(const Counters& counters, std::uint64_t inside);

/// The position of a packet in a list by age.
const PacketInside* find_packet(const MachineState& state, PacketId id);

}  // namespace trenza::microarch
