// All qualified bypass schemes of a symmetric iBT(n^d; b). Source: the iBT paper, section 2.
#pragma once

#include <vector>

namespace trenza::topologies {

/// A bypass scheme b_1 < ... < b_k.
using BypassScheme = std::vector<int>;

/// Which schemes count as qualified. They agree for k <= 2.
enum class SchemeRule {
  conditions,  ///< equations (1)-(4) and m k <= b_1, b_k <= n/2
  algorithm,   ///< Algorithms 1 and 2 to the letter: <b_2, ..., b_k> must itself be a scheme of k - 1 lengths, which
               ///< asks for multiples of d (k - 1) too and misses schemes of three lengths and more
};

/// Property 4: d floor(n / 2d), the longest bypass length. Throws TopologyError for d < 1 or n < 2.
int max_bypass_length(int dimensions, int size);

/// K = max{k : d k 2^k <= n}, the most different lengths; 0 if there is none.
int max_bypass_lengths(int dimensions, int size);

/// All of them, by number of lengths and then in lexicographic order; none where n is no multiple of d (equation 1).
/// The bounds of the paper are read d k <= b_1 (it prints a strict one, yet uses <6,12> with d = 3) and condition 3 as
/// n mod b_1 = 0 (mod d k). Throws TopologyError for d < 1 or n < 2.
std::vector<BypassScheme> qualified_schemes(int dimensions, int size, SchemeRule rule = SchemeRule::conditions);

}  // namespace trenza::topologies
