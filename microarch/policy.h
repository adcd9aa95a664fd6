// A choice among policies of one kind: the registry of their names, from which configurations, the schema, the pages
// and the parameters of SystemVerilog take them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace trenza::microarch {

/// The one parameter of a policy that has one: an integer, or a word.
struct PolicyParameter {
  std::string_view name;     ///< in configurations: `{islip: {iterations: 2}}`; empty: the policy has no parameter
  std::string_view summary;  ///< what it is
  int least = 0;
  int most = 0;
  int initial = 0;                          ///< where it is not given
  std::array<std::string_view, 3> words{};  ///< the names of the values 0, 1, ..., `most`; empty: integers
  bool bare = false;                        ///< configurations do not name it: `{inputs_per_port: 2}`

  constexpr bool is_word() const { return !words[0].empty(); }
  /// A value as in configurations.
  std::string text(int value) const {
    return is_word() ? std::string(words[static_cast<std::size_t>(value)]) : std::to_string(value);
  }
};

/// What the program says of a policy.
struct PolicyInfo {
  std::string_view name;     ///< in configurations
  std::string_view summary;  ///< for the table of keys: what it does, without its name
  PolicyParameter parameter = {};
  bool in_hardware = true;  ///< false: it is for comparison only, and has no SystemVerilog
};

/// One of the policies `Types`, each a type with a `kInfo`, and with a member `int parameter` if it has one; the first
/// type is the default, and has none. A new policy is one more type.
template <class... Types>
class PolicyChoice {
 public:
  static constexpr std::array<PolicyInfo, sizeof...(Types)> kAll{Types::kInfo...};

  constexpr PolicyChoice() = default;
  /// Errors: std::invalid_argument for a name that none has.
  constexpr PolicyChoice(std::string_view name)
      : index_(index_of(name)), parameter_(static_cast<std::uint8_t>(kAll[index_].parameter.initial)) {}
  constexpr PolicyChoice(const char* name) : PolicyChoice(std::string_view(name)) {}

  /// The policy of a type.
  template <class Type>
  static constexpr PolicyChoice of() {
    PolicyChoice choice;
    choice.index_ = static_cast<std::uint8_t>(place_of<Type>());
    choice.parameter_ = static_cast<std::uint8_t>(Type::kInfo.parameter.initial);
    return choice;
  }
  /// Number `index` of kAll.
  static constexpr PolicyChoice at(std::size_t index) { return PolicyChoice(kAll[index].name); }

  /// The same policy with a value of its parameter.
  constexpr PolicyChoice with(int parameter) const {
    PolicyChoice choice = *this;
    choice.parameter_ = static_cast<std::uint8_t>(parameter);
    return choice;
  }

  template <class Type>
  constexpr bool is() const {
    return index_ == place_of<Type>();
  }
  constexpr const PolicyInfo& info() const { return kAll[index_]; }
  std::string name() const { return std::string(info().name); }
  constexpr int parameter() const { return parameter_; }
  /// For people: "islip, iterations 2".
  std::string text() const {
    const PolicyParameter& of_policy = info().parameter;
    if (of_policy.name.empty()) return name();
    if (of_policy.bare) return name() + " " + of_policy.text(parameter_);
    return name() + ", " + std::string(of_policy.name) + " " + of_policy.text(parameter_);
  }

  /// Its place in kAll.
  constexpr std::size_t place() const { return index_; }

  /// visit(policy) with the chosen one, an object of its type. Hot code gets the default inline, and calls the others:
  /// all of them in one place would not fit into the instruction cache.
  template <class Visit>
  constexpr decltype(auto) visit(const Visit& visit) const {
    if (index_ == 0) return visit(Default());
    return visit_others(visit);
  }

  friend constexpr bool operator==(PolicyChoice a, PolicyChoice b) {
    return a.index_ == b.index_ && a.parameter_ == b.parameter_;
  }
  friend constexpr bool operator!=(PolicyChoice a, PolicyChoice b) { return !(a == b); }

 private:
  using Default = std::tuple_element_t<0, std::tuple<Types...>>;

  template <class Visit>
  [[gnu::noinline]] constexpr decltype(auto) visit_others(const Visit& visit) const {
    return visit_from<0, Visit, Types...>(visit);
  }

  /// The types may be incomplete where nobody asks for more than which one it is.
  template <class Type>
  static constexpr std::size_t place_of() {
    static_assert((std::is_same_v<Type, Types> || ...), "the type is no policy of this choice");
    std::size_t place = 0;
    (void)((std::is_same_v<Type, Types> ? true : (++place, false)) || ...);
    return place;
  }

  static constexpr std::uint8_t index_of(std::string_view name) {
    for (std::size_t k = 0; k < kAll.size(); ++k) {
      if (kAll[k].name == name) return static_cast<std::uint8_t>(k);
    }
    throw std::invalid_argument("there is no policy `" + std::string(name) + "`");
  }

  template <std::size_t Index, class Visit, class First, class... Rest>
  constexpr decltype(auto) visit_from(const Visit& visit) const {
    if constexpr (sizeof...(Rest) == 0) {
      return visit(made<First>());
    } else {
      if (index_ == Index) return visit(made<First>());
      return visit_from<Index + 1, Visit, Rest...>(visit);
    }
  }

  template <class Type>
  constexpr Type made() const {
    Type policy{};
    if constexpr (!Type::kInfo.parameter.name.empty()) policy.parameter = parameter_;
    return policy;
  }

  std::uint8_t index_ = 0;
  std::uint8_t parameter_ = 0;
};

}  // namespace trenza::microarch
