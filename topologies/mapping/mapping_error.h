// The error of a mapping that cannot be.
#pragma once

#include <cstdint>
#include <string>

#include "topologies/topology_error.h"

namespace trenza::topologies {

/// What is wrong with a mapping, and where.
struct MappingFault {
  enum class Place : std::uint8_t {
    mapping,     ///< the mapping as a whole
    expression,  ///< at `column` of an expression
    file,        ///< in a file, at `line` and `column` if they are not 0
  };

  Place place = Place::mapping;
  std::string name;         ///< the expression or the path; empty if it has none yet
  std::int64_t line = 0;    ///< from 1; 0: not of a line
  std::int64_t column = 0;  ///< from 1; 0: not at a column
  std::string reason;       ///< a sentence without the place

  /// 'mapping "f_d . f_w": column 7: REASON', "map.txt:2:3: REASON", "map.txt: REASON", "mapping NAME: REASON".
  std::string sentence() const;
};

/// A mapping that cannot be; what() is the sentence of its fault.
class MappingError : public TopologyError {
 public:
  explicit MappingError(const MappingFault& fault) : TopologyError(fault.sentence()), fault_(fault) {}

  const MappingFault& fault() const { return fault_; }

 private:
  MappingFault fault_;
};

/// Of a mapping as a whole.
inline MappingError mapping_error(const std::string& name, const std::string& reason) {
  return MappingError({MappingFault::Place::mapping, name, 0, 0, reason});
}

}  // namespace trenza::topologies
