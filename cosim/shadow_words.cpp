#include "cosim/shadow_words.h"

#include <fmt/core.h>

#include <functional>

#include "microarch/place_names.h"
#include "rtl_models/common/words.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): the formats of its words

namespace {

/// The bits of a mask by name, "none" without any.
std::string mask_text(std::uint64_t mask, const std::function<std::string(int)>& name) {
  std::string text;
  for (int bit = 0; bit < rtl_models::kWordBits; ++bit) {
    if (((mask >> bit) & 1U) != 0) text += (text.empty() ? "" : " ") + name(bit);
  }
  return text.empty() ? "none" : text;
}

/// The lowest bits, at least one.
constexpr std::uint64_t first_bits(int count) { return ~std::uint64_t{0} >> (rtl_models::kWordBits - count); }

std::string flit_text(FlitWord flit) {
  if (microarch::is_head(flit)) {
    return fmt::format("head of packet {}, {} flits, {} hops", microarch::packet_of(flit), microarch::length_of(flit),
                       microarch::hops_of(flit));
  }
  return fmt::format("flit {} of packet {}, {} flits", microarch::position_of(flit), microarch::packet_of(flit),
                     microarch::length_of(flit));
}

/// "r_3_2 in_xp_from_2_2.vc1" without the router.
std::string inside_router(const std::string& name) {
  const std::size_t blank = name.find(' ');
  return blank == std::string::npos ? name : name.substr(blank + 1);
}

}  // namespace

std::optional<microarch::PacketId> packet_in(WordKind kind, std::uint64_t word) {
  const bool flit = kind == WordKind::flit;
  const bool request = kind == WordKind::request || kind == WordKind::pick || kind == WordKind::reservation;
  if ((!flit && !request) || word == 0) return std::nullopt;
  return flit ? microarch::packet_of(word) : request_packet(word);
}

std::string RouterWords::input(int input) const {
  if (input >= parameters_.inputs(topology_.graph().ports())) return fmt::format("input {} (there is none)", input);
  const int port = input / parameters_.vcs();
  if (port < topology_.graph().ports() && !topology_.graph().has_in(node_, port)) return fmt::format("input {}", input);
  return inside_router(microarch::input_name(topology_, parameters_, node_, input));
}

std::string RouterWords::output(int output, int vc) const {
  const int ports = topology_.graph().ports();
  if (output >= ports + parameters_.ejectors) return fmt::format("output {} (there is none)", output);
  if (output < ports && !topology_.graph().has_out(node_, output)) return fmt::format("output {}", output);
  if (vc >= parameters_.vcs()) return fmt::format("{}.vc{} (there is none)", this->output(output, -1), vc);
  return microarch::output_name(topology_, parameters_, node_, output, output < ports ? vc : -1);
}

std::string RouterWords::route_text(std::uint64_t word) const {
  const topologies::RouteChoice route = unpack_route(word);
  if (route.arrived) return "arrived";
  const auto port = [this](int p) {
    return p < topology_.graph().ports() ? topology_.port_name(p) : std::to_string(p);
  };
  std::string text = fmt::format("productive {}", mask_text(route.adaptive_ports(), port));
  if (route.escape_port() >= 0) text += fmt::format(", escape {} vc{}", port(route.escape_port()), route.escape_vc());
  return text;
}

std::string RouterWords::text(WordKind kind, std::uint64_t word) const {
  switch (kind) {
    case WordKind::number:
      return std::to_string(word);
    case WordKind::flag:
      return word != 0 ? "1" : "0";
    case WordKind::flit:
      return flit_text(word);
    case WordKind::header:
      return fmt::format("{:#x}", word);
    case WordKind::route:
      return route_text(word);
    case WordKind::request:
      return word == 0 ? "none" : fmt::format("packet {}, {} flits", request_packet(word), request_flits(word));
    case WordKind::reservation:
      if (word != 0 && pick_output(word) == kReservedAtDestination) return text(WordKind::request, word) + ", arrived";
      [[fallthrough]];
    case WordKind::pick:
      if (word == 0) return "none";
      return fmt::format("packet {}, {} flits, to {}", request_packet(word), request_flits(word),
                         output(pick_output(word), pick_vc(word)));
    case WordKind::select: {
      const auto select = static_cast<SelectWord>(word);
      if (select == 0) return "none";
      return fmt::format("from {} to vc{}", input(select_input(select)), select_vc(select));
    }
    case WordKind::charge: {
      const auto charge = static_cast<ChargeWord>(word);
      if (charge == 0) return "none";
      return fmt::format("{} of vc{}", charge_credits(charge), charge_vc(charge));
    }
    case WordKind::vcs:
      return mask_text(word, [](int vc) { return fmt::format("vc{}", vc); });
    case WordKind::injectors:
      return mask_text(word, [](int injector) { return fmt::format("injector{}", injector); });
    case WordKind::inputs:
      if (word == first_bits(parameters_.inputs(topology_.graph().ports()))) return "all";
      return mask_text(word, [this](int i) { return input(i); });
    case WordKind::outputs:
      if (word == first_bits(topology_.graph().ports() + parameters_.ejectors)) return "all";
      return mask_text(word, [this](int o) { return output(o, -1); });
    case WordKind::tier_ports:
    case WordKind::tier_vcs:
    case WordKind::lane:
    case WordKind::worm_select:
      return worm_text(kind, word);
    case WordKind::ports:
      break;
  }
  return mask_text(word, [](int port) { return fmt::format("port{}", port); });
}

std::string RouterWords::tier_ports_text(std::uint64_t word) const {
  const auto tier = [&](int k) {
    return mask_text(tier_of({word, 0}, k).ports, [this](int p) {
      return p < topology_.graph().ports() ? topology_.port_name(p) : std::to_string(p);
    });
  };
  return fmt::format("{}, then {}", tier(0), tier(1));
}

std::string RouterWords::worm_text(WordKind kind, std::uint64_t word) const {
  const auto half = static_cast<std::uint32_t>(word);
  const auto vc_name = [](int vc) { return fmt::format("vc{}", vc); };
  const int vcs = parameters_.vcs();
  switch (kind) {
    case WordKind::tier_ports:
      return tier_ports_text(word);
    case WordKind::tier_vcs:
      if (has_arrived({0, word})) return "arrived";
      return fmt::format("{} of the class, then {}", mask_text(tier_of({0, word}, 0).vcs, vc_name),
                         mask_text(tier_of({0, word}, 1).vcs, vc_name));
    case WordKind::lane:
      if (half == 0) return "none";
      return fmt::format("{}{}", output(lane_output_vc(half) / vcs, lane_output_vc(half) % vcs),
                         is_escape_lane(half) ? " (escape)" : "");
    default:
      if (half == 0) return "none";
      return fmt::format("from {} to vc{}{}", input(WormSelect::input(half)), WormSelect::vc(half),
                         WormSelect::escape(half, 0) ? " (escape)" : "");
  }
}

std::string RouterWords::name(Element element, int index) const {
  const int vcs = parameters_.vcs();
  switch (element) {
    case Element::none:
      return "";
    case Element::input:
      return input(index);
    case Element::output:
      return output(index, -1);
    case Element::output_vc:
      return output(index / vcs, index % vcs);
    case Element::escape_vc: {
      const int of_port = parameters_.message_classes * parameters_.escape_vcs;
      const int escape = index % of_port;
      const int vc = escape / parameters_.escape_vcs * parameters_.class_vcs() + escape % parameters_.escape_vcs;
      return output(index / of_port, vc);
    }
    case Element::vc:
      return fmt::format("vc{}", index);
    case Element::injector:
      return fmt::format("injector{}", index);
    case Element::ejector:
      break;
  }
  return fmt::format("ejector{}", index);
}

}  // namespace trenza::cosim
