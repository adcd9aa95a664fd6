#include "apps/reproduce/computation.h"

#include <algorithm>

#include "settings/config_error.h"

namespace trenza::apps {

const std::vector<Computation>& computations() {
  static const std::vector<Computation> all = [] {
    std::vector<Computation> joined;
    for (std::vector<Computation>& part :
         std::vector{twist_computations(), bypass_computations(), mapping_computations()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

PreparedComputation prepare_computation(const settings::Value& compute) {
  const settings::Entry& entry = compute.entries.front();
  std::vector<std::string> names;
  for (const Computation& one : computations()) {
    names.push_back(one.name);
    if (one.name != entry.key) continue;
    settings::Form form(entry.value, one.parameters);
    PreparedComputation prepared = one.prepare(form);
    form.finish();
    return prepared;
  }
  throw settings::ConfigError(entry.place, "is no computation; expected one of " + settings::listed(names) +
                                               settings::suggestion(entry.key, names));
}

}  // namespace trenza::apps
