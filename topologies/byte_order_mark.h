// The byte order mark that some editors write before a text in UTF-8. It shows as nothing and means nothing.
#pragma once

#include <string_view>

namespace trenza::topologies {

/// A text, or its first line, without the mark. Every reader of a text that people write begins with this.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.substr(0, kMark.size()) == kMark) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace trenza::topologies
