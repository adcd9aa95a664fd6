#include "apps/plot/folder_choice.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/exit_status.h"
#include "apps/report/series.h"
#include "sweeps/axis.h"
#include "topologies/nearest_name.h"

namespace trenza::apps {

using Json = nlohmann::ordered_json;

FolderChoice::FolderChoice(const std::vector<std::string>& wanted, const std::vector<std::string>& keys,
                           const std::vector<Json>& points) {
  for (const std::string& text : wanted) {
    const auto sign = text.find('=');
    if (sign == std::string::npos || sign == 0)
      throw UsageError(fmt::format("--where: `{}` is not KEY=VALUE; expected such as `traffic.load=0.4`", text));
    const Choice choice{text.substr(0, sign), text.substr(sign + 1)};
    if (std::find(keys.begin(), keys.end(), choice.key) == keys.end())
      throw UsageError(fmt::format("--where: `{}` is no axis of the sweep; expected {}", choice.key,
                                   expected_names(choice.key, keys)));
    std::vector<std::string> values;
    for (const Json& at : points) {
      const std::string value = choice_text(at.value(choice.key, Json()));
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    }
    if (std::find(values.begin(), values.end(), choice.value) == values.end())
      throw UsageError(fmt::format("--where {}: no point has the value `{}`; expected {}", choice.key, choice.value,
                                   expected_names(choice.value, values)));
    choices_.push_back(choice);
  }
}

bool FolderChoice::takes(const Json& at) const {
  return std::all_of(choices_.begin(), choices_.end(),
                     [&](const Choice& choice) { return choice_text(at.value(choice.key, Json())) == choice.value; });
}

std::string FolderChoice::series_of(const Json& at, const std::string& x) const {
  Json rest = at;
  rest.erase(sweeps::kSeedKey);
  rest.erase(x);
  for (const Choice& choice : choices_) rest.erase(choice.key);
  return choices_text(rest);
}

std::string expected_names(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  if (names.empty()) return "none: there is none";
  std::string text;
  for (std::size_t k = 0; k < std::min(kMost, names.size()); ++k)
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", names[k]);
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  const std::string near = topologies::nearest_name(name, names);
  return near.empty() ? text : text + "; did you mean `" + near + "`?";
}

}  // namespace trenza::apps
