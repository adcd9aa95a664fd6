// transpose: the first half of the coordinates, or of the bits of the process number, changes places with the second
// (Dally & Towles, table 3.1).
#include <algorithm>
#include <string>

#include "testbench/input_error.h"
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

namespace {

bool has_equal_halves(const std::vector<int>& grid) {
  const auto half = static_cast<std::ptrdiff_t>(grid.size() / 2);
  return grid.size() % 2 == 0 && !grid.empty() && std::equal(grid.begin(), grid.begin() + half, grid.begin() + half);
}

}  // namespace

std::unique_ptr<Pattern> make_pattern_transpose(const PatternContext& context) {
  if (has_equal_halves(context.grid)) {
    std::vector<ProcessId> destinations;
    for (ProcessId process = 0; process < context.processes; ++process) {
      std::vector<int> coordinates = grid_coordinates(process, context.grid);
      std::rotate(coordinates.begin(), coordinates.begin() + static_cast<std::ptrdiff_t>(coordinates.size() / 2),
                  coordinates.end());
      destinations.push_back(grid_process(coordinates, context.grid));
    }
    return std::make_unique<Permutation>(std::move(destinations));
  }
  int bits = 0;
  while ((ProcessId{1} << bits) < context.processes && bits < 30) ++bits;
  if ((ProcessId{1} << bits) == context.processes && bits % 2 == 0) {
    const int half = bits / 2;
    return bit_permutation(
        bits, [half](unsigned number) { return (number >> half) | ((number & ((1U << half) - 1)) << half); });
  }
  throw InputError(
      ExperimentPart::pattern,
      "pattern transpose needs a grid of two equal halves (for example a x a) or 4^n processes; the grid is " +
          grid_text(context.grid));
}

}  // namespace trenza::testbench
