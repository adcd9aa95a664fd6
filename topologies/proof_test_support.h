// What tests ask of a proof.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "topologies/proof.h"

namespace trenza::topologies::test_support {

/// Names of the obligations that fail.
inline std::vector<std::string> failed(const Proof& proof) {
  std::vector<std::string> names;
  for (const Obligation& each : proof.obligations) {
    if (!each.holds) names.push_back(each.name);
  }
  return names;
}

inline std::string evidence(const Proof& proof, const std::string& name) {
  for (const Obligation& each : proof.obligations) {
    if (each.name == name) return each.evidence;
  }
  throw std::out_of_range(name);
}

}  // namespace trenza::topologies::test_support
