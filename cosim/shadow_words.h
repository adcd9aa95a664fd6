// The words at the ports of blocks, for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "microarch/flit.h"
#include "rtl_models/router/block_factory.h"
#include "rtl_models/wormhole/worm_place.h"

namespace trenza::cosim {

/// The kind of word that a port of a block carries: the words of rtl_models/common/words.h, and plain values.
enum class WordKind : std::uint8_t {
  number,
  flag,
  flit,
  header,
  route,
  request,
  pick,
  reservation,
  select,
  charge,
  vcs,        ///< bit v: virtual channel v
  injectors,  ///< bit j: injector j
  inputs,     ///< bit i: input i of the router
  outputs,    ///< bit o: output o of the router
  ports,      ///< bit p: network port p
  // Of flit-level routers (rtl_models/wormhole/worm_words.h).
  tier_ports,  ///< of a route
  tier_vcs,    ///< likewise
  lane,
  worm_select,
};

/// The meaning of the index of a vector of ports.
enum class Element : std::uint8_t {
  none,       ///< no vector
  input,      ///< of the router: "in_xp_from_2_2.vc1", "injector0"
  output,     ///< of the router: "xp_to_4_2", "ejector0"
  output_vc,  ///< virtual channel of a network port: port * vcs + vc
  escape_vc,  ///< escape channel of a network port: Router::escape_place
  vc,         ///< of one channel
  injector,   ///< of the router
  ejector,    ///< of the router
};

/// Words and names of one router.
class RouterWords {
 public:
  explicit RouterWords(const rtl_models::RouterPlace& place)
      : topology_(place.topology), parameters_(place.parameters), node_(place.node) {}
  explicit RouterWords(const rtl_models::WormPlace& place)
      : topology_(place.topology), parameters_(place.parameters), node_(place.node) {}

  /// "packet 12, 4 flits, to xp_to_4_2.vc1"
  std::string text(WordKind kind, std::uint64_t word) const;
  /// "in_xp_from_2_2.vc1"; empty for Element::none.
  std::string name(Element element, int index) const;

 private:
  std::string input(int input) const;
  std::string output(int output, int vc) const;
  std::string route_text(std::uint64_t word) const;
  std::string tier_ports_text(std::uint64_t word) const;
  std::string worm_text(WordKind kind, std::uint64_t word) const;

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  topologies::NodeId node_;
};

/// The packet that a word names.
std::optional<microarch::PacketId> packet_in(WordKind kind, std::uint64_t word);

}  // namespace trenza::cosim
