// The types of keys as JSON schema.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "settings/key.h"

namespace trenza::settings {

/// What a key accepts.
nlohmann::ordered_json type_schema(const Key& key);

}  // namespace trenza::settings
