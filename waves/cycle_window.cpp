#include "waves/cycle_window.h"

#include <charconv>
#include <system_error>

#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

microarch::Cycle parse_cycle(const std::string& text, std::size_t begin, std::size_t end) {
  microarch::Cycle cycle = 0;
  const char* const last = text.data() + end;
  const auto [stop, code] = std::from_chars(text.data() + begin, last, cycle);
  if (code != std::errc() || stop != last) {
    throw WaveError("window '" + text + "': '" + text.substr(begin, end - begin) + "' is not a number of a cycle");
  }
  return cycle;
}

}  // namespace

CycleWindow parse_window(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text.size() == 1) {
    throw WaveError("window '" + text + "': expected A:B (cycles A to B - 1), A: or :B");
  }
  CycleWindow window;
  if (colon > 0) window.begin = parse_cycle(text, 0, colon);
  if (colon + 1 < text.size()) window.end = parse_cycle(text, colon + 1, text.size());
  if (window.begin >= window.end) {
    throw WaveError("window '" + text + "': holds no cycle; A:B means cycles A to B - 1");
  }
  return window;
}

}  // namespace trenza::waves
