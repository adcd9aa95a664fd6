// The one error of the settings room.
#pragma once

#include <string>

#include "settings/value.h"
#include "topologies/user_error.h"

namespace trenza::settings {

/// A configuration that is wrong. what() is one line for the user: "FILE:LINE:COLUMN: key.path: what is wrong; expected
/// ...; did you mean `...`?", or "--set key.path: ..." or "--seed: ..." for a value of the command line.
class ConfigError : public topologies::UserError {
 public:
  ConfigError(const Place& place, const std::string& message);
  /// The same error, with more words at its end.
  ConfigError with(const std::string& words) const { return ConfigError(what() + words); }

 private:
  explicit ConfigError(const std::string& message) : UserError(message) {}
};

/// "FILE:LINE:COLUMN: key.path", "FILE: key.path", "--set key.path", "--seed"; the path is left out when it is empty.
std::string to_string(const Place& place);

/// "; did you mean `...`?" with the candidate nearest to `word`, or nothing if none is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

/// "`a`, `b` or `c`".
std::string listed(const std::vector<std::string>& words, const std::string& conjunction = "or");

}  // namespace trenza::settings
