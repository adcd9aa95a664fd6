#include "testbench/goal/label_table.h"

#include <algorithm>

namespace trenza::testbench {

std::size_t LabelTable::place(std::string_view label) const {
  std::uint64_t h = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : label) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  h ^= h >> 32;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(h) & mask;
  const auto holds_other = [&](const Slot& known) {
    return known.text != 0 &&
           (text_.compare(known.text, label.size(), label) != 0 || text_[known.text + label.size()] != '\0');
  };
  while (holds_other(slots_[slot])) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t LabelTable::define(std::string_view label, std::uint32_t operation) {
  Slot& slot = slots_[place(label)];
  if (slot.text != 0) return kNone;
  const auto at = static_cast<std::uint32_t>(text_.size());
  slot = Slot{at, operation};
  text_.append(label);
  text_.push_back('\0');
  if (2 * ++used_ > slots_.size()) grow();
  return at;
}

std::uint32_t LabelTable::find(std::string_view label) const {
  const Slot& slot = slots_[place(label)];
  return slot.text == 0 ? kNone : slot.operation;
}

void LabelTable::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{});
  used_ = 0;
}

void LabelTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.text != 0) slots_[place(std::string_view(text_.data() + slot.text))] = slot;
  }
}

}  // namespace trenza::testbench
