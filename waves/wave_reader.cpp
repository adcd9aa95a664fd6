#include "waves/wave_reader.h"

#include <algorithm>

#include "waves/wave_error.h"
#include "waves/wave_file.h"

namespace trenza::waves {

const std::string& WaveTrace::at(std::uint64_t picoseconds) const {
  static const std::string kUnknown = "x";
  const auto after = std::upper_bound(changes.begin(), changes.end(), picoseconds,
                                      [](std::uint64_t time, const auto& change) { return time < change.first; });
  return after == changes.begin() ? kUnknown : std::prev(after)->second;
}

const WaveTrace& WaveContents::trace(const std::string& path) const {
  const auto found = traces.find(path);
  if (found == traces.end()) throw WaveError("the wave file has no signal '" + path + "'");
  return found->second;
}

WaveContents read_wave(const std::string& file) {
  check_wave_file_name(file);
#ifdef TRENZA_HAVE_FST
  if (file.compare(file.size() - 4, 4, ".fst") == 0) return read_fst(file);
#endif
  return read_vcd(file);
}

void add_change(WaveTrace& trace, std::uint64_t picoseconds, std::string value) {
  if (!trace.changes.empty() && trace.changes.back().first == picoseconds) {
    trace.changes.back().second = std::move(value);
  } else {
    trace.changes.emplace_back(picoseconds, std::move(value));
  }
}

std::string decimal(const std::string& binary_digits) {
  std::uint64_t value = 0;
  for (const char digit : binary_digits) {
    if (digit != '0' && digit != '1') return "x";
    value = value << 1 | static_cast<std::uint64_t>(digit - '0');
  }
  return std::to_string(value);
}

}  // namespace trenza::waves
