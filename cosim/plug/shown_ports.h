// The ports of a block from outside as waves show them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"
#include "rtl_models/probe.h"
#include "rtl_models/twin/rtl_model.h"

namespace trenza::cosim {

/// A copy of all ports, as the block has them: without the map's orders and polarities.
class ShownPorts {
 public:
  /// Adds all ports of a block to the probes, below `scope`, by the names that the block gives them. `source`: who
  /// brings the copy up to date before a sample; null: nobody needs to.
  void list(const std::string& scope, const Plug& plug, const rtl_models::RtlObject& object,
            rtl_models::ProbeSource* source, std::vector<rtl_models::Probe>& probes);

  /// Copies the ports. Until list() is called there is nothing to copy.
  void update() {
    if (!ports_.empty()) copy();
  }

 private:
  struct Port {
    rtl_models::RtlPort port;
    std::size_t first = 0;  ///< of its words
  };

  void copy();

  std::vector<Port> ports_;  // without the clock
  std::vector<std::uint64_t> words_;
};

}  // namespace trenza::cosim
