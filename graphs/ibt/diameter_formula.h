// What the iBT paper says about diameters without a search: its equations (5) and (6) and its fit of 90^3.
#pragma once

#include <optional>

#include "topologies/ibt/schemes.h"

namespace trenza::graphs {

/// f_{d,n}(b_1), equation (5), or f_{d,n}(b_1, b_2), equation (6): estimates of the diameter of iBT(n^d; b) that the
/// paper finds exact for d = 3 and one length, low by 0 to 1 for d = 4, by 0 to 3 for two lengths. None where the paper
/// states no formula: three lengths or more, none, or b_1 that does not divide n. Throws TopologyError where b is no
/// qualified scheme of n^d.
std::optional<int> diameter_formula(int dimensions, int size, const topologies::BypassScheme& scheme);

/// The terms of that estimate: hops of all dimensions together, on the longer bypass links (of two lengths), the
/// shorter or only ones, and torus links.
struct DiameterParts {
  int longer_bypass = 0;
  int bypass = 0;
  int torus = 0;
  int diameter() const { return longer_bypass + bypass + torus; }
};

/// The terms of diameter_formula(), where and as it has a value.
std::optional<DiameterParts> diameter_parts(int dimensions, int size, const topologies::BypassScheme& scheme);

/// Diameter as a function of one bypass length: D(b) = a b^c + m b + t, the first term being the hops on bypass links
/// (a straight line through logarithms), the rest those on torus links, both by least squares.
struct UniformDiameterFit {
  double power_factor = 0;    ///< a
  double power_exponent = 0;  ///< c
  double slope = 0;           ///< m
  double intercept = 0;       ///< t
  int points = 0;             ///< bypass lengths it rests on

  double diameter(double length) const;
  /// (-m / (a c))^(1 / (c - 1)), where D has its only minimum. Throws TopologyError where it has none.
  double best_length() const;
};

/// The paper's fit (section 4.1, Figure 9) of the two parts of equation (5) over the qualified lengths that divide n.
/// Throws TopologyError where they are fewer than two. The paper puts its coefficients, rounded to the digits it
/// prints, into the minimum (9.4377 for 90^3); unrounded ones give 9.4352.
UniformDiameterFit fit_uniform_diameter(int dimensions, int size);

}  // namespace trenza::graphs
