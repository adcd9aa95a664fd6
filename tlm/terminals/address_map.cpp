#include "tlm/terminals/address_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace trenza::tlm {

namespace {

std::string words(const AddressRange& range) {
  return fmt::format("{:#x}..{:#x} of node {}", range.base, range.base + (range.bytes - 1), range.node);
}

}  // namespace

AddressMap::AddressMap(std::vector<AddressRange> ranges) : ranges_(std::move(ranges)) {
  for (const AddressRange& range : ranges_) {
    if (range.bytes == 0) {
      throw std::invalid_argument(
          fmt::format("address map: the range at {:#x} of node {} has no bytes", range.base, range.node));
    }
    if (range.bytes - 1 > std::numeric_limits<std::uint64_t>::max() - range.base) {
      throw std::invalid_argument(fmt::format("address map: {} bytes from {:#x} on of node {} go beyond 64 bits",
                                              range.bytes, range.base, range.node));
    }
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.base < b.base; });
  for (std::size_t k = 1; k < ranges_.size(); ++k) {
    if (ranges_[k].base - ranges_[k - 1].base < ranges_[k - 1].bytes) {
      throw std::invalid_argument(fmt::format("address map: {} overlaps {}", words(ranges_[k]), words(ranges_[k - 1])));
    }
  }
}

std::optional<AddressMap::Place> AddressMap::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                      [](std::uint64_t a, const AddressRange& range) { return a < range.base; });
  if (after == ranges_.begin()) return std::nullopt;
  const AddressRange& range = *(after - 1);
  const std::uint64_t offset = address - range.base;
  if (offset >= range.bytes || std::max<std::uint64_t>(bytes, 1) > range.bytes - offset) return std::nullopt;
  return Place{range.node, offset};
}

}  // namespace trenza::tlm
