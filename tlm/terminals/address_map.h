// The node that answers for an address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "topologies/graph.h"

namespace trenza::tlm {

/// `bytes` addresses from `base` on, which the target at `node` answers for.
struct AddressRange {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  topologies::NodeId node = -1;
};

/// Ranges without overlap. The target sees offsets: the base of its range is subtracted.
class AddressMap {
 public:
  struct Place {
    topologies::NodeId node = -1;
    std::uint64_t offset = 0;  ///< from the base of the range
  };

  AddressMap() = default;
  /// In any order. Throws std::invalid_argument for ranges that are empty, that go beyond the last address, or that
  /// overlap.
  explicit AddressMap(std::vector<AddressRange> ranges);

  /// The node and the offset of `bytes` addresses from `address` on; empty if they are not all in one range. 0 bytes
  /// are looked up as one.
  std::optional<Place> find(std::uint64_t address, std::uint64_t bytes) const;

  /// By base.
  const std::vector<AddressRange>& ranges() const { return ranges_; }

 private:
  std::vector<AddressRange> ranges_;
};

}  // namespace trenza::tlm
