#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topologies/mapping/mapping.h"
#include "topologies/mapping/mapping_error.h"
#include "topologies/nearest_name.h"

namespace trenza::topologies {

namespace {

constexpr const char* kExpected = "expected id, f_d, f_h(c), f_v(c) or f_t(c), or several of them joined by \".\"";
constexpr std::size_t kPlane = 2;  ///< dimensions of the grids of all functions but id

struct Point {
  int x = 0;
  int y = 0;
};

/// Columns and rows.
struct Grid {
  int m = 0;
  int n = 0;
};

struct Function {
  std::string_view name;
  bool concentrates;
  Grid (*domain)(Grid image, int c);
  Point (*apply)(Grid image, int c, Point p);
};

// Functions by name; `image` is the grid that a function leads to, `domain` the one it leads from.
// clang-format off
constexpr std::array<Function, 5> kFunctions = {{
    {"id", false, [](Grid g, int /*c*/) { return g; }, [](Grid /*g*/, int /*c*/, Point p) { return p; }},
    {"f_d", false, [](Grid g, int /*c*/) { return g; },
     [](Grid g, int /*c*/, Point p) { return Point{(p.x + p.y % g.m) % g.m, p.y}; }},
    {"f_h", true, [](Grid g, int c) { return Grid{g.m * c, g.n}; },
     [](Grid /*g*/, int c, Point p) { return Point{p.x / c, p.y}; }},
    {"f_v", true, [](Grid g, int c) { return Grid{g.m, g.n * c}; },
     [](Grid /*g*/, int c, Point p) { return Point{p.x, p.y / c}; }},
    {"f_t", true, [](Grid g, int c) { return Grid{g.m, g.n * c}; },
     // Two halves are a whole turn, so only the parity of floor(y / n) counts (and nothing overflows).
     [](Grid g, int /*c*/, Point p) { return Point{(p.x + p.y / g.n % 2 * (g.m / 2)) % g.m, p.y % g.n}; }},
}};
// clang-format on

struct Factor {
  const Function* function = nullptr;
  int c = 1;
  std::size_t offset = 0;  ///< in the text
};

const Function* find_function(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  std::vector<Factor> parse() {
    std::vector<Factor> factors{factor()};
    while (!at_end()) {
      if (text_[at_] != '.') fail(at_, fmt::format("expected \".\" or the end before \"{}\"", text_.substr(at_)));
      ++at_;
      factors.push_back(factor());
    }
    return factors;
  }

  [[noreturn]] void fail(std::size_t offset, const std::string& reason) const {
    throw MappingError({MappingFault::Place::expression, text_, 0, static_cast<std::int64_t>(offset) + 1, reason});
  }

 private:
  bool at_end() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return at_ == text_.size();
  }

  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '^'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Factor factor() {
    if (at_end()) fail(at_, fmt::format("a function is missing here; {}", kExpected));
    Factor result;
    result.offset = at_;
    const std::string name = word();
    if (name.empty()) fail(at_, kExpected);
    result.function = find_function(name);
    if (result.function == nullptr) fail(result.offset, unknown(name));
    if (take('(')) {
      if (!result.function->concentrates) fail(at_ - 1, fmt::format("{} takes no argument", name));
      result.c = argument(name);
      if (!take(')')) fail(at_, fmt::format("expected \")\" after the argument of {}", name));
    } else if (result.function->concentrates) {
      fail(at_, fmt::format("{0} needs its concentration, for example {0}(2)", name));
    }
    return result;
  }

  int argument(const std::string& name) {
    at_end();
    const std::size_t begin = at_;
    const std::string digits = word();
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || value < 1) {
      fail(begin, fmt::format("the concentration of {} is a whole number from 1 on", name));
    }
    return value;
  }

  /// The message about a wrong name, with the name that was probably meant: f_v2 and f^d stand in the drawings of the
  /// paper.
  static std::string unknown(const std::string& name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    std::string plain = name.substr(0, digits);
    for (char& c : plain) c = c == '^' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const Function* meant = find_function(plain);
    if (meant == nullptr) meant = nearest(plain);
    if (meant == nullptr) return fmt::format("there is no function \"{}\"; {}", name, kExpected);
    const std::string number = digits < name.size() ? name.substr(digits) : "2";
    return fmt::format("there is no function \"{}\"; did you mean {}{}? ({})", name, meant->name,
                       meant->concentrates ? "(" + number + ")" : "", kExpected);
  }

  static const Function* nearest(const std::string& name) {
    const Function* best = nullptr;
    int least = 2;  // more edits than that, or all of the word, is another word
    for (const Function& function : kFunctions) {
      const int edits = edit_distance(name, function.name);
      if (edits < static_cast<int>(function.name.size()) && edits < least + (best == nullptr ? 1 : 0)) {
        best = &function;
        least = edits;
      }
    }
    return best;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

std::int64_t product_of(const std::vector<int>& sizes) {
  std::int64_t product = 1;
  for (const int size : sizes) {
    if (size < 1) throw mapping_error("", "the sizes of the nodes are at least 1");
    product *= size;
    if (product > kMaxProcesses) throw mapping_error("", fmt::format("more than {} nodes", kMaxProcesses));
  }
  return product;
}

/// The grids that the factors lead to, and behind the last one the process grid.
std::vector<Grid> grids(const Parser& parser, const std::vector<Factor>& factors, Grid nodes) {
  std::vector<Grid> result{nodes};
  for (const Factor& factor : factors) {
    const Grid image = result.back();
    if (std::int64_t{image.m} * image.n * factor.c > kMaxProcesses) {
      parser.fail(factor.offset, fmt::format("more than {} processes", kMaxProcesses));
    }
    if (factor.function->name == "f_t" && factor.c > 1 && image.m % 2 != 0) {
      parser.fail(factor.offset,
                  fmt::format("f_t shifts by half of the columns, and there are {} here: an odd number", image.m));
    }
    result.push_back(factor.function->domain(image, factor.c));
  }
  return result;
}

std::string canonical(const std::vector<Factor>& factors) {
  std::vector<std::string> names;
  names.reserve(factors.size());
  for (const Factor& factor : factors) {
    names.push_back(factor.function->concentrates ? fmt::format("{}({})", factor.function->name, factor.c)
                                                  : std::string(factor.function->name));
  }
  return fmt::format("{}", fmt::join(names, " . "));
}

Mapping identity(std::string name, const std::vector<int>& node_sizes) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(product_of(node_sizes)));
  for (std::size_t p = 0; p < nodes.size(); ++p) nodes[p] = static_cast<NodeId>(p);
  const auto count = static_cast<NodeId>(nodes.size());
  return make_mapping(std::move(name), std::move(nodes), count, node_sizes);
}

}  // namespace

Mapping parse_mapping(const std::string& text, const std::vector<int>& node_sizes) {
  Parser parser(text);
  const std::vector<Factor> factors = parser.parse();
  if (node_sizes.empty()) throw mapping_error("", "an expression needs nodes with coordinates; use a file");
  const auto nodes = static_cast<NodeId>(product_of(node_sizes));
  if (node_sizes.size() != kPlane) {
    for (const Factor& factor : factors) {
      if (factor.function->name == "id") continue;
      parser.fail(factor.offset,
                  fmt::format("{} is for nodes of two dimensions; these have {}, where only id or a file will do",
                              factor.function->name, node_sizes.size()));
    }
    return identity(canonical(factors), node_sizes);
  }
  const std::vector<Grid> grid = grids(parser, factors, {node_sizes[0], node_sizes[1]});
  const Grid processes = grid.back();
  std::vector<NodeId> node_of_process;
  node_of_process.reserve(static_cast<std::size_t>(processes.m) * static_cast<std::size_t>(processes.n));
  for (int y = 0; y < processes.n; ++y) {
    for (int x = 0; x < processes.m; ++x) {
      Point point{x, y};
      for (std::size_t k = factors.size(); k-- > 0;) point = factors[k].function->apply(grid[k], factors[k].c, point);
      node_of_process.push_back(point.x + node_sizes[0] * point.y);
    }
  }
  return make_mapping(canonical(factors), std::move(node_of_process), nodes, {processes.m, processes.n});
}

}  // namespace trenza::topologies
