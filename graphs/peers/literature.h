// Networks of Table 1 of the iBT paper without a definition that reproduces them: values as printed, not computed here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trenza::graphs {

/// Nodes of most networks of the table.
inline constexpr std::int64_t kMebi = std::int64_t{1} << 20;

struct LiteratureNetwork {
  std::string name;
  std::string configuration;
  int degree = 0;
  std::int64_t nodes = 0;
  int diameter = 0;
  double mean = 0;       ///< average distance
  double deviation = 0;  ///< of the distances
  std::string source;    ///< where the values are printed
};

/// PEC(2048 x 512).
LiteratureNetwork literature_pec();

/// SRT(1024 x 1024), shifted recursive torus.
LiteratureNetwork literature_srt();

}  // namespace trenza::graphs
