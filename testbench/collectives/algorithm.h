// The algorithms of collective operations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbench/collectives/collective.h"
#include "testbench/collectives/rounds.h"

namespace trenza::testbench {

/// A way to do collectives of some kinds. A new one is a file and one line in algorithm_registry.cpp.
struct CollectiveAlgorithm {
  const char* name = "";
  const char* summary = "";
  std::vector<CollectiveKind> kinds;
  /// Adds the rounds of one member. Precondition: the kind is one of `kinds`.
  void (*rounds)(const Collective& collective, std::uint32_t member, Rounds& rounds) = nullptr;

  bool does(CollectiveKind kind) const;
};

/// Distances that double (binomial trees).
CollectiveAlgorithm binomial_algorithm();
/// Everything at once, or one after the other where each needs the one before.
CollectiveAlgorithm linear_algorithm();
/// Pairs whose distance doubles exchange what they have.
CollectiveAlgorithm recursive_doubling_algorithm();
/// Pairs whose distance halves exchange halves of what is left.
CollectiveAlgorithm recursive_halving_algorithm();
/// Neighbours on a ring of all members.
CollectiveAlgorithm ring_algorithm();
/// One partner at a time, each once.
CollectiveAlgorithm pairwise_algorithm();
/// To the member at distance 2^k, from the one at distance -2^k.
CollectiveAlgorithm dissemination_algorithm();
/// Blocks travel by the binary digits of their distance.
CollectiveAlgorithm bruck_algorithm();

/// All of them, by name.
const std::vector<CollectiveAlgorithm>& collective_algorithms();
/// Null if there is none of this name.
const CollectiveAlgorithm* find_algorithm(std::string_view name);
/// Names of those that do this kind, in the order of the registry.
std::vector<std::string> algorithms_of(CollectiveKind kind);

/// What a common MPI library takes for this size and number of members: the choices of MPICH in Thakur, Rabenseifner
/// and Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), with the limits given there.
const CollectiveAlgorithm& usual_algorithm(const Collective& collective);

}  // namespace trenza::testbench
