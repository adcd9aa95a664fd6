// A choice among policies of one kind: the registry of their names, from which configurations, the schema, the pages and
// the parameters of SystemVerilog take them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

namespace trenza::microarch {

/// What the program says of a policy.
struct PolicyInfo {
  std::string_view name;     ///< in configurations
  std::string_view summary;  ///< for the table of keys: what it does, without its name
};

/// One of the policies `Types`, each a type with a `kInfo`; the first is the default. A new policy is one more type.
template <class... Types>
class PolicyChoice {
 public:
  static constexpr std::array<PolicyInfo, sizeof...(Types)> kAll{Types::kInfo...};

  constexpr PolicyChoice() = default;
  /// Errors: std::invalid_argument for a name that none has.
  constexpr PolicyChoice(std::string_view name) : index_(index_of(name)) {}
  constexpr PolicyChoice(const char* name) : PolicyChoice(std::string_view(name)) {}

  /// The policy of a type.
  template <class Type>
  static constexpr PolicyChoice of() {
    return PolicyChoice(Type::kInfo.name);
  }
  /// Number `index` of kAll.
  static constexpr PolicyChoice at(std::size_t index) { return PolicyChoice(kAll[index].name); }

  template <class Type>
  constexpr bool is() const {
    return *this == of<Type>();
  }
  constexpr const PolicyInfo& info() const { return kAll[index_]; }
  std::string name() const { return std::string(info().name); }

  /// Its place in kAll.
  constexpr std::size_t place() const { return index_; }

  /// visit(policy) with the chosen one, an object of its type. Hot code gets the default inline, and calls the others: all
  /// of them in one place would not fit into the instruction cache.
  template <class Visit>
  constexpr decltype(auto) visit(const Visit& visit) const {
    if (index_ == 0) return visit(Default());
    return visit_others(visit);
  }

  friend constexpr bool operator==(PolicyChoice a, PolicyChoice b) { return a.index_ == b.index_; }
  friend constexpr bool operator!=(PolicyChoice a, PolicyChoice b) { return a.index_ != b.index_; }

 private:
  using Default = std::tuple_element_t<0, std::tuple<Types...>>;

  template <class Visit>
  [[gnu::noinline]] constexpr decltype(auto) visit_others(const Visit& visit) const {
    return visit_from<0, Visit, Types...>(visit);
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
      return visit(First());
    } else {
      if (index_ == Index) return visit(First());
      return visit_from<Index + 1, Visit, Rest...>(visit);
    }
  }

  std::uint8_t index_ = 0;
};

}  // namespace trenza::microarch
