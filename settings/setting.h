// The typed value of a key.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "settings/value.h"
#include "testbench/experiment.h"
#include "testbench/measure_request.h"

namespace trenza::settings {

/// A decimal number in parts per 10^9.
struct Billionths {
  std::uint64_t value = 0;
};

/// The word `auto`.
struct Automatic {};

/// The mapping as it was written: an expression, or a file.
struct MappingSource {
  std::string text;  ///< the expression, or the path
  bool is_file = false;
  std::vector<int> grid;  ///< of the processes of a file; empty: not given
  int begin = 0;          ///< columns from the place of the value to the text (1 for a quote)
};

/// A name, and where it stands.
struct Name {
  std::string text;
  Place place;
  std::string module = {};  ///< of blocks: the shared object, as it was written; `text` names routers
};

/// A policy and the value of its parameter.
struct PolicyValue {
  std::string name;
  int parameter = 0;
};

/// The value of a key, by its kind.
using Typed = std::variant<std::monostate, std::uint64_t, Billionths, bool, std::string, Automatic, std::vector<int>,
                           std::vector<bool>, std::vector<std::string>, std::map<std::string, int>,
                           std::vector<testbench::PacketLength>, MappingSource, std::vector<Name>, PolicyValue,
                           testbench::MeasureRequest>;

struct Setting {
  Typed value;         ///< monostate: neither given nor with a default of its own
  bool given = false;  ///< false: the default
  Place place;         ///< of the value; of the section around it if it is not given
  Layer layer = Layer::defaults;
};

}  // namespace trenza::settings
