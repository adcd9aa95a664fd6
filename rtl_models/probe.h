// The variables that a view offers to waves: named bit fields of words whose addresses do not change, and texts made
// from them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trenza::rtl_models {

/// A word of 1, 2, 4 or 8 bytes (bool counts as 1) that keeps its address while the view lives.
struct ProbeWord {
  const void* address = nullptr;
  std::uint8_t bytes = 0;
};

enum class ProbeKind : std::uint8_t {
  number,       ///< `bits` bits of `word` from bit `shift` on
  enumeration,  ///< the same, shown by `names[value]`
  text,         ///< what render writes, to be called again only when one of `watches` has changed
};

/// One variable of a wave file.
struct Probe {
  int group = -1;    ///< probes that change together (PinFabric::changed_groups); -1: none
  std::string path;  ///< scopes and name joined by dots: "noc.r_3_2.in_xp_from_2_2.vc1.state"
  ProbeKind kind = ProbeKind::number;
  unsigned bits = 1;  ///< 1..64; texts: the longest rendering in characters
  ProbeWord word;     ///< numbers and enumerations
  unsigned shift = 0;
  std::vector<std::string> names;                 ///< enumerations
  std::vector<ProbeWord> watches;                 ///< texts
  std::function<void(std::string& text)> render;  ///< texts: replaces `text`; by nothing when there is nothing to show
};

}  // namespace trenza::rtl_models
