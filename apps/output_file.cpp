#include "apps/output_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "apps/exit_status.h"

namespace trenza::apps {

namespace {

bool write_all(std::FILE* stream, const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  return std::fflush(stream) == 0 && written;
}

}  // namespace

std::string writing_fault(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path(file);
  if (std::filesystem::is_directory(path, error)) return fmt::format("{} is a directory; expected a file", file);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) {
    return fmt::format("there is no folder {} for {}", folder.string(), file);
  }
  const bool replaces = std::filesystem::exists(path, error);
  if (access(folder.c_str(), W_OK) != 0 || (replaces && access(path.c_str(), W_OK) != 0)) {
    return fmt::format("{} cannot be written: {}", file, std::strerror(errno));
  }
  return "";
}

void check_json_output(const std::string& file) {
  const std::string fault = file.empty() || file == "-" ? "" : writing_fault(file);
  if (!fault.empty()) throw UsageError("--json: " + fault);
}

void write_whole(const std::string& file, const std::string& text) {
  if (file == "-") {
    if (!write_all(stdout, text))
      throw UsageError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    return;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", file, getpid());
  std::FILE* const stream = std::fopen(temporary.c_str(), "wb");
  bool good = stream != nullptr && write_all(stream, text);
  int reason = errno;
  if (stream != nullptr && std::fclose(stream) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && std::rename(temporary.c_str(), file.c_str()) != 0) {
    good = false;
    reason = errno;
  }
  if (good) return;
  std::remove(temporary.c_str());
  throw UsageError(fmt::format("{} cannot be written: {}", file, std::strerror(reason)));
}

}  // namespace trenza::apps
