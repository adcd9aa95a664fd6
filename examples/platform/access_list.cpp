#include "access_list.h"

namespace platform {

AccessList::AccessList(unsigned initiator, unsigned memories, std::uint64_t seed)
    : initiator_(initiator),
      random_(seed * 1000 + initiator),
      taken_(std::size_t{memories} * kSlotsPerMemory),
      version_(taken_.size()) {}

std::uint64_t AccessList::address_of(unsigned slot) const {
  const std::uint64_t memory = slot / kSlotsPerMemory;
  const std::uint64_t place = std::uint64_t{initiator_} * kSlotsPerMemory + slot % kSlotsPerMemory;
  return kFirstAddress + memory * kMemoryBytes + place * kSlotBytes;
}

unsigned char AccessList::byte_of(unsigned slot, unsigned k) const {
  if (version_[slot] == 0) return 0;
  std::uint64_t mixed = (version_[slot] * 0x9e3779b97f4a7c15ULL) ^ (address_of(slot) + k);
  mixed *= 0xbf58476d1ce4e5b9ULL;
  return static_cast<unsigned char>(mixed >> 56);
}

unsigned AccessList::next(tlm::tlm_generic_payload& payload) {
  const auto slots = static_cast<unsigned>(taken_.size());
  unsigned slot = draw(slots);
  while (taken_[slot]) slot = (slot + 1) % slots;
  taken_[slot] = true;
  // A write replaces the whole slot; a read takes a part from its begin on.
  const bool writes = draw(2) == 0;
  const unsigned bytes = writes ? kSlotBytes : 1 + draw(kSlotBytes);
  payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(address_of(slot));
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  unsigned char* const data = payload.get_data_ptr();
  if (writes) version_[slot] = random_() | 1U;
  for (unsigned k = 0; k < bytes; ++k)
    data[k] = writes ? byte_of(slot, k) : static_cast<unsigned char>(~byte_of(slot, k));
  return slot;
}

std::string AccessList::check(unsigned slot, const tlm::tlm_generic_payload& payload) {
  taken_[slot] = false;
  const std::string where = " at address " + std::to_string(address_of(slot));
  if (!payload.is_response_ok()) return payload.get_response_string() + where;
  for (unsigned k = 0; k < payload.get_data_length(); ++k) {
    if (payload.get_data_ptr()[k] != byte_of(slot, k)) return "byte " + std::to_string(k) + " is wrong" + where;
  }
  return "";
}

}  // namespace platform
