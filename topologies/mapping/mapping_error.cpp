#include "topologies/mapping/mapping_error.h"

#include <fmt/core.h>

namespace trenza::topologies {

std::string MappingFault::sentence() const {
  switch (place) {
    case Place::mapping:
      break;
    case Place::expression:
      return fmt::format("mapping \"{}\": column {}: {}", name, column, reason);
    case Place::file:
      return line == 0 ? fmt::format("{}: {}", name, reason) : fmt::format("{}:{}:{}: {}", name, line, column, reason);
  }
  return name.empty() ? fmt::format("mapping: {}", reason) : fmt::format("mapping {}: {}", name, reason);
}

}  // namespace trenza::topologies
