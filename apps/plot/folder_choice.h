// Which points of a sweep are drawn: `--where KEY=VALUE`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trenza::apps {

/// The choices that points must have made along axes.
class FolderChoice {
 public:
  /// `wanted`: "KEY=VALUE" each; `keys`: the axes of the sweep; `points`: the choices of its points. Throws UsageError
  /// for a text of another form, for a key that is no axis, and for a value that no point has.
  FolderChoice(const std::vector<std::string>& wanted, const std::vector<std::string>& keys,
               const std::vector<nlohmann::ordered_json>& points);

  /// Whether a point is drawn.
  bool takes(const nlohmann::ordered_json& at) const;
  /// The name of what such a point is one of: its choices but for those that were asked for, the seed and `x`.
  std::string series_of(const nlohmann::ordered_json& at, const std::string& x = "") const;

 private:
  struct Choice {
    std::string key;
    std::string value;
  };

  std::vector<Choice> choices_;
};

/// "`a`, `b`; did you mean `b`?": the names that could stand in the place of one that is none of them.
std::string expected_names(const std::string& name, const std::vector<std::string>& names);

}  // namespace trenza::apps
