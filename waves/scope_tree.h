// Declares variables with dotted paths as nested scopes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "waves/wave_writer.h"

namespace trenza::waves {

/// A variable and the scopes it lies in; `path` ends in the variable's name, which `variable.name` need not repeat.
struct PlacedVariable {
  std::string path;
  Variable variable;
};

/// Declares all `variables` in `writer`, every scope once, scopes and variables in the order of their first appearance,
/// and ends the declarations. Returns the identifiers in the order of `variables`. Throws std::logic_error if a path
/// appears twice.
std::vector<VariableId> declare_all(WaveWriter& writer, std::vector<PlacedVariable> variables);

}  // namespace trenza::waves
