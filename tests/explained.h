#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace trenza::test {

/// The histories of the packets of a machine, as one view writes them.
struct Explained {
  std::string fault;  ///< of a history; empty: none
  std::string text;
  std::set<std::string> kinds;  ///< of cycles
  std::size_t packets = 0;
};

}  // namespace trenza::test
