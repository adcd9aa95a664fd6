#include "microarch/flit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace trenza::microarch {

namespace {

// Waves render a text for each flit on each link: this is many times faster than a format string.
class Pen {
 public:
  explicit Pen(char* at) : at_(at) {}
  Pen& put(std::string_view text) {
    at_ = std::copy(text.begin(), text.end(), at_);
    return *this;
  }
  Pen& put(std::uint64_t number) {
    if (number < 10) {
      *at_++ = static_cast<char>('0' + number);
    } else {
      constexpr int kMostDigits = 20;
      at_ = std::to_chars(at_, at_ + kMostDigits, number).ptr;
    }
    return *this;
  }
  const char* at() const { return at_; }

 private:
  char* at_;
};

}  // namespace

void write_flit_text(std::string& text, FlitWord flit, const std::string& from, const std::string& to, int vc,
                     int hops) {
  constexpr std::size_t kAllButPlaces = 128;
  std::array<char, 512> buffer;
  char* begin = buffer.data();
  const bool fits = from.size() + to.size() + kAllButPlaces <= buffer.size();
  if (!fits) {
    text.resize(from.size() + to.size() + kAllButPlaces);
    begin = text.data();
  }
  Pen pen(begin);
  pen.put(is_head(flit) ? (is_tail(flit) ? "HT" : "H") : (is_tail(flit) ? "T" : "B"));
  pen.put(" p").put(packet_of(flit)).put(" f").put(static_cast<std::uint64_t>(position_of(flit)));
  pen.put("/").put(static_cast<std::uint64_t>(length_of(flit))).put(" ").put(from).put(">").put(to);
  pen.put(" vc").put(static_cast<std::uint64_t>(vc)).put(" hop").put(static_cast<std::uint64_t>(hops));
  const auto length = static_cast<std::size_t>(pen.at() - begin);
  if (fits) {
    text.assign(begin, length);
  } else {
    text.resize(length);
  }
}

std::string flit_text(FlitWord flit, const std::string& from, const std::string& to, int vc, int hops) {
  std::string text;
  write_flit_text(text, flit, from, to, vc, hops);
  return text;
}

std::string flit_place(std::string node_name) {
  std::replace(node_name.begin(), node_name.end(), '_', ',');
  return node_name;
}

}  // namespace trenza::microarch
