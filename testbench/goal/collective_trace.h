// A trace of nothing but one collective.
#pragma once

#include <vector>

#include "testbench/experiment.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// The groups of processes that do a collective: those whose coordinates on `grid` (dimension 1 first) differ in
/// `dimensions` only; without dimensions, all. By group, its processes in ascending order. Precondition: the dimensions
/// are ascending and on the grid.
std::vector<std::vector<std::uint32_t>> process_groups(const std::vector<int>& grid,
                                                       const std::vector<int>& dimensions);

/// Each group does the collective, again and again; each time waits for the time before. Throws InputError if the
/// groups have no such root, or if there is too much of it.
GoalTrace collective_trace(const CollectiveTraffic& traffic, const std::vector<int>& grid, std::size_t memory);

}  // namespace trenza::testbench
