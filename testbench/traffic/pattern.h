// Spatial patterns: the destination process of every packet of a process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/traffic/draws.h"
#include "testbench/traffic/part_kinds.h"

namespace trenza::testbench {

/// Chooses destinations. Immutable; a choice is a pure function of (seed, source, index).
class Pattern {
 public:
  virtual ~Pattern() = default;

  /// Destination of packet `index` (from 0) of `source`. It is `source` itself for a fixed point of a permutation, and
  /// of what is drawn only with SyntheticTraffic::self.
  virtual ProcessId destination(ProcessId source, std::uint64_t index) const = 0;
};

/// The inputs of a pattern.
struct PatternContext {
  std::uint64_t seed = 1;
  ProcessId processes = 0;
  std::vector<int> grid;  ///< sizes of the logical grid of processes, dimension 1 (which varies fastest) first; their
                          ///< product is `processes`
  const SyntheticTraffic* traffic = nullptr;
};

/// The processes that a source draws among: all others, or with SyntheticTraffic::self all.
class Candidates {
 public:
  explicit Candidates(const PatternContext& context)
      : self_(context.traffic != nullptr && context.traffic->self),
        count_(static_cast<std::uint64_t>(context.processes) - (self_ ? 0 : 1)) {}

  std::uint64_t count() const { return count_; }
  bool self() const { return self_; }
  /// Number `number` (from 0) of them, in ascending order.
  ProcessId at(std::uint64_t number, ProcessId source) const {
    const auto process = static_cast<ProcessId>(number);
    return self_ || process < source ? process : process + 1;
  }

 private:
  bool self_;
  std::uint64_t count_;
};

/// A registered kind of pattern. `make` throws InputError when the pattern does not exist for these processes or
/// parameters.
struct PatternKind {
  PartKind kind;
  std::unique_ptr<Pattern> (*make)(const PatternContext&);
};

const std::vector<PatternKind>& pattern_registry();

/// Throws InputError for an unknown name.
std::unique_ptr<Pattern> make_pattern(const std::string& name, const PatternContext& context);

}  // namespace trenza::testbench
