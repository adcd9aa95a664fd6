#include "apps/read_experiments.h"

#include "apps/activity.h"

namespace trenza::apps {

settings::Configuration read_experiments(const std::string& file, const std::vector<settings::Override>& overrides,
                                         bool show_progress) {
  const Activity activity(show_progress, "reads " + file + " with its networks and traces");
  return settings::load_configuration(file, overrides);
}

}  // namespace trenza::apps
