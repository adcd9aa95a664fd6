#include "topologies/mapping/mapping_function.h"

#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>

#include "topologies/directions.h"

namespace trenza::topologies {

namespace {

std::size_t at(int dimension) { return static_cast<std::size_t>(dimension); }

void stay(const std::vector<int>& /*image*/, const MappingFunction& /*function*/, std::vector<int>& /*point*/) {}

/// x_K + the number of steps that x_J asks for: one each, or the twist spread evenly over the ring of J.
void shift(const std::vector<int>& image, const MappingFunction& function, std::vector<int>& point) {
  const int m = image[at(function.over)];
  const int j = point[at(function.of)];
  std::int64_t steps = j;
  if (function.twist) {
    const int all = steps_against_twist(*function.twist, m);
    steps = std::int64_t{j} * std::abs(all) / image[at(function.of)] * (all < 0 ? -1 : 1);
  }
  int& x = point[at(function.over)];
  x = static_cast<int>(((x + steps) % m + m) % m);
}

void join(const std::vector<int>& /*image*/, const MappingFunction& function, std::vector<int>& point) {
  point[at(function.of)] /= function.c;
}

/// Two halves are a whole turn, so only the parity of floor(y / n) counts (and nothing overflows).
void join_twisted(const std::vector<int>& image, const MappingFunction& function, std::vector<int>& point) {
  const int m = image[at(function.over)];
  const int n = image[at(function.of)];
  int& x = point[at(function.over)];
  int& y = point[at(function.of)];
  x = (x + y / n % 2 * (m / 2)) % m;
  y %= n;
}

}  // namespace

int steps_against_twist(int twist, int m) {
  const int forward = static_cast<int>((m - std::int64_t{twist} % m) % m);
  return forward <= m / 2 ? forward : forward - m;
}

const std::vector<MappingFunctionKind>& mapping_function_kinds() {
  using Argument = MappingArgument;
  static const std::vector<MappingFunctionKind> kinds = {
      {"id", "id", {}, 0, -1, -1, false, stay},
      {"f_d", "f_d(yx)", {Argument::twisted_pair}, 0, kY, kX, true, shift},
      {"f_h", "f_h(2)", {Argument::count}, 1, kX, -1, false, join},
      {"f_v", "f_v(2)", {Argument::count}, 1, kY, -1, false, join},
      {"f_u", "f_u(2, z)", {Argument::count, Argument::dimension}, 2, -1, -1, false, join},
      {"f_t", "f_t(2)", {Argument::count, Argument::pair}, 1, kY, kX, false, join_twisted},
  };
  return kinds;
}

const MappingFunctionKind* find_mapping_function(std::string_view name) {
  for (const MappingFunctionKind& kind : mapping_function_kinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string MappingFunction::text() const {
  std::string dimensions;
  if (names_dimensions) {
    dimensions += dimension_letter(of);
    if (over >= 0) dimensions += dimension_letter(over);
    if (twist) dimensions += fmt::format("={}", *twist);
  }
  const std::string name(kind->name);
  if (!kind->concentrates()) return dimensions.empty() ? name : fmt::format("{}({})", name, dimensions);
  return dimensions.empty() ? fmt::format("{}({})", name, c) : fmt::format("{}({}, {})", name, c, dimensions);
}

}  // namespace trenza::topologies
