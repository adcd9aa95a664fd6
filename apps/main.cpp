// trenza: the command line (docs/command-line.md).
#include "apps/command_line.h"

/// The SystemC library refers to this; here the fabric elaborates from within main().
extern "C" int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) { return trenza::apps::run_command_line(argc, argv); }
