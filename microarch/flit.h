// Formats of what travels on links, as 64-bit words: the flit word and (topologies/routing.h) the header word that goes
// with a head.
#pragma once

#include <cstdint>
#include <string>

namespace trenza::microarch {

/// Identity of a packet inside a fabric: packets get consecutive numbers (mod 2^32) in age order
/// (docs/microarchitecture.md, section 4.4), so that comparing identities compares ages.
using PacketId = std::uint32_t;

/// a is older than b. Right while fewer than 2^31 packets are alive.
constexpr bool older_than(PacketId a, PacketId b) { return static_cast<std::int32_t>(a - b) < 0; }

/// The flit word: bits 31..0 packet; 45..32 position in the packet, or hops made so far in a head; 59..46 length of the
/// packet in flits; 60 head; 61 tail.
using FlitWord = std::uint64_t;

inline constexpr int kPositionShift = 32;
inline constexpr int kLengthShift = 46;
inline constexpr std::uint64_t kLengthMask = (1U << 14) - 1;
inline constexpr FlitWord kHeadBit = FlitWord{1} << 60;
inline constexpr FlitWord kTailBit = FlitWord{1} << 61;

/// Flit `position` of a packet of `flits` flits.
constexpr FlitWord make_flit(PacketId packet, int flits, int position) {
  return FlitWord{packet} | static_cast<FlitWord>(position) << kPositionShift |
         static_cast<FlitWord>(flits) << kLengthShift | (position == 0 ? kHeadBit : 0) |
         (position + 1 == flits ? kTailBit : 0);
}

constexpr PacketId packet_of(FlitWord flit) { return static_cast<PacketId>(flit); }
constexpr int length_of(FlitWord flit) { return static_cast<int>((flit >> kLengthShift) & kLengthMask); }
constexpr bool is_head(FlitWord flit) { return (flit & kHeadBit) != 0; }
constexpr bool is_tail(FlitWord flit) { return (flit & kTailBit) != 0; }
/// Position in the packet, from 0.
constexpr int position_of(FlitWord flit) {
  return is_head(flit) ? 0 : static_cast<int>((flit >> kPositionShift) & kLengthMask);
}
/// Hops made so far; only a head carries them.
constexpr int hops_of(FlitWord head) { return static_cast<int>((head >> kPositionShift) & kLengthMask); }
/// The head after one more hop.
constexpr FlitWord with_next_hop(FlitWord head) { return head + (FlitWord{1} << kPositionShift); }

/// The text of a flit in logs and waves: "H p1234 f0/5 2,1>7,3 vc1 hop3"; kind H, B, T or HT (single flit), flit
/// position/length, from>to, VC, hops made when it left the router. One grammar for waves, logs and reports. `from` and
/// `to` as of flit_place.
std::string flit_text(FlitWord flit, const std::string& from, const std::string& to, int vc, int hops);

/// The same, written into `text`, whose memory is reused.
void write_flit_text(std::string& text, FlitWord flit, const std::string& from, const std::string& to, int vc,
                     int hops);

/// A node in that grammar: "3,2" for the node named "3_2".
std::string flit_place(std::string node_name);

}  // namespace trenza::microarch
