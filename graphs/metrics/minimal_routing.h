// Oblivious minimal routing.
#pragma once

#include <cstdint>

namespace trenza::graphs {

/// The rule by which the packets of a pair are spread over its shortest paths.
enum class MinimalRouting : std::uint8_t {
  even_paths,       ///< every shortest path the same
  dimension_order,  ///< every minimal record the same, then lowest dimension (port pair) first
};

}  // namespace trenza::graphs
