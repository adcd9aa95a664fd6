// The table of patterns. A new one is one file that defines make_pattern_NAME, and one line here.
#include <algorithm>

#include "testbench/input_error.h"
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/suggestion.h"

#define TRENZA_PATTERNS(PATTERN)                                                                                \
  PATTERN(uniform, "all other processes with the same probability")                                             \
  PATTERN(local_global, "a share alpha to the logical neighbours (+-1 in each dimension), the rest to others")  \
  PATTERN(transpose, "(x, y) -> (y, x); in general the halves of the coordinates, or of the bits, swap places") \
  PATTERN(bit_complement, "every bit of the process number inverted (power-of-two number of processes)")        \
  PATTERN(bit_reversal, "the bits of the process number in reverse order (power-of-two number of processes)")   \
  PATTERN(shuffle, "the bits of the process number rotated left by one (power-of-two number of processes)")     \
  PATTERN(tornado, "almost half of the way round in every dimension: x -> x + ceil(k/2) - 1 mod k")             \
  PATTERN(neighbour, "one step in every dimension: x -> x + 1 mod k")                                           \
  PATTERN(all_to_all, "every other process once, in random order; then again in another order")                 \
  PATTERN(hot_spot, "a share of the packets to the hot spots, the rest to all other processes")                 \
  PATTERN(permutation, "any permutation, given as a list")

namespace trenza::testbench {

#define TRENZA_DECLARE(NAME, SUMMARY) std::unique_ptr<Pattern> make_pattern_##NAME(const PatternContext&);
TRENZA_PATTERNS(TRENZA_DECLARE)
#undef TRENZA_DECLARE

const std::vector<PatternKind>& pattern_registry() {
#define TRENZA_ENTRY(NAME, SUMMARY) PatternKind{{#NAME, SUMMARY}, &make_pattern_##NAME},
  static const std::vector<PatternKind> registry{TRENZA_PATTERNS(TRENZA_ENTRY)};
#undef TRENZA_ENTRY
  return registry;
}

std::vector<PartKind> pattern_kinds() {
  std::vector<PartKind> kinds;
  for (const PatternKind& entry : pattern_registry()) kinds.push_back(entry.kind);
  return kinds;
}

std::unique_ptr<Pattern> make_pattern(const std::string& name, const PatternContext& context) {
  const auto& registry = pattern_registry();
  const auto entry =
      std::find_if(registry.begin(), registry.end(), [&](const PatternKind& kind) { return kind.kind.name == name; });
  if (entry != registry.end()) return entry->make(context);
  throw InputError(ExperimentPart::pattern, "unknown pattern \"" + name + "\"" + suggestion(name, pattern_kinds()));
}

}  // namespace trenza::testbench
