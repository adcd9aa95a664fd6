#include "testbench/goal/label_table.h"

#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "testbench/goal/characters.h"

namespace trenza::testbench {

namespace {

constexpr std::size_t kBlock = 128;  // slots; the last two digits of a label choose one of 100
constexpr std::size_t kDigits = 2;

std::uint64_t hash_on(std::uint64_t h, std::string_view text) {  // FNV-1a
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}
std::uint64_t mixed(std::uint64_t h) { return h ^ (h >> 32); }

}  // namespace

LabelTable::LabelTable(const std::shared_ptr<ArrayStore>& store) : text_(store, 1), slots_(store, kSmallest) {}

bool LabelTable::holds_other(const Slot& slot, std::string_view label) const {
  if (slot.text == 0) return false;
  const std::uint64_t at = rank_text_ + slot.text;
  return text_.size() - at <= label.size() || std::memcmp(text_.data() + at, label.data(), label.size()) != 0 ||
         text_[at + label.size()] != '\0';
}

std::size_t LabelTable::place(std::string_view label) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t front =
      hash_on(0xcbf29ce484222325ULL, label.substr(0, label.size() - std::min(label.size(), kDigits)));
  const std::string_view back = label.substr(label.size() - std::min(label.size(), kDigits));
  if (back.size() == kDigits && is_digit(back[0]) && is_digit(back[1])) {
    const auto number = static_cast<std::size_t>(10 * (back[0] - '0') + (back[1] - '0'));
    const std::size_t slot = ((static_cast<std::size_t>(mixed(front)) * kBlock) & mask) + number;
    if (!holds_other(slots_[slot], label)) return slot;
  }
  std::size_t slot = static_cast<std::size_t>(mixed(hash_on(front, back))) & mask;
  while (holds_other(slots_[slot], label)) slot = (slot + 1) & mask;
  return slot;
}

std::uint64_t LabelTable::define(std::string_view label, std::uint32_t operation) {
  Slot& slot = slots_[place(label)];
  if (slot.text != 0) return kNoPlace;
  const std::uint64_t at = text_.size();
  if (at - rank_text_ > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("the labels of a rank take more than 4 GiB");
  slot = Slot{static_cast<std::uint32_t>(at - rank_text_), operation};
  for (const char c : label) text_.push_back(c);
  text_.push_back('\0');
  if (2 * ++used_ > slots_.size()) grow();
  return at;
}

std::uint32_t LabelTable::find(std::string_view label) const {
  const Slot& slot = slots_[place(label)];
  return slot.text == 0 ? kNone : slot.operation;
}

void LabelTable::clear() {
  if (used_ == 0) return;              // nothing was defined, and no text was added
  constexpr std::size_t kSparse = 16;  // a large rank does not make the small ones after it slow
  if (slots_.size() > kSmallest && slots_.size() > kSparse * used_) {
    slots_ = LargeArray<Slot>(slots_.shared_store(), kSmallest);
  } else {
    slots_.fill(Slot{});
  }
  used_ = 0;
  rank_text_ = text_.size() - 1;
}

void LabelTable::grow() {
  LargeArray<Slot> old(slots_.shared_store(), 2 * slots_.size());
  std::swap(old, slots_);
  for (const Slot& slot : old) {
    if (slot.text != 0) slots_[place(std::string_view(text_.data() + rank_text_ + slot.text))] = slot;
    old.store().tick();
  }
}

}  // namespace trenza::testbench
