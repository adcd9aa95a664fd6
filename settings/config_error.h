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
  ConfigError with(const std::string& words) const { return {place_, problem_ + words}; }

  const Place& place() const { return place_; }
  /// The message without the place.
  const std::string& problem() const { return problem_; }

 private:
  Place place_;
  std::string problem_;
};

/// The parts of a message for users, without its place.
struct Complaint {
  std::string wrong;     ///< "unknown key"
  std::string expected;  ///< what would be right; empty if that is not said
  std::string nearest;   ///< what may have been meant, a name or a path; empty if nothing is near
};

/// Takes "what is wrong; expected ...; did you mean `...`?" apart.
Complaint parts_of(const std::string& problem);

/// "FILE:LINE:COLUMN: key.path", "FILE: key.path", "--set key.path", "--seed"; the path is left out when it is empty.
std::string to_string(const Place& place);

/// "; did you mean `...`?" with the candidate nearest to `word`, or nothing if none is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

/// "`a`, `b` or `c`".
std::string listed(const std::vector<std::string>& words, const std::string& conjunction = "or");

}  // namespace trenza::settings
