// The test bench of a block: clock, reset, and one cycle at a time. Each TEST has one bench, because a process can
// elaborate only once.
#pragma once

#include <deque>
#include <string>
#include <systemc>
#include <tuple>
#include <type_traits>
#include <vector>

#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models::test_bench {

/// Signals of one vector port; they live at fixed addresses and have names of SystemC's own.
template <class T>
using Signals = std::deque<sc_core::sc_signal<T>>;

template <class Ports, class T>
void bind_all(Ports& ports, Signals<T>& signals) {
  for (std::size_t i = 0; i < signals.size(); ++i) ports[i].bind(signals[i]);
}

/// The values on forward wires. While `valid` is low the other values mean nothing.
using Shown = std::tuple<bool, std::uint32_t, std::uint64_t, std::uint64_t>;

inline Shown shown(const FlitSignals& wires) {
  if (!wires.valid.read()) return {};
  const bool head = microarch::is_head(wires.flit.read());
  return {true, wires.vc.read(), wires.flit.read(), head ? wires.header.read() : 0};
}

inline void drive(FlitSignals& wires, std::uint32_t vc, FlitWord flit, HeaderWord header) {
  wires.valid.write(true);
  wires.vc.write(vc);
  wires.flit.write(flit);
  wires.header.write(header);
}

inline void release(FlitSignals& wires) { wires.valid.write(false); }

/// Makes every warning of SystemC an error, above all the one for a name given twice (W505).
inline void strict_reports() { sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW); }

/// Between two steps the signals show one cycle: registered outputs that of the edge before, the others once settle()
/// has run. Inputs are written there, and hold until they are written again. Rising edges lie inside the steps, never
/// on their borders.
class Bench {
 public:
  static constexpr int kPeriodPicoseconds = 1000;

  sc_core::sc_clock clk;
  sc_core::sc_signal<bool> reset{"reset"};
  sc_core::sc_signal<std::uint64_t> cycle{"cycle"};  ///< registered, 0 in the first cycle after reset

  Bench()
      : clk("clk", sc_core::sc_time(kPeriodPicoseconds, sc_core::SC_PS), 0.5,
            sc_core::sc_time(0.25 * kPeriodPicoseconds, sc_core::SC_PS), false),
        counter_("counter", *this) {
    strict_reports();
  }

  /// Binds the ports that every clocked block has.
  template <class Block>
  void clock(Block& block) {
    block.clk.bind(clk);
    block.reset.bind(reset);
  }

  /// Holds reset for `cycles` cycles. Afterwards it is cycle 0.
  void pulse_reset(int cycles = 2) {
    reset.write(true);
    step(cycles);
    reset.write(false);
  }

  std::uint64_t now() const { return cycle.read(); }

  /// Lets the combinational outputs follow what was written.
  void settle() {
    while (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  /// Ends the cycle with its rising edge.
  void step(int cycles = 1) { sc_core::sc_start(cycles * kPeriodPicoseconds, sc_core::SC_PS); }

  /// Ends a cycle that must break an invariant. Returns the report; empty if there was none.
  std::string violation() {
    try {
      step();
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return {};
  }

  /// Runs `cycles` cycles, with the inputs of the k-th written by `drive_inputs(k)`. Returns what `sample()` returned
  /// in each of them.
  template <class Drive, class Sample>
  auto record(int cycles, const Drive& drive_inputs, const Sample& sample) {
    std::vector<std::decay_t<decltype(sample())>> samples;
    for (int k = 0; k < cycles; ++k) {
      drive_inputs(k);
      settle();
      samples.push_back(sample());
      step();
    }
    return samples;
  }

 private:
  class Counter : public sc_core::sc_module {
   public:
    Counter(const sc_core::sc_module_name& name, Bench& bench) : sc_core::sc_module(name), bench_(bench) {
      SC_HAS_PROCESS(Counter);
      SC_METHOD(count);
      sensitive << bench.clk.posedge_event();
      dont_initialize();
    }

   private:
    void count() { bench_.cycle.write(bench_.reset.read() ? 0 : bench_.cycle.read() + 1); }
    Bench& bench_;
  };

  Counter counter_;
};

}  // namespace trenza::rtl_models::test_bench
