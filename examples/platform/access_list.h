// What an initiator reads and writes: random accesses to slots of its own in every memory, with data to be checked.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <tlm>
#include <vector>

namespace platform {

constexpr unsigned kSlotBytes = 64;
constexpr unsigned kSlotsPerMemory = 16;  // of each initiator
constexpr std::uint64_t kMemoryBytes = 1 << 16;
constexpr std::uint64_t kFirstAddress = 0x80000000;

/// Totals of an initiator.
struct Tally {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t responses = 0;
  std::uint64_t delayed_end_requests = 0;
  double round_trips_ns = 0;  ///< sum
  std::vector<std::string> faults;
};

/// Which slots are free, and what is in them.
class AccessList {
 public:
  /// `initiator`: number among all that share the memories, which are 0 .. memories - 1 from kFirstAddress on.
  AccessList(unsigned initiator, unsigned memories, std::uint64_t seed);

  /// Makes `payload` the next access: fills in command, address, length and, for a write, data. Its data pointer has
  /// room for kSlotBytes. Returns the slot, which is taken until check().
  unsigned next(tlm::tlm_generic_payload& payload);

  /// Judges a response and frees the slot. Empty: all is well.
  std::string check(unsigned slot, const tlm::tlm_generic_payload& payload);

  /// Random number below `limit`.
  unsigned draw(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

 private:
  std::uint64_t address_of(unsigned slot) const;
  unsigned char byte_of(unsigned slot, unsigned k) const;

  unsigned initiator_;
  std::mt19937_64 random_;
  std::vector<bool> taken_;
  std::vector<std::uint64_t> version_;  ///< of the data in a slot; 0: never written
};

}  // namespace platform
