#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_error.h"
#include "topologies/mapping/mapping_parser.h"

namespace trenza::topologies {

namespace {

using Grid = std::vector<int>;

std::int64_t product_of(const Grid& sizes) {
  std::int64_t product = 1;
  for (const int size : sizes) {
    if (size < 1) throw mapping_error("", "the sizes of the nodes are at least 1");
    product *= size;
    if (product > kMaxProcesses) throw mapping_error("", fmt::format("more than {} nodes", kMaxProcesses));
  }
  return product;
}

/// The grids that the factors lead to, and behind the last one the process grid.
std::vector<Grid> grids(const std::string& text, const std::vector<MappingFactor>& factors, const Grid& nodes) {
  std::vector<Grid> result{nodes};
  for (const auto& [function, offset] : factors) {
    Grid grid = result.back();
    if (product_of(grid) * function.c > kMaxProcesses)
      fail_mapping(text, offset, fmt::format("more than {} processes", kMaxProcesses));
    if (function.kind->name == "f_t" && function.c > 1 && grid[static_cast<std::size_t>(function.over)] % 2 != 0) {
      fail_mapping(text, offset,
                   fmt::format("f_t shifts by half of the columns, and there are {} here: an odd number",
                               grid[static_cast<std::size_t>(function.over)]));
    }
    if (function.kind->concentrates()) grid[static_cast<std::size_t>(function.of)] *= function.c;
    result.push_back(std::move(grid));
  }
  return result;
}

std::string canonical(const std::vector<MappingFactor>& factors) {
  std::vector<std::string> names;
  names.reserve(factors.size());
  for (const MappingFactor& factor : factors) names.push_back(factor.function.text());
  return fmt::format("{}", fmt::join(names, " . "));
}

/// The next point of a grid, x fastest.
void advance(const Grid& grid, std::vector<int>& point) {
  for (std::size_t k = 0; k < grid.size() && ++point[k] == grid[k]; ++k) point[k] = 0;
}

NodeId node_at(const Grid& nodes, const std::vector<int>& point) {
  NodeId node = 0;
  for (std::size_t k = nodes.size(); k-- > 0;) node = node * nodes[k] + point[k];
  return node;
}

}  // namespace

Mapping parse_mapping(const std::string& text, const std::vector<int>& node_sizes) {
  const std::vector<MappingFactor> factors = parse_mapping_factors(text, node_sizes.size());
  if (node_sizes.empty()) throw mapping_error("", "an expression needs nodes with coordinates; use a file");
  const auto nodes = static_cast<NodeId>(product_of(node_sizes));
  const std::vector<Grid> grid = grids(text, factors, node_sizes);
  const Grid& processes = grid.back();
  std::vector<NodeId> node_of_process(static_cast<std::size_t>(product_of(processes)));
  std::vector<int> process(processes.size(), 0);
  std::vector<int> point;
  for (NodeId& node : node_of_process) {
    point = process;
    for (std::size_t k = factors.size(); k-- > 0;) {
      const MappingFunction& function = factors[k].function;
      function.kind->apply(grid[k], function, point);
    }
    node = node_at(node_sizes, point);
    advance(processes, process);
  }
  return make_mapping(canonical(factors), std::move(node_of_process), nodes, processes);
}

}  // namespace trenza::topologies
