// The typed values of one experiment: what the file says, checked key by key, and the defaults of the rest.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "settings/schema.h"
#include "settings/value.h"
#include "testbench/experiment.h"

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

/// The value of a key, by its kind.
using Typed = std::variant<std::monostate, std::uint64_t, Billionths, bool, std::string, Automatic, std::vector<int>,
                           std::vector<bool>, std::vector<std::string>, std::map<std::string, int>,
                           std::vector<testbench::PacketLength>, MappingSource, std::vector<Name>>;

struct Setting {
  Typed value;         ///< monostate: neither given nor with a default of its own
  bool given = false;  ///< false: the default
  Place place;         ///< of the value; of the section around it if it is not given
  Layer layer = Layer::defaults;
};

/// All keys of one experiment that apply to it.
class Settings {
 public:
  /// Checks a tree of keys (without `runs`) and takes its values. Throws ConfigError for the first thing that is wrong:
  /// unknown keys, wrong types, values out of range, keys that do not apply, required keys that are missing.
  explicit Settings(Value tree);

  /// Whether the key applies and has a value.
  bool has(const std::string& path) const;
  const Setting& at(const std::string& path) const { return settings_.at(path); }

  /// The value of a key that has one. The type must be that of the kind (std::bad_variant_access otherwise).
  template <typename Type>
  const Type& get(const std::string& path) const {
    return std::get<Type>(settings_.at(path).value);
  }
  /// An integer that fits an int by its range.
  int integer(const std::string& path) const { return static_cast<int>(get<std::uint64_t>(path)); }
  std::uint64_t billionths(const std::string& path) const { return get<Billionths>(path).value; }

  /// Fills in a default that depends on other keys.
  void set_default(const std::string& path, Typed value) { settings_.at(path).value = std::move(value); }

  /// Place of a key: of its value, or of the nearest section around it that is given.
  Place place(const std::string& path) const;

 private:
  void read(const Key& key, const Value& tree);
  /// " (kind `rtt` needs it)": why a key with a condition is needed.
  std::string need(const Key& key) const;

  std::map<std::string, Setting> settings_;
  Value tree_;
};

}  // namespace trenza::settings
