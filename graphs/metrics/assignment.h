// The assignment problem: a perfect matching of rows and columns of least total cost.
#pragma once

#include <vector>

namespace trenza::graphs {

/// Column of every row in an assignment of least total cost; `cost` has size * size entries, by row. Exact if all costs
/// are integers and their absolute values times `size` stay below 2^52. Source: Jonker and Volgenant, "A Shortest
/// Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems", 1987. Time: size^3 at worst, most often
/// far less. Precondition: cost.size() == size * size, size >= 1.
std::vector<int> least_cost_assignment(const std::vector<double>& cost, int size);

}  // namespace trenza::graphs
