// Messages that quote what stood in a file or on the command line.
#pragma once

#include <string>

namespace trenza::apps {

/// One line for a person: control characters as \xNN, so that they steer no terminal and break no line; long words cut
/// in the middle; 499 bytes at most.
std::string message_line(const std::string& text);

}  // namespace trenza::apps
