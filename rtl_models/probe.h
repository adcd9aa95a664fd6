// The variables that a view offers to waves: named bit fields of words whose addresses do not change, and texts made
// from them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trenza::rtl_models {

/// A word of 1, 2, 4 or 8 bytes (bool counts as 1) that keeps its address while the view lives.
struct ProbeWord {
  const void* address = nullptr;
  std::uint8_t bytes = 0;
};

template <class T>
ProbeWord word_of(const T& value) {
  return {&value, sizeof(T)};
}

/// Bits that hold every number up to `most`; narrow variables are what makes wave files cheap.
constexpr unsigned bits_for(int most) {
  unsigned bits = 1;
  while (most >> bits != 0) ++bits;
  return bits;
}

enum class ProbeKind : std::uint8_t {
  number,       ///< `bits` bits of `word` from bit `shift` on
  enumeration,  ///< the same, shown by `names[value]`
  text,         ///< what render writes, to be called again only when one of `watches` has changed
  wide,         ///< `bits` bits, more than 64: those of `watches`, 64 in each word, low ones first
  clock,        ///< of something that has one edge in each cycle; no word: high in the first half of every cycle
  fallen_clock  ///< the same, low in the first half
};

struct Probe;

/// What has probes of its own in a router, beside the signals that every router has: a block from outside.
class ProbeSource {
 public:
  virtual ~ProbeSource() = default;

  /// Adds its probes, below `scope`. From then on their words are kept up to date.
  virtual void list_probes(const std::string& scope, std::vector<Probe>& probes) = 0;
  /// Is called before each sample of probes that name this source, when all signals have settled: puts the values of
  /// the cycle into their words. Must change nothing that the fabric can see.
  virtual void show_probes() {}

 protected:
  ProbeSource() = default;
  ProbeSource(const ProbeSource&) = default;
  ProbeSource(ProbeSource&&) = default;
  ProbeSource& operator=(const ProbeSource&) = default;
  ProbeSource& operator=(ProbeSource&&) = default;
};

/// One variable of a wave file.
struct Probe {
  int group = -1;    ///< probes that change together (PinFabric::changed_groups); -1: none
  std::string path;  ///< scopes and name joined by dots: "noc.r_3_2.in_xp_from_2_2.vc1.state"
  ProbeKind kind = ProbeKind::number;
  unsigned bits = 1;  ///< 1..64; `wide`: above; texts: the longest rendering in characters
  ProbeWord word;     ///< numbers and enumerations
  unsigned shift = 0;
  std::vector<std::string> names;                 ///< enumerations
  std::vector<ProbeWord> watches;                 ///< texts, and `wide`
  std::function<void(std::string& text)> render;  ///< texts: replaces `text`; by nothing when there is nothing to show
  ProbeSource* source = nullptr;  ///< whose show_probes() comes before a sample; null: the words are always up to date
};

/// The sources of a router. A source must live as long as its router.
class ProbeSources {
 public:
  /// `scope`: below that of the router.
  void add(const std::string& scope, ProbeSource& source) { sources_.emplace_back(scope, &source); }
  /// Adds the probes of all of them; `router`: its scope.
  void list(const std::string& router, std::vector<Probe>& probes) const {
    for (const auto& [scope, source] : sources_) {
      std::string path = router;
      path += '.';
      path += scope;
      source->list_probes(path, probes);
    }
  }

 private:
  std::vector<std::pair<std::string, ProbeSource*>> sources_;
};

}  // namespace trenza::rtl_models
