// Names of dimensions and directions.
#pragma once

#include <string>

#include "topologies/graph.h"

namespace trenza::topologies {

/// Most dimensions of a torus.
inline constexpr int kMaxDimensions = 6;

// 0-based dimensions by their letters.
inline constexpr int kX = 0;
inline constexpr int kY = 1;
inline constexpr int kZ = 2;

/// 'x', 'y', 'z', 'w', 'v', 'u' for 0-based dimensions 0..5. Throws std::out_of_range for others.
char dimension_letter(int dimension);

/// 0-based dimension of a letter; -1 if it names none.
int dimension_of_letter(char letter);

/// "xp", "xm", "yp", ... for ports 0, 1, 2, ... (docs/microarchitecture.md, section 1.4).
std::string direction_name(PortId port);

}  // namespace trenza::topologies
