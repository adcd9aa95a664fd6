// The numbers that the ports of a router have in a block from outside.
#pragma once

#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"
#include "topologies/topology.h"

namespace trenza::cosim {

/// Ports are numbered as in the topology; number `ports` is the local one.
class PortNumbers {
 public:
  /// Throws PlugError if the map leaves a port out, names a port that the block does not have, or names one twice.
  /// `topology` must outlive it.
  PortNumbers(const Plug& plug, const topologies::Topology& topology);

  /// Of an output port.
  int out(int port) const { return numbers_[static_cast<std::size_t>(port)]; }
  /// Of an input port, named after the direction of its traffic.
  int in(int port) const { return out(by_side_ && port < local() ? port ^ 1 : port); }
  /// Bit p becomes bit out(p).
  std::uint64_t outs(std::uint64_t ports) const;

  // For messages.
  std::string out_text(int port, int vc) const;
  std::string in_text(int port, int vc) const;

 private:
  int local() const { return static_cast<int>(numbers_.size()) - 1; }

  const topologies::Topology& topology_;
  std::vector<int> numbers_;
  bool by_side_;  ///< an input has the number of the output on its side
};

}  // namespace trenza::cosim
