// The common parts of all permutations: a table of destinations, coordinates in the process grid, and bits of process
// numbers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/traffic/pattern.h"

namespace trenza::testbench {

/// A pattern in which every process sends to one other.
class Permutation : public Pattern {
 public:
  explicit Permutation(std::vector<ProcessId> destinations) : destinations_(std::move(destinations)) {}

  ProcessId destination(ProcessId source, std::uint64_t) const override {
    return destinations_[static_cast<std::size_t>(source)];
  }

 private:
  std::vector<ProcessId> destinations_;
};

/// Coordinates of a process in a grid; dimension 1 varies fastest.
std::vector<int> grid_coordinates(ProcessId process, const std::vector<int>& grid);
/// The sizes of a grid: "4x8".
std::string grid_text(const std::vector<int>& grid);
/// Inverse of grid_coordinates.
ProcessId grid_process(const std::vector<int>& coordinates, const std::vector<int>& grid);

/// Permutation that maps each coordinate x of a dimension of size k to step(x, k).
std::unique_ptr<Pattern> coordinate_permutation(const PatternContext& context,
                                                const std::function<int(int x, int k)>& step);

/// Number of bits b with 2^b = processes. Throws InputError naming `pattern` if there is none.
int address_bits(const PatternContext& context, const std::string& pattern);

/// Permutation of process numbers of `bits` bits.
std::unique_ptr<Pattern> bit_permutation(int bits, const std::function<unsigned(unsigned number)>& image);

}  // namespace trenza::testbench
