// An experiment is made of layers: the file, a run or a point of a sweep, the command line. A later one wins.
#pragma once

#include <string>

#include "settings/configuration.h"
#include "settings/settings.h"
#include "settings/value.h"

namespace trenza::settings {

/// Puts dotted keys of a layer where they mean and brings its network to the form with `kind`, before other layers are
/// laid over it. Throws ConfigError.
void spell_out(Value& layer);

/// A tree with one value, at the dotted path. Throws ConfigError for an empty word in it.
Value tree_of(const std::string& path, Value value, const Place& place);

/// The layer of a value of the command line. Throws ConfigError for what is wrong in itself.
Value layer_of(const Override& override);

/// Lays one layer over an experiment.
void lay_layer(Value& experiment, const Value& layer);

/// Checks the keys of an experiment; without a name it is called after the file. Throws ConfigError.
Settings settings_of(Value experiment, const std::string& file);

/// The keys at the top of the text of a file. Throws ConfigError if it is no map of keys.
Value read_top(const std::string& text, const std::string& file);

}  // namespace trenza::settings
