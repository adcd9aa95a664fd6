// What the SystemVerilog fabrics of both machines are made of.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "microarch/allocation.h"
#include "microarch/draws.h"
#include "microarch/fabric.h"
#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::cosim {

/// Grows a text line by line. Names of wires end with the number of their router.
class FabricText {
 protected:
  /// Both must outlive it.
  FabricText(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : topology_(topology), parameters_(parameters), ports_(topology.graph().ports()) {}
  ~FabricText() = default;

  template <class... Values>
  void line(fmt::format_string<Values...> form, Values&&... values) {
    text_ += fmt::format(form, std::forward<Values>(values)...) + "\n";
  }

  /// The wires of the links of a router.
  void link_wires(topologies::NodeId n);
  /// The link that leaves `n` by `port`, or that there is none; and what no link drives. A delay of 0 is a wire.
  void channel(topologies::NodeId n, int port);
  /// The LFSRs of the port `<name>_draw` of a router, which has room for `room` draws: the wire `<name>_draw_<n>`.
  void draws_of(topologies::NodeId n, const std::string& name, const std::vector<microarch::DrawPlace>& places,
                int room);
  /// Both draws of an allocator; the names of its ports begin with `prefix`.
  template <class Mask>
  void allocator_draws(topologies::NodeId n, const std::string& prefix,
                       const microarch::BasicAllocation<Mask>& allocation) {
    draws_of(n, prefix + "output", allocation.output_draws(), allocation.draw_rounds() * allocation.shape().outputs());
    draws_of(n, prefix + "input", allocation.row_draws(), allocation.draw_rounds() * allocation.shape().inputs());
  }
  /// The number of the cycle modulo `turns`.
  void turn(const std::string& name, int bits, int turns);

  /// The values of a module's parameters: ".PORTS(4), .VCS(2)".
  static std::string values_of(const rtl_models::RtlModule& module);
  /// The value of the input `stride` of a router.
  template <class Mask>
  static std::string stride_bytes(const microarch::BasicAllocation<Mask>& allocation, int transit,
                                  topologies::NodeId n) {
    std::string bytes;
    rtl_models::for_each_stride(allocation, transit, n, [&](std::size_t /*place*/, int stride) {
      bytes = fmt::format("{:02x}{}", stride, bytes);
    });
    return fmt::format("{}'h{}", bytes.size() * 4, bytes);
  }

  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  int ports_;
  std::string text_;
};

}  // namespace trenza::cosim
