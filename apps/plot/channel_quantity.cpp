#include "apps/plot/channel_quantity.h"

#include <fmt/core.h>

#include "apps/exit_status.h"
#include "topologies/nearest_name.h"

namespace trenza::apps {

const std::vector<ChannelQuantity>& channel_quantities() {
  static const std::vector<ChannelQuantity> kAll{
      {"use", "channel use", "flits/cycle", [](const testbench::Results& results) { return results.channel_use; }},
  };
  return kAll;
}

const ChannelQuantity& find_channel_quantity(const std::string& option, const std::string& name) {
  std::vector<std::string> names;
  std::string listed;
  for (const ChannelQuantity& quantity : channel_quantities()) {
    if (quantity.name == name) return quantity;
    names.push_back(quantity.name);
    listed += (listed.empty() ? "`" : ", `") + quantity.name + "`";
  }
  const std::string near = topologies::nearest_name(name, names);
  throw UsageError(fmt::format("{}: `{}` is no quantity of channels; expected {}{}", option, name, listed,
                               near.empty() ? "" : "; did you mean `" + near + "`?"));
}

}  // namespace trenza::apps
