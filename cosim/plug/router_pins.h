// The links of a router from outside: its port groups and the fields of its flits, as its port map says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/plug/foreign_model.h"
#include "microarch/parameters.h"
#include "topologies/topology.h"

namespace trenza::cosim {

/// Ports that a block can have: 8 of the network and one of the terminal.
inline constexpr int kMostRouterPorts = 9;

/// What a flit of the block can carry.
struct ForeignFlit {
  bool head = false;
  bool tail = false;
  int vc = 0;
  std::uint64_t payload = 0;  ///< the lowest bits of the number of the packet
  // For the block to route by; what its map does not have is left out.
  int route = 0;  ///< number of the port by which it should leave this block
  int destination = 0;
  int x = 0;
  int y = 0;
  int length = 0;
};

/// Bits of each port in the groups of a block; 0: the block has none such.
struct RouterShape {
  int ports = 0;
  int vcs = 1;
  int flit = 0;
  int in_vc = 0;
  int out_vc = 0;
};

/// Throws PlugError if ports and settings of the block do not fit each other.
RouterShape check_router(const Plug& plug);

/// Throws PlugError if the block does not fit the routers of a fabric.
void check_router_in(const Plug& plug, const topologies::Topology& topology,
                     const microarch::FabricParameters& parameters);

/// The number of each network port of a topology in the block, and last that of the local port. Throws PlugError if the map
/// leaves one out, names one that the block does not have, or one twice.
std::vector<int> port_numbers(const Plug& plug, const topologies::Topology& topology, int ports);

/// Ports are numbered as in the block.
class RouterPins {
 public:
  /// Errors: PlugError.
  RouterPins(const Plug& plug, ForeignModel& model);

  /// Of the number that is carried for each packet.
  std::uint64_t payload_mask() const { return ~std::uint64_t{0} >> (64 - payload_bits_); }

  /// No flit arrives and no credit.
  void clear();
  void put(int port, const ForeignFlit& flit);
  /// Bit v: a credit for VC v of what leaves by a port.
  void put_credits(int port, std::uint64_t credits) { out_credit_.set(port, credits); }
  bool leaves(int port) const { return out_valid_.get(port) != 0; }
  /// What leaves; only head, tail, VC and payload.
  ForeignFlit get(int port) const;
  /// Bit v: a credit for VC v of what arrives by a port.
  std::uint64_t credits(int port) const { return in_credit_.get(port); }

 private:
  /// One signal of all ports: one packed vector, or a port of the block for each.
  struct Group {
    ForeignPort packed;
    std::vector<ForeignPort> single;
    int width = 0;  ///< bits of each port

    std::uint64_t field(int port, int at, int bits) const;
    void set_field(int port, int at, int bits, std::uint64_t value);
    std::uint64_t get(int port) const { return field(port, 0, width); }
    void set(int port, std::uint64_t value) { set_field(port, 0, width, value); }
  };

  Group group(const ForeignModel& model, const std::string& role, int width) const;
  void put_field(int port, const std::string& name, int bits, std::uint64_t value);

  const PortMap& map_;
  RouterShape shape_;
  int vc_bits_;
  int payload_bits_;
  int route_bits_;
  int destination_bits_;
  int coordinate_bits_;
  int length_bits_;
  Group in_valid_, in_flit_, in_vc_, in_credit_, out_valid_, out_flit_, out_vc_, out_credit_;
};

}  // namespace trenza::cosim
