// What waiting headers would take, as texts of waves.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "microarch/place_names.h"
#include "microarch/request_mask.h"
#include "rtl_models/common/words.h"
#include "topologies/topology.h"

namespace trenza::rtl_models {

/// The text of each route word, made when it is first seen: there are few, and many headers have them.
class WishTexts {
 public:
  /// `topology` must outlive it.
  WishTexts(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : topology_(topology), parameters_(parameters) {}

  /// "xp yp | yp.vc0": the ports of adaptive VCs, then the escape lane; or "eject". `first_vc`: of the header's class.
  const std::string& of(RouteWord route, int first_vc) {
    constexpr int kClassShift = 48;  // above the bits of a route word
    std::string& text = texts_[route | static_cast<std::uint64_t>(first_vc) << kClassShift];
    if (text.empty()) text = made(unpack_route(route), first_vc);
    return text;
  }

 private:
  std::string made(const topologies::RouteChoice& route, int first_vc) const {
    if (route.arrived) return "eject";
    std::string text;
    if (parameters_.adaptive_vcs > 0) {
      for (std::uint32_t rest = route.adaptive_ports(); rest != 0; rest &= rest - 1)
        text += (text.empty() ? "" : " ") + topology_.port_name(microarch::lowest_bit(rest));
    }
    if (route.escape_port() < 0) return text;
    text += text.empty() ? "" : " | ";
    text +=
        topology_.port_name(route.escape_port()) + "." + microarch::vc_name(parameters_, first_vc + route.escape_vc());
    return text;
  }

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  std::unordered_map<std::uint64_t, std::string> texts_;
};

}  // namespace trenza::rtl_models
