#include "topologies/directions.h"

namespace trenza::topologies {

namespace {
const std::string kLetters = "xyzwvu";
}  // namespace

char dimension_letter(int dimension) { return kLetters.at(static_cast<std::size_t>(dimension)); }

int dimension_of_letter(char letter) {
  const auto at = kLetters.find(letter);
  return at == std::string::npos ? -1 : static_cast<int>(at);
}

std::string direction_name(PortId port) {
  return std::string(1, dimension_letter(port / 2)) + (port % 2 == 0 ? "p" : "m");
}

}  // namespace trenza::topologies
