// The command line of the program.
#pragma once

namespace trenza::apps {

/// Parses the arguments, does what they ask and returns the exit status. Errors go to standard error as one message.
int run_command_line(int argc, const char* const* argv);

}  // namespace trenza::apps
