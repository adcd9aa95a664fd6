#include "apps/output_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "apps/exit_status.h"
#include "microarch/output_file.h"

namespace trenza::apps {

bool is_standard_output(const std::string& file) {
  return file == "-" || (!file.empty() && microarch::output_place(file).descriptor == STDOUT_FILENO);
}

void write_whole(const std::string& file, const std::string& text) {
  if (is_standard_output(file)) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) != 0 || !written)
      throw UsageError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    return;
  }
  try {
    microarch::write_file(file, text);
  } catch (const microarch::OutputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace trenza::apps
