// The parameters of an interlaced bypass torus (iBT), and the bypass schemes that keep it symmetric. Source: the iBT
// paper (analysis of interlaced bypass torus networks), section 2.
#pragma once

#include <string>
#include <vector>

#include "topologies/topology_error.h"

namespace trenza::topologies {

/// Which bypass links a node has.
enum class BypassPlacement {
  interlaced,  ///< one dimension and one length per node: iBT, degree 2d + 2
  all,         ///< every length in each of the first m dimensions: express or ruche links, degree 2d + 2mk
};

/// iBT(N_1 x ... x N_d; L = m; b = <b_1, ..., b_k>), and its relatives on a mesh or with every bypass link.
struct IbtSpec {
  std::vector<int> sizes;         ///< N_1 ... N_d
  int interlaced_dimensions = 0;  ///< m, the first m dimensions have bypass links; 0: all d
  std::vector<int> lengths;       ///< b_1 < ... < b_k; empty: no bypass links
  BypassPlacement placement = BypassPlacement::interlaced;
  std::vector<bool> wrap;  ///< by dimension: closed to a ring or open; empty: all closed

  /// m, with 0 read as d.
  int bypass_dimensions() const {
    return interlaced_dimensions == 0 ? static_cast<int>(sizes.size()) : interlaced_dimensions;
  }
  bool closed(int dimension) const { return wrap.empty() || wrap[static_cast<std::size_t>(dimension)]; }
  /// m k: what a node does depends on (x_1 + ... + x_m) mod m k; 1 where all nodes do the same.
  int period() const {
    const bool varies = placement == BypassPlacement::interlaced && !lengths.empty();
    return varies ? bypass_dimensions() * static_cast<int>(lengths.size()) : 1;
  }
};

/// The symmetric iBT(n^d; b).
IbtSpec symmetric_ibt(int dimensions, int size, std::vector<int> lengths);

/// "<12,24>".
std::string scheme_text(const std::vector<int>& lengths);

/// "ibt(102^3; <12,24>)", "ibt(8x8x4; L=2; <4>)", "express(16x16; <4>)"; open dimensions as "open=xy".
std::string ibt_name(const IbtSpec& spec);

/// A reason why a network cannot be built.
struct SchemeFault {
  std::string parameter;  ///< of the kind `ibt` (kind_ibt.cpp)
  std::string sentence;
};

/// Why the network cannot be built, a sentence each that names the broken condition and its numbers; empty if it can.
/// Placement `interlaced`, equations (1)-(4) of the paper for N_1 ... N_m in place of n^d and m in place of d:
/// N_i = 0 (mod m k) on closed dimensions; b_i = 0 (mod m k), hence m k <= b_1; b_i divides b_{i+1}; b_k <= N_i / 2
/// (open: b_k < N_i). With them a bypass link joins nodes of the same (x_1 + ... + x_m) mod m k, also over a
/// wraparound, so both its ends agree on it. Placement `all`: 2 <= b_1 < ... < b_k and the upper limits.
std::vector<SchemeFault> scheme_faults(const IbtSpec& spec);

/// Throws TopologyError with the sentences of scheme_faults and the parameter of the first one, if any.
void check_ibt(const IbtSpec& spec);

}  // namespace trenza::topologies
