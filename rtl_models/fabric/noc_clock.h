// What the wirings of all machines have: the clock of a network, its reset, and the number of the cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <systemc>

#include "microarch/cycle.h"
#include "rtl_models/common/flit_ports.h"
#include "topologies/topology.h"

namespace trenza::rtl_models {

/// Cycles that a fabric is in reset before its cycle 0.
constexpr int kResetCycles = 2;

/// "2_2_xp_to_3_2".
std::string channel_label(const topologies::Topology& topology, const topologies::Channel& channel);

/// Wires of a channel at its sender, and its credits as they reach the sender.
struct ChannelWires {
  explicit ChannelWires(const std::string& label);
  FlitSignals sent;
  FlitSignals arriving;
  sc_core::sc_signal<std::uint32_t> credit_sent;
  sc_core::sc_signal<std::uint32_t> credit_arriving;  ///< driven with a credit delay above 1
};

class NocClock : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kPeriodPicoseconds = 1000;

  sc_core::sc_clock clk;
  sc_core::sc_signal<bool> reset{"reset"};
  sc_core::sc_signal<std::uint64_t> cycle{"cycle"};  ///< number of the cycle that the signals show

  /// Continues with `target` as the number of the cycle. Only while nothing is under way.
  void jump(microarch::Cycle target);
  /// Lets all signals follow a jump, without a cycle.
  static void settle();
  /// Called in the middle of every cycle, when all signals have settled.
  void observe(std::function<void(microarch::Cycle)> observer) { observer_ = std::move(observer); }

 protected:
  explicit NocClock(const sc_core::sc_module_name& name);

 private:
  void count();
  void middle();

  std::function<void(microarch::Cycle)> observer_;
  microarch::Cycle current_ = 0;
  sc_core::sc_event jumped_{"jumped"};
};

}  // namespace trenza::rtl_models
