#include "topologies/record_format.h"

namespace trenza::topologies {

HeaderWord RecordFormat::pack(const Record& record) const {
  const HeaderWord field_mask = (HeaderWord{1} << bits_) - 1;
  HeaderWord header = 0;
  for (int k = 0; k < dimensions_; ++k) {
    const auto value = static_cast<HeaderWord>(static_cast<std::int64_t>(record[static_cast<std::size_t>(k)]));
    header |= (value & field_mask) << shift(k);
  }
  return header;
}

Record RecordFormat::unpack(HeaderWord header) const {
  const HeaderWord field_mask = (HeaderWord{1} << bits_) - 1;
  const int sign = 1 << (bits_ - 1);
  Record record(static_cast<std::size_t>(dimensions_));
  for (int k = 0; k < dimensions_; ++k) {
    const int field = static_cast<int>((header >> shift(k)) & field_mask);
    record[static_cast<std::size_t>(k)] = (field ^ sign) - sign;
  }
  return record;
}

}  // namespace trenza::topologies
