// Configurations that tests read, and what is wrong with them.
#pragma once

#include <string>
#include <vector>

#include "settings/config_error.h"
#include "settings/configuration.h"
#include "settings/layers.h"

namespace trenza::settings::test_support {

inline const std::string kTorus = "topology: {kind: torus, size: [4, 4]}\n";
inline const std::string kUniform = "traffic: {pattern: uniform, load: 0.3}\n";

inline Override set(const std::string& text) { return parse_override("--set", text); }

/// The first run.
inline RunConfiguration read(const std::string& text, const std::vector<Override>& overrides = {},
                             const std::string& file = "exp.yaml") {
  return read_configuration(text, file, overrides).runs.at(0);
}

/// The message of the error; empty: none.
inline std::string fault(const std::string& text, const std::vector<Override>& overrides = {},
                         const std::string& file = "exp.yaml") {
  try {
    read(text, overrides, file);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace trenza::settings::test_support
