// The functions that expressions of mappings are made of.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trenza::topologies {

/// What a function can be told in brackets.
enum class MappingArgument {
  count,         ///< the concentration c
  dimension,     ///< a letter
  pair,          ///< two letters: the first dimension shifts the second one
  twisted_pair,  ///< the same, or with a twist: yx=3
};

struct MappingFunctionKind;

/// A function with its arguments.
struct MappingFunction {
  const MappingFunctionKind* kind = nullptr;
  int c = 1;
  int of = -1;    ///< 0-based dimension that is joined, or shifts the other one
  int over = -1;  ///< 0-based dimension that is shifted; -1: none
  std::optional<int> twist;
  bool names_dimensions = false;  ///< they were written, so that they belong to the name

  /// As it is usually written: "f_d", "f_d(yx=3)", "f_t(2)", "f_u(2, z)".
  std::string text() const;
};

/// A kind of function. `image` is the grid that a function leads to, by dimension, x first.
struct MappingFunctionKind {
  std::string_view name;
  std::string_view example;
  std::vector<MappingArgument> arguments;
  std::size_t needed = 0;  ///< arguments that must be given
  int of = -1;             ///< where they are not
  int over = -1;
  bool plane_only = false;  ///< without dimensions only for grids of two
  /// Moves a point to where the function leads.
  void (*apply)(const std::vector<int>& image, const MappingFunction& function, std::vector<int>& point) = nullptr;

  bool concentrates() const { return !arguments.empty() && arguments.front() == MappingArgument::count; }
};

/// All kinds.
const std::vector<MappingFunctionKind>& mapping_function_kinds();

/// The kind of a name, or nullptr.
const MappingFunctionKind* find_mapping_function(std::string_view name);

/// What a twist t of the wraparound of a dimension over one of size m asks of the steps of a logical ring: the number
/// of least absolute value, the positive one of two, that is -t modulo m.
int steps_against_twist(int twist, int m);

}  // namespace trenza::topologies
