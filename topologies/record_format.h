// The layout of a routing record in a packet header.
#pragma once

#include <vector>

#include "topologies/routing.h"

namespace trenza::topologies {

/// Signed hop counts r_1 .. r_D, one per dimension: r_k > 0 is |r_k| steps in direction k+, r_k < 0 in direction k-.
using Record = std::vector<int>;

/// D two's complement fields of 40 / D bits, at most 16, dimension 1 lowest, above the destination (routing.h).
class RecordFormat {
 public:
  /// Precondition: 1 <= dimensions <= 40.
  explicit constexpr RecordFormat(int dimensions)
      : dimensions_(dimensions),
        bits_(kRecordBits / dimensions < kMaxFieldBits ? kRecordBits / dimensions : kMaxFieldBits) {}

  constexpr int dimensions() const { return dimensions_; }
  /// Bits of a field.
  constexpr int bits() const { return bits_; }
  /// Largest |r_k| of a record that fits.
  constexpr int limit() const { return (1 << (bits_ - 1)) - 1; }
  /// Position of the lowest bit of the field of 0-based dimension k.
  constexpr int shift(int k) const { return kDestinationBits + k * bits_; }

  /// The record as bits 63..24 of a header, destination 0. Precondition: D entries, |r_k| <= limit().
  HeaderWord pack(const Record& record) const;
  /// The record of a header.
  Record unpack(HeaderWord header) const;

 private:
  static constexpr int kRecordBits = 40;
  static constexpr int kMaxFieldBits = 16;

  int dimensions_;
  int bits_;
};

}  // namespace trenza::topologies
