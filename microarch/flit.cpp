#include "microarch/flit.h"

#include <fmt/format.h>

namespace trenza::microarch {

std::string flit_text(FlitWord flit, const std::string& from, const std::string& to, int vc, int hops) {
  const char* kind = is_head(flit) ? (is_tail(flit) ? "HT" : "H") : (is_tail(flit) ? "T" : "B");
  return fmt::format("{} p{} f{}/{} {}>{} vc{} hop{}", kind, packet_of(flit), position_of(flit), length_of(flit), from,
                     to, vc, hops);
}

}  // namespace trenza::microarch
