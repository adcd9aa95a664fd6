// What `trenza check` says of the routers of a flit-level machine.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "settings/configuration.h"

namespace trenza::apps {

/// Virtual channels, buffers, routes and stages.
nlohmann::ordered_json worm_router_summary(const settings::RunConfiguration& run);

/// Zero-load latency by the formula of docs/microarchitecture-flit.md, section 7. `mean_distance`: hops.
nlohmann::ordered_json worm_latency_summary(const settings::RunConfiguration& run, double mean_distance);

/// Both for people.
std::string worm_router_text(const nlohmann::ordered_json& summary);

}  // namespace trenza::apps
