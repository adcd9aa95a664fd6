// One value as the schema wants it.
#pragma once

#include "config/schema.h"
#include "config/settings.h"
#include "config/value.h"

namespace trenza::config {

/// The typed value of a key. Throws ConfigError when the type or the range is wrong.
Typed typed_value(const Key& key, const Value& value);

}  // namespace trenza::config
