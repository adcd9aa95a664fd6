#include "settings/text_check.h"

#include <fmt/core.h>

#include "settings/config_error.h"

namespace trenza::settings {

namespace {

/// Length of the UTF-8 sequence at `at`, 0 if it is none (overlong forms, surrogates and code points above U+10FFFF are
/// none).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return 0;
  }
  const unsigned second = byte(at + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  return overlong || outside ? 0 : length;
}

}  // namespace

void check_text(const std::string& text, const Place& start) {
  Place place = start;
  const bool has_lines = start.line > 0;
  bool indentation = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0)
      throw ConfigError(place, fmt::format("byte 0x{:02X} is not UTF-8 text; expected a YAML file", byte));
    const bool line_end = byte == '\n' || byte == '\r';
    if ((byte < 0x20 && byte != '\t' && !line_end) || byte == 0x7F) {
      throw ConfigError(place, fmt::format("control character 0x{:02X}; expected a YAML file", byte));
    }
    if (byte == '\t' && indentation) throw ConfigError(place, "a tab indents this line; expected spaces");
    if (byte != ' ') indentation = false;
    at += length;
    if (byte == '\n') indentation = true;
    if (!has_lines) continue;
    ++place.column;
    if (byte == '\n') {
      ++place.line;
      place.column = 1;
    }
  }
}

}  // namespace trenza::settings
