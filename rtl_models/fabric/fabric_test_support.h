#pragma once

#include "rtl_models/network_interface/terminal.h"

namespace trenza::rtl_models::test_bench {

/// An observer that takes note of nothing.
struct Nobody : TerminalObserver {
  void entered(PacketId /*packet*/, Cycle /*cycle*/) override {}
  void ejected(topologies::NodeId /*node*/, int /*ejector*/, PacketId /*packet*/, int /*flits*/, int /*hops*/,
               Cycle /*cycle*/) override {}
};

}  // namespace trenza::rtl_models::test_bench
