// One value as the schema wants it.
#pragma once

#include "settings/key.h"
#include "settings/setting.h"
#include "settings/value.h"

namespace trenza::settings {

/// The typed value of a key. Throws ConfigError when the type or the range is wrong.
Typed typed_value(const Key& key, const Value& value);

}  // namespace trenza::settings
