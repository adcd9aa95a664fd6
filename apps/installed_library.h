// Libraries that the program loads, or has others load, while it runs.
#pragma once

#include <filesystem>
#include <string>

namespace trenza::apps {

/// The place of such a library beside the program: build/bin/trenza and build/lib/trenza/NAME, or bin/trenza and
/// lib/MACHINE/trenza/NAME of an installation. Empty if there is none.
std::filesystem::path installed_library(const std::string& name);

}  // namespace trenza::apps
