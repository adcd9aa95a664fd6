// A configuration as it was written: scalars, lists and maps that know where they stand.
#pragma once

#include <string>
#include <vector>

namespace trenza::settings {

/// The place where something was written.
struct Place {
  std::string source;  ///< a file as the user named it, or an option such as "--set"
  int line = 0;        ///< from 1; 0 if the source has no lines
  int column = 0;      ///< from 1
  std::string path;    ///< the key as the user sees it, for example "runs[1].router.arbiter"; empty for the whole
};

/// The layer that a value comes from; a later layer wins over an earlier one.
enum class Layer : int { defaults = 0, top = 1, run = 2, option = 3 };

struct Entry;

/// A node of the tree.
struct Value {
  enum class Kind { null, scalar, list, map };

  Kind kind = Kind::null;
  std::string text;            ///< scalars, as written
  bool quoted = false;         ///< scalars in quotes are texts, whatever they look like
  std::vector<Value> items;    ///< lists
  std::vector<Entry> entries;  ///< maps, in the order of the file; keys are unique
  Place place;
  Layer layer = Layer::top;

  bool is_map() const { return kind == Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  bool is_scalar() const { return kind == Kind::scalar; }

  /// The entry of a map with this key; nullptr if there is none or this is no map.
  const Entry* entry(const std::string& key) const;
  Entry* entry(const std::string& key);
  /// The value at a dotted path of keys below this one; nullptr if there is none.
  const Value* find(const std::string& path) const;
  /// Removes what stands at the dotted path, if anything.
  void erase(const std::string& path);
  /// Sets the layer of this value and all below.
  void set_layer(Layer layer);
  /// A short description for messages: "a list", "a map", "nothing", "`text`".
  std::string description() const;
};

/// A key of a map and its value.
struct Entry {
  std::string key;
  Place place;
  Value value;
};

/// Lays `over` over `base`: maps are joined key by key, everything else is replaced. Maps at the paths in `whole` (for
/// example "topology.twist") are replaced too.
void lay_over(Value& base, const Value& over, const std::vector<std::string>& whole, const std::string& path = "");

}  // namespace trenza::settings
