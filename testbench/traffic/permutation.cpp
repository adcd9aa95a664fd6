#include "testbench/traffic/permutation.h"

#include <string>

#include "testbench/input_error.h"

namespace trenza::testbench {

std::vector<int> grid_coordinates(ProcessId process, const std::vector<int>& grid) {
  std::vector<int> coordinates;
  for (const int size : grid) {
    coordinates.push_back(process % size);
    process /= size;
  }
  return coordinates;
}

std::string grid_text(const std::vector<int>& grid) {
  std::string text;
  for (const int size : grid) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

ProcessId grid_process(const std::vector<int>& coordinates, const std::vector<int>& grid) {
  ProcessId process = 0;
  for (std::size_t k = grid.size(); k-- > 0;) process = process * grid[k] + coordinates[k];
  return process;
}

std::unique_ptr<Pattern> coordinate_permutation(const PatternContext& context,
                                                const std::function<int(int x, int k)>& step) {
  std::vector<ProcessId> destinations;
  for (ProcessId process = 0; process < context.processes; ++process) {
    std::vector<int> coordinates = grid_coordinates(process, context.grid);
    for (std::size_t k = 0; k < coordinates.size(); ++k) coordinates[k] = step(coordinates[k], context.grid[k]);
    destinations.push_back(grid_process(coordinates, context.grid));
  }
  return std::make_unique<Permutation>(std::move(destinations));
}

int address_bits(const PatternContext& context, const std::string& pattern) {
  int bits = 0;
  while ((ProcessId{1} << bits) < context.processes && bits < 30) ++bits;
  if ((ProcessId{1} << bits) != context.processes)
    throw InputError(ExperimentPart::pattern, "pattern " + pattern +
                                                  " needs a power-of-two number of processes; there are " +
                                                  std::to_string(context.processes));
  return bits;
}

std::unique_ptr<Pattern> bit_permutation(int bits, const std::function<unsigned(unsigned number)>& image) {
  std::vector<ProcessId> destinations;
  for (unsigned number = 0; number < (1U << bits); ++number)
    destinations.push_back(static_cast<ProcessId>(image(number)));
  return std::make_unique<Permutation>(std::move(destinations));
}

}  // namespace trenza::testbench
