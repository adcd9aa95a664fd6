// Mappings: the node on which each process of an application runs. Source: "Task Mapping in Rectangular Twisted Tori",
// section 3.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topologies/graph.h"

namespace trenza::topologies {

/// Most processes of a mapping.
inline constexpr std::int64_t kMaxProcesses = std::int64_t{1} << 26;

/// Processes on nodes, the same number on every node.
struct Mapping {
  std::string name;  ///< the expression as it is usually written, "f_d . f_v(2)", or the path of a file
  /// Sizes of the logical grid of the processes; process p = x_1 + P_1 * (x_2 + P_2 * (...)). Empty: not known.
  std::vector<int> process_grid;
  std::vector<NodeId> node_of_process;
  int concentration = 0;  ///< processes per node

  std::int64_t processes() const { return static_cast<std::int64_t>(node_of_process.size()); }
};

/// A mapping by its nodes. Throws MappingError for a node that is not there, nodes with different numbers of processes
/// and a grid of another size than the number of processes.
Mapping make_mapping(std::string name, std::vector<NodeId> node_of_process, NodeId nodes,
                     std::vector<int> process_grid = {});

/// A mapping by an expression of functions from processes to nodes, joined by "." ("f.g" is f(g(x, y)); blanks are
/// free). m, n, ... is the grid that the function leads to, x first; J and K are letters of dimensions:
///   id           the same coordinates
///   f_d          of two dimensions, f_d(yx), the diagonal shift: (x + y mod m, y)
///   f_d(JK)      J shifts K: x_K + x_J modulo the size of K, the rest as it is
///   f_d(JK=t)    the steps that the twist t_JK of a network takes too much or too little, spread evenly over the
///                logical ring of J: x_K + s floor(x_J |T| / size of J), T = s |T| being the least number with T + t_JK
///                = 0 modulo the size of K (of two the positive one)
///   f_h(c)       horizontal union: (floor(x / c), y, ...)
///   f_v(c)       vertical union: (x, floor(y / c), ...)
///   f_u(c, J)    the union in any dimension: floor(x_J / c)
///   f_t(c)       f_t(c, yx), the twisted union: (x + floor(y / n) m / 2 mod m, y - floor(y / n) n, ...), y < c n
///   f_t(c, JK)   the same with J in the place of y and K in that of x
/// The last function must lead from the process grid, the first one leads to the nodes, so the process grid follows:
/// f_h(2) on 8 x 4 nodes is for 16 x 4 processes, f_v(2) and f_t(2) are for 8 x 8. Throws MappingError with the column
/// of the fault.
Mapping parse_mapping(const std::string& text, const std::vector<int>& node_sizes);

/// A mapping by a text file with a line "process node" for every process. Blanks, tabs and the characters , : ;
/// separate the two; # starts a comment. Throws MappingError with file, line and column, and what make_mapping throws.
Mapping read_mapping(const std::string& path, NodeId nodes, const std::vector<int>& process_grid = {});

}  // namespace trenza::topologies
