// The number of flits of a transaction, to the target and back.
#pragma once

#include <cstdint>
#include <tlm>

namespace trenza::tlm {

/// The way of a message: the number of its class (docs/microarchitecture.md, section 2).
enum class Leg : std::uint8_t { request = 0, response = 1 };
inline constexpr int kLegs = 2;

constexpr int message_class_of(Leg leg) { return static_cast<int>(leg); }
constexpr std::size_t index_of(Leg leg) { return static_cast<std::size_t>(leg); }

/// The packets of a message: all have the most flits but the last.
struct PacketCut {
  int packets = 1;
  int last_flits = 1;
};

/// A request carries its address and, of a write, the data; a response carries the data of a read and is otherwise only
/// a header. Cut as docs/microarchitecture.md, section 13, says: header flits, `short` last packets. Byte enables are
/// not counted.
class MessageSizes {
 public:
  /// Preconditions: max_packet_flits >= 2, phit_bytes >= 1, address_bytes >= 0.
  MessageSizes(int max_packet_flits, int phit_bytes, int address_bytes)
      : packet_flits_(max_packet_flits),
        packet_bytes_(static_cast<std::uint64_t>(max_packet_flits - 1) * static_cast<std::uint64_t>(phit_bytes)),
        phit_bytes_(static_cast<std::uint64_t>(phit_bytes)),
        address_bytes_(static_cast<std::uint64_t>(address_bytes)) {}

  /// The flits of a full packet.
  int packet_flits() const { return packet_flits_; }

  std::uint64_t bytes(Leg leg, const ::tlm::tlm_generic_payload& payload) const {
    const std::uint64_t data = payload.get_data_length();
    if (leg == Leg::response) return payload.is_read() ? data : 0;
    return address_bytes_ + (payload.is_write() ? data : 0);
  }

  PacketCut cut(std::uint64_t bytes) const {
    PacketCut cut;
    if (bytes == 0) return cut;
    const std::uint64_t packets = (bytes - 1) / packet_bytes_ + 1;
    const std::uint64_t rest = bytes - (packets - 1) * packet_bytes_;
    cut.packets = static_cast<int>(packets);
    cut.last_flits = 1 + static_cast<int>((rest - 1) / phit_bytes_ + 1);
    return cut;
  }

 private:
  int packet_flits_;
  std::uint64_t packet_bytes_;  ///< data of a full packet
  std::uint64_t phit_bytes_;
  std::uint64_t address_bytes_;
};

}  // namespace trenza::tlm
