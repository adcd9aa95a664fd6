// The barrel shifter, a peer of Table 1 of the iBT paper (there "scalable barrel shifter").
#pragma once

#include "topologies/network.h"

namespace trenza::topologies {

/// N = 2^n nodes on a ring; ports "p<i>" and "m<i>" lead from p to p + 2^i and p - 2^i modulo N, i = 0 ... n - 1. Both
/// of i = n - 1 lead to the same node: only "p<n-1>" is there, so the degree is 2n - 1. Node-symmetric: p -> p + t
/// keeps every port. Throws TopologyError for n outside 1..23.
Network barrel_shifter(int n);

}  // namespace trenza::topologies
