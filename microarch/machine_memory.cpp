#include "microarch/machine_memory.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

namespace trenza::microarch {

namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kKibibyte = 1024;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

/// The number behind `name` in a file of lines such as "MemAvailable:  1234 kB", in bytes.
std::uint64_t kibibytes_in(const char* file, const std::string& name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::uint64_t number = 0;
    if (words >> word >> number && word == name) return number * kKibibyte;
  }
  return kUnknown;
}

std::uint64_t number_in(const std::string& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? number : kUnknown;  // "max" is no number
}

/// What the control group (version 2) leaves, and the groups around it.
std::uint64_t left_in_group() {
  std::ifstream lines("/proc/self/cgroup");
  std::string path;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 3, "0::") == 0) path = line.substr(3);
  }
  std::uint64_t left = kUnknown;
  for (;;) {
    const std::string folder = "/sys/fs/cgroup" + path;
    const std::uint64_t most = number_in(folder + "/memory.max");
    const std::uint64_t used = number_in(folder + "/memory.current");
    if (most != kUnknown && used != kUnknown) left = std::min(left, most > used ? most - used : 0);
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return left;
    path.erase(slash);
  }
}

std::uint64_t left_of_limit(int resource, const char* used_name) {
  rlimit limit = {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return kUnknown;
  const std::uint64_t used = kibibytes_in("/proc/self/status", used_name);
  return used != kUnknown && used < limit.rlim_cur ? limit.rlim_cur - used : 0;
}

}  // namespace

std::uint64_t available_memory() {
  return std::min({kibibytes_in("/proc/meminfo", "MemAvailable:"), left_in_group(), left_of_limit(RLIMIT_AS, "VmSize:"),
                   left_of_limit(RLIMIT_DATA, "VmData:")});
}

void limit_memory() {
  if (kSanitized) return;
  const std::uint64_t available = available_memory();
  const std::uint64_t used = kibibytes_in("/proc/self/status", "VmData:");
  rlimit limit = {};
  if (available == kUnknown || used == kUnknown || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, available + used);
  setrlimit(RLIMIT_DATA, &limit);
}

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kUnknown : product;
}

std::string memory_text(std::uint64_t bytes) {
  constexpr double kMebibyte = 1024.0 * 1024.0;
  const double mebibytes = static_cast<double>(bytes) / kMebibyte;
  if (mebibytes < 1024) return fmt::format("{:.0f} MiB", mebibytes);
  return fmt::format("{:.1f} GiB", mebibytes / 1024);
}

}  // namespace trenza::microarch
