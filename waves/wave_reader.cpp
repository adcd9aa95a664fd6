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

std::string number_text(const std::string& binary_digits, unsigned bits) {
  constexpr unsigned kDecimalBits = 64;  // more are written in hexadecimal digits
  constexpr std::size_t kDigitBits = 4;
  if (bits <= kDecimalBits) return decimal(binary_digits);
  if (binary_digits.find_first_not_of("01") != std::string::npos) return "x";
  std::string hexadecimal;
  for (std::size_t end = binary_digits.size(); end > 0; end -= std::min(end, kDigitBits)) {
    const std::size_t begin = end - std::min(end, kDigitBits);
    hexadecimal += "0123456789abcdef"[std::stoul(binary_digits.substr(begin, end - begin), nullptr, 2)];
  }
  const std::size_t last = hexadecimal.find_last_not_of('0');
  hexadecimal.resize(last == std::string::npos ? 1 : last + 1);
  return "0x" + std::string(hexadecimal.rbegin(), hexadecimal.rend());
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
