// The typed values of one experiment: what the file says, checked key by key, and the defaults of the rest.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "settings/key.h"
#include "settings/setting.h"
#include "settings/value.h"

namespace trenza::settings {

struct Profile;

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
  /// Throws ConfigError for a value that no key was read for. `path`: its own.
  void check_all_read(const Value& value, const std::string& path) const;
  /// YAML text of the value of a key that is not given; empty if it has none of its own.
  std::string fallback_of(const Key& key) const;
  /// " (kind `rtt` needs it)": why a key with a condition is needed.
  std::string need(const Key& key) const;

  std::map<std::string, Setting> settings_;
  Value tree_;
  const Profile* profile_ = nullptr;  // whose values come before the defaults of keys; null: none
};

}  // namespace trenza::settings
