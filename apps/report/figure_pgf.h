// A figure for LaTeX: data as CSV, and a file of PGFPlots that draws it.
#pragma once

#include <string>

#include "apps/report/figure.h"

namespace trenza::apps {

/// A row for each x, as `x`, and where x is a text as `label` too; for curve K, from 1: `yK`, and the distances from it
/// to the ends of its 95 % interval, `minusK` and `plusK` (0: there is none), and `boundK` if the figure has bounds.
/// `nan` where there is no value. All digits.
std::string figure_csv(const Figure& figure);

/// A tikzpicture that reads FILE.csv. The document needs \usepackage{pgfplots} and \pgfplotsset{compat=1.16}.
std::string figure_tex(const Figure& figure);

}  // namespace trenza::apps
