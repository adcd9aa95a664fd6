// What `trenza check` says of a fabric.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "settings/configuration.h"
#include "topologies/proof.h"

namespace trenza::apps {

/// Network, rings, routers, latency, bounds and proof as a document.
nlohmann::ordered_json fabric_summary(const settings::RunConfiguration& run, const topologies::Proof& proof);

/// The document for people.
std::string summary_text(const nlohmann::ordered_json& summary);

}  // namespace trenza::apps
