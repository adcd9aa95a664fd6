// The links of a router from outside: its port groups and the fields of its flits, as its port map says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/plug/foreign_model.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::cosim {

/// Ports that a block can have: 8 of the network and one of the terminal.
inline constexpr int kMostRouterPorts = 9;

/// What a flit of the block can carry.
struct ForeignFlit {
  bool head = false;
  bool tail = false;
  int vc = 0;
  int index = 0;              ///< of the flit in its packet
  std::uint64_t payload = 0;  ///< the lowest bits of the number of the packet
  // Fields by which the block can route. Fields that its map does not have are left out; only heads have these fields,
  // unless the map says `head_only: off`.
  int route = 0;  ///< number of the port by which it should leave this block
  int destination = 0;
  int x = 0;
  int y = 0;
  int z = 0;
  int length = 0;
  std::uint64_t vcs = 0;             ///< bit v: VC v may be taken at the port `route`
  std::uint64_t escape_ports = 0;    ///< bit p: port p has the VCs of `vcs`; `route` is the lowest of them
  std::uint64_t adaptive_ports = 0;  ///< bit p: port p is on a shortest way
  std::uint64_t adaptive_vcs = 0;    ///< bit v: VC v may be taken at those

  void set_address(const topologies::Topology& topology, topologies::NodeId node);
};

/// How the flits on the links of a block are held back: by credits, by a handshake for each flit, or by a level that
/// says that there is room for some more.
enum class LinkKind { credits, ready_valid, on_off };

/// The number of ports of a block, and the bits of each port in its groups of ports; 0 if the block does not have the
/// group.
struct RouterShape {
  LinkKind links = LinkKind::credits;
  int ports = 0;
  int vcs = 1;
  int ready = 0;  ///< bits of `in_ready` and `out_ready`: 1, or one for each VC
  int flit = 0;
  int in_vc = 0;
  int out_vc = 0;
};

/// Throws PlugError if ports and settings of the block do not fit each other.
RouterShape check_router(const Plug& plug);

/// Throws PlugError if the block does not fit the routers of a fabric.
void check_router_in(const Plug& plug, const topologies::Topology& topology,
                     const microarch::FabricParameters& parameters);

/// Ports are numbered as in the block.
class RouterPins {
 public:
  /// Errors: PlugError.
  RouterPins(const Plug& plug, ForeignModel& model);

  /// The mask of the payload, which is the number that the block carries for each packet.
  std::uint64_t payload_mask() const { return ~std::uint64_t{0} >> (64 - payload_bits_); }

  const RouterShape& shape() const { return shape_; }
  /// Drives the inputs that tell the block where it stands.
  void set_place(const topologies::Topology& topology, topologies::NodeId node);
  /// Drives no flit, no credit and no leave to send to any port.
  void clear();
  /// Shows the block a flit. In a flit that is not a head the fields of the route hold arbitrary bits: a block that
  /// reads them there goes astray.
  void put(int port, const ForeignFlit& flit);
  /// Gives the block credits for an output port; bit v: one for VC v.
  void put_credits(int port, std::uint64_t credits) { out_credit_.set(port, credits); }
  /// Tells the block, in links without credits, the VCs in which it may send by an output port: as `out_ready` (a
  /// single bit is high if there is any) or `out_on`.
  void put_leave(int port, std::uint64_t vcs);
  /// The VCs in which the block takes flits at an input port, in links without credits; all or none for a single bit.
  std::uint64_t takes(int port) const;
  bool leaves(int port) const { return out_valid_.get(port) != 0; }
  /// Whether a flit that leaves may be number `index` of its packet: yes if the map has no `index_at`.
  bool has_index(const ForeignFlit& flit, int index) const;
  /// The flit that leaves; only head, tail, VC, index and payload are set.
  ForeignFlit get(int port) const;
  /// The credits that the block returns for an input port; bit v: one for VC v.
  std::uint64_t credits(int port) const { return in_credit_.get(port); }

 private:
  /// One signal for all ports: either one packed vector, or one port of the block for each.
  struct Group {
    ForeignPort packed;
    std::vector<ForeignPort> single;
    int width = 0;  ///< bits of each port

    std::uint64_t field(int port, int at, int bits) const;
    void set_field(int port, int at, int bits, std::uint64_t value);
    std::uint64_t get(int port) const { return field(port, 0, width); }
    void set(int port, std::uint64_t value) { set_field(port, 0, width, value); }
  };

  int of_kind(LinkKind kind, int width) const { return shape_.links == kind ? width : 0; }
  Group group(const ForeignModel& model, const std::string& role, int width) const;
  void put_field(int port, const std::string& name, int bits, std::uint64_t value);
  void put_route(int port, const ForeignFlit& flit);

  const PortMap& map_;
  RouterShape shape_;
  int vc_bits_;
  int payload_bits_;
  int route_bits_;
  int destination_bits_;
  int coordinate_bits_;
  int length_bits_;
  int index_bits_;
  bool head_only_;
  Group in_valid_, in_flit_, in_vc_, in_credit_, out_valid_, out_flit_, out_vc_, out_credit_;
  Group in_ready_, out_ready_, in_on_, out_on_;
  ForeignPort own_node_, own_x_, own_y_, own_z_;
};

}  // namespace trenza::cosim
