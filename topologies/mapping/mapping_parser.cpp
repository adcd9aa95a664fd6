#include "topologies/mapping/mapping_parser.h"

#include <fmt/core.h>

#include <cctype>
#include <charconv>
#include <limits>

#include "topologies/directions.h"
#include "topologies/mapping/mapping_error.h"
#include "topologies/nearest_name.h"

namespace trenza::topologies {

namespace {

constexpr const char* kExpected =
    "expected id, f_d, f_h(c), f_v(c), f_u(c, dimension) or f_t(c), or several of them joined by \".\"";

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '^'; }

/// "x, y or z" of so many dimensions.
std::string letters_of(std::size_t dimensions) {
  std::string letters;
  for (std::size_t k = 0; k < dimensions; ++k) {
    letters += k == 0 ? "" : k + 1 == dimensions ? " or " : ", ";
    letters += dimension_letter(static_cast<int>(k));
  }
  return letters;
}

const MappingFunctionKind* nearest(const std::string& name) {
  const MappingFunctionKind* best = nullptr;
  int least = 2;  // more edits than that, or all of the word, is another word
  for (const MappingFunctionKind& kind : mapping_function_kinds()) {
    const int edits = edit_distance(name, kind.name);
    if (edits < static_cast<int>(kind.name.size()) && edits < least + (best == nullptr ? 1 : 0)) {
      best = &kind;
      least = edits;
    }
  }
  return best;
}

/// The message about a wrong name, with the name that was probably meant: f_v2 and f^d stand in the drawings of the
/// paper.
std::string unknown(const std::string& name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  std::string plain = name.substr(0, digits);
  for (char& c : plain) c = c == '^' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const MappingFunctionKind* meant = find_mapping_function(plain);
  if (meant == nullptr) meant = nearest(plain);
  if (meant == nullptr) return fmt::format("there is no function \"{}\"; {}", name, kExpected);
  std::string example(meant->needed == 0 ? meant->name : meant->example);
  if (digits < name.size() && meant->needed == 1) example = fmt::format("{}({})", meant->name, name.substr(digits));
  return fmt::format("there is no function \"{}\"; did you mean {}? ({})", name, example, kExpected);
}

class Parser {
 public:
  Parser(const std::string& text, std::size_t dimensions) : text_(text), dimensions_(dimensions) {}

  std::vector<MappingFactor> parse() {
    std::vector<MappingFactor> factors{factor()};
    while (!at_end()) {
      if (text_[at_] != '.') fail(at_, fmt::format("expected \".\" or the end before \"{}\"", text_.substr(at_)));
      ++at_;
      factors.push_back(factor());
    }
    return factors;
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& reason) const { fail_mapping(text_, offset, reason); }

  bool at_end() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ == text_.size();
  }

  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  MappingFactor factor() {
    if (at_end()) fail(at_, fmt::format("a function is missing here; {}", kExpected));
    MappingFactor result;
    result.offset = at_;
    const std::string name = word();
    if (name.empty()) fail(at_, kExpected);
    MappingFunction& function = result.function;
    function.kind = find_mapping_function(name);
    if (function.kind == nullptr) fail(result.offset, unknown(name));
    function.of = function.kind->of;
    function.over = function.kind->over;
    if (take('(')) {
      arguments(function);
    } else if (function.kind->needed > 0) {
      fail(at_, fmt::format("{} needs {}, for example {}", name,
                            function.kind->needed == 1 ? "its concentration" : "its concentration and a dimension",
                            function.kind->example));
    }
    check_dimensions(result);
    return result;
  }

  void arguments(MappingFunction& function) {
    const MappingFunctionKind& kind = *function.kind;
    if (kind.arguments.empty()) fail(at_ - 1, fmt::format("{} takes no argument", kind.name));
    std::size_t given = 0;
    do {
      at_end();
      if (given == kind.arguments.size()) break;
      argument(kind.arguments[given++], function);
    } while (take(','));
    if (given < kind.needed)
      fail(at_, fmt::format("{} needs a dimension too, for example {}", kind.name, kind.example));
    if (!take(')')) fail(at_, fmt::format("expected \")\" after the argument of {}", kind.name));
  }

  void argument(MappingArgument what, MappingFunction& function) {
    const std::size_t begin = at_;
    switch (what) {
      case MappingArgument::count:
        function.c =
            integer(begin, 1, fmt::format("the concentration of {} is a whole number from 1 on", function.kind->name));
        return;
      case MappingArgument::dimension:
        function.of = letters(begin, 1, function)[0];
        break;
      case MappingArgument::pair:
      case MappingArgument::twisted_pair: {
        const std::vector<int> pair = letters(begin, 2, function);
        function.of = pair[0];
        function.over = pair[1];
        if (what == MappingArgument::twisted_pair && take('=')) {
          at_end();
          function.twist =
              integer(at_, std::numeric_limits<int>::min(), "a twist is a whole number, for example f_d(yx=3)");
        }
        break;
      }
    }
    function.names_dimensions = true;
  }

  int integer(std::size_t begin, int least, const std::string& wanted) {
    const bool negative = least < 0 && take('-');
    const std::string digits = (negative ? "-" : "") + word();
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value < least) fail(begin, wanted);
    return value;
  }

  /// The dimensions that the letters of a word name.
  std::vector<int> letters(std::size_t begin, std::size_t count, const MappingFunction& function) {
    const std::string name = word();
    std::vector<int> found;
    for (const char c : name) found.push_back(dimension_of_letter(c));
    bool good = found.size() == count && (count == 1 || found.front() != found.back());
    for (const int dimension : found) good = good && dimension >= 0;
    if (good) return found;
    fail(begin, fmt::format("{} takes {}, for example {}", function.kind->name,
                            count == 1 ? "a dimension" : "two dimensions, the first of which shifts the second one",
                            function.kind->concentrates() && count == 2 ? "f_t(2, zx)" : function.kind->example));
  }

  void check_dimensions(const MappingFactor& factor) const {
    if (dimensions_ == 0) return;  // no expression will do
    const MappingFunction& function = factor.function;
    if (function.kind->plane_only && !function.names_dimensions && dimensions_ != 2) {
      fail(factor.offset, fmt::format("{} is for nodes of two dimensions unless it names two of them, for example {}",
                                      function.kind->name, function.kind->example));
    }
    for (const int dimension : {function.of, function.over}) {
      if (dimension < static_cast<int>(dimensions_)) continue;
      fail(factor.offset, fmt::format("{} is about dimension {}; the nodes have {}", function.text(),
                                      dimension_letter(dimension), letters_of(dimensions_)));
    }
  }

  const std::string& text_;
  std::size_t dimensions_;
  std::size_t at_ = 0;
};

}  // namespace

void fail_mapping(const std::string& text, std::size_t offset, const std::string& reason) {
  throw MappingError({MappingFault::Place::expression, text, 0, static_cast<std::int64_t>(offset) + 1, reason});
}

std::vector<MappingFactor> parse_mapping_factors(const std::string& text, std::size_t dimensions) {
  return Parser(text, dimensions).parse();
}

}  // namespace trenza::topologies
