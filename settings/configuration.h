// A configuration file as validated parameters: one experiment, or several that are compared.
#pragma once

#include <string>
#include <vector>

#include "settings/config_error.h"
#include "settings/run_configuration.h"

namespace trenza::settings {

struct Configuration {
  std::string file;
  bool compared = false;               ///< the file has a list `runs`
  std::vector<RunConfiguration> runs;  ///< one at least
};

/// A value given on the command line.
struct Override {
  std::string option;  ///< "--set", "--seed", ...
  std::string key;     ///< dotted path
  std::string value;   ///< YAML text
};

/// Splits "key.path=value". Throws ConfigError if it is not of that form.
Override parse_override(const std::string& option, const std::string& text);

/// Reads a file and checks all that can be known before a run, including that the traffic fits the network and that
/// traces are there. Overrides apply to every run. Throws ConfigError or testbench::InputError; one message either way.
Configuration load_configuration(const std::string& file, const std::vector<Override>& overrides = {});

/// The same for the text of a file.
Configuration read_configuration(const std::string& text, const std::string& file,
                                 const std::vector<Override>& overrides = {});

}  // namespace trenza::settings
