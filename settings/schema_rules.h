// Rules between keys as JSON schema: which exclude each other, and which are required.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace trenza::settings {

/// Schemas for the map of a section, all of which must hold: with `kind: rtt` there is no `size`, with `trace` no
/// `pattern`. They hold for any part of an experiment, such as one of `runs`. An empty array if there are none.
nlohmann::ordered_json exclusion_rules(const std::string& section);

/// A schema for a whole experiment: with `kind: rtt` there is an `a`, with `pattern: uniform` a `load`.
nlohmann::ordered_json required_keys();

}  // namespace trenza::settings
