// Wrong twins: a table of changes of SystemVerilog sources, and runs with them in shadow mode.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace trenza::test {

/// What the twins are made for.
struct MutationShape {
  std::string name;
  bool records = true;        ///< packets carry records: the twins make routes and take hops off headers
  bool first = false;         ///< settings of the topology apply to it
  std::string configuration;  ///< of the run, whose name is `a`
  /// If there is one: this source is in the twins of this shape alone, which is for changes of it only.
  const char* source = nullptr;
};

/// A line of a table: name | block in `rtl` | block in the message | file | text | text in its place | settings.
struct Mutation {
  bool quick = false;
  std::string name;
  std::string block;     ///< in `rtl`
  std::string names;     ///< in the message; * stands for anything
  std::string file;      ///< below rtl_models
  std::string from, to;  ///< `\|` stands for `|`
  std::string settings;  ///< for --set, separated by blanks; those of the topology at the first shape alone
  bool needs_records = false;
};

/// The table in a file of tests/.
std::vector<Mutation> mutations_of(const std::string& table);

/// The run with the wrong twin ends with status 1 and the message of shadow mode.
void expect_caught(const MutationShape& shape, const Mutation& mutation);
/// The same run with the right twin ends well.
void expect_right_passes(const MutationShape& shape, const Mutation& mutation);

struct MutationCase {
  MutationShape shape;
  Mutation mutation;
};

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
inline void PrintTo(const MutationCase& one, std::ostream* stream) {
  *stream << one.shape.name << ' ' << one.mutation.name;
}

/// The first shape whose twin contains what a mutation changes.
const MutationShape& first_shape(const std::vector<MutationShape>& shapes, const Mutation& mutation);

/// Every mutation at every shape whose twin contains what it changes.
std::vector<MutationCase> mutation_cases(const std::vector<MutationShape>& shapes,
                                         const std::vector<Mutation>& mutations);

}  // namespace trenza::test
