// The schema for editors and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace trenza::settings {

/// JSON schema (draft 2020-12) of a configuration file. An editor that is told of it completes and checks keys while
/// one types.
nlohmann::ordered_json json_schema();

/// The keys as a Markdown table: key, what it accepts, default, meaning.
std::string markdown_table();

}  // namespace trenza::settings
