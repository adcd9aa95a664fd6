#include "microarch/flit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace trenza::microarch {

namespace {

// Waves render a text for each flit on each link: this is several times faster than a format string.
void append(std::string& text, std::string_view before, std::uint64_t number) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(before).append(digits.data(), end);
}

}  // namespace

std::string flit_text(FlitWord flit, const std::string& from, const std::string& to, int vc, int hops) {
  std::string text;
  text.reserve(48);
  text = is_head(flit) ? (is_tail(flit) ? "HT" : "H") : (is_tail(flit) ? "T" : "B");
  append(text, " p", packet_of(flit));
  append(text, " f", static_cast<std::uint64_t>(position_of(flit)));
  append(text, "/", static_cast<std::uint64_t>(length_of(flit)));
  text.append(" ").append(from).append(">").append(to);
  append(text, " vc", static_cast<std::uint64_t>(vc));
  append(text, " hop", static_cast<std::uint64_t>(hops));
  return text;
}

std::string flit_place(std::string node_name) {
  std::replace(node_name.begin(), node_name.end(), '_', ',');
  return node_name;
}

}  // namespace trenza::microarch
