#include "topologies/network_size.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace trenza::topologies {

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kMost : result;
}

std::uint64_t power(std::uint64_t base, int exponent) {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent && result < kMost; ++i) result = product(result, base);
  return result;
}

std::optional<NetworkSize> of_grid(const std::vector<int>& sizes, std::uint64_t more_ports) {
  NetworkSize size{1, 2 * sizes.size() + more_ports};
  for (const int each : sizes) {
    if (each < 1) return std::nullopt;
    size.nodes = product(size.nodes, static_cast<std::uint64_t>(each));
  }
  return size;
}

/// The sizes in units of the parameter a.
const std::map<std::string, std::vector<int>>& presets() {
  static const std::map<std::string, std::vector<int>> kSizes = {
      {"rt", {2, 1}}, {"rtt", {2, 1}}, {"pt", {2, 1, 1}}, {"ptt", {2, 1, 1}}, {"pdtt", {2, 1, 1}}, {"bcc", {2, 2, 1}}};
  return kSizes;
}

/// All numbers in a text such as "4x4x8_twisted".
std::vector<int> numbers_in(const std::string& text) {
  constexpr std::size_t kDigitsOfSize = 7;
  std::vector<int> numbers;
  std::string digits;
  for (const char letter : text + "x") {
    if (letter >= '0' && letter <= '9' && digits.size() < kDigitsOfSize) {
      digits += letter;
    } else if (!digits.empty()) {
      numbers.push_back(std::stoi(digits));
      digits.clear();
    }
  }
  return numbers;
}

}  // namespace

std::optional<NetworkSize> network_size(const TopologySpec& spec) {
  const auto number = [&](const char* name) { return spec.has(name) ? spec.integer(name) : 0; };
  if (spec.kind == "ibt" && spec.has("size")) {
    const bool all = spec.has("placement") && spec.text("placement") == "all";
    const std::uint64_t lengths = spec.has("bypass") ? spec.integers("bypass").size() : 1;
    const auto dimensions = number("bypass_dimensions") > 0 ? static_cast<std::uint64_t>(number("bypass_dimensions"))
                                                            : spec.integers("size").size();
    return of_grid(spec.integers("size"), all ? product(product(lengths, dimensions), 2) : 2);
  }
  if (spec.has("size")) return of_grid(spec.integers("size"), 0);
  if (spec.has("units")) {
    std::vector<int> sizes = spec.integers("units");
    sizes.insert(sizes.end(), {2, 3, 2});
    return of_grid(sizes, 0);
  }
  for (const char* const name : {"slice", "partition", "block", "switches"}) {
    if (spec.has(name)) return of_grid(numbers_in(spec.text(name)), 0);
  }
  if (const auto preset = presets().find(spec.kind); preset != presets().end() && spec.has("a")) {
    std::vector<int> sizes = preset->second;
    if (number("a") < 1 || number("a") > (1 << 24)) return std::nullopt;
    for (int& size : sizes) size *= number("a");
    return of_grid(sizes, 0);
  }
  const int n = number("n");
  if (n < 1) return std::nullopt;
  const auto digits = static_cast<std::uint64_t>(n);
  if (spec.kind == "hypercube") return NetworkSize{power(2, n), digits};
  if (spec.kind == "barrel_shifter") return NetworkSize{power(2, n), n == 1 ? 1 : 2 * digits - 1};
  if (spec.kind == "de_bruijn" && number("k") > 1) {
    const auto k = static_cast<std::uint64_t>(number("k"));
    return NetworkSize{power(k, n), product(2, k)};
  }
  return std::nullopt;
}

}  // namespace trenza::topologies
