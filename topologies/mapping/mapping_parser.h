// Reads expressions of mappings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "topologies/mapping/mapping_function.h"

namespace trenza::topologies {

/// A function of an expression, with the place where it begins in the text.
struct MappingFactor {
  MappingFunction function;
  std::size_t offset = 0;
};

/// The functions of an expression for nodes of so many dimensions, in the order that they are written. Throws
/// MappingError with the column of the fault.
std::vector<MappingFactor> parse_mapping_factors(const std::string& text, std::size_t dimensions);

/// Throws the MappingError of a fault at a place of an expression.
[[noreturn]] void fail_mapping(const std::string& text, std::size_t offset, const std::string& reason);

}  // namespace trenza::topologies
