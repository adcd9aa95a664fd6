// Link: the forward wires of a channel as a pipeline of registers.
//
// Ports    clk, reset; in_{valid, vc, flit, header}; out_{valid, vc, flit, header}
// Protocol one flit each cycle in which valid is high; no back-pressure (credits guarantee room).
// Latency  `delay` cycles (>= 1), all outputs registered. Reset empties the pipeline.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"

namespace trenza::rtl_models {

class Link : public ClockedBlock {
 public:
  FlitIn in{"in"};
  FlitOut out{"out"};

  /// `delay` in cycles, at least 1.
  Link(const sc_core::sc_module_name& name, int delay);

  /// Flits that entered since reset.
  std::uint64_t flits() const { return flits_; }
  /// Hops of the packet whose head entered last.
  int hops() const { return hops_; }
  /// Flits in the registers, of VC `vc` (tails only if `tails`). For audits and the watchdog.
  int in_flight(int vc, bool tails) const;

 protected:
  struct Stage {
    bool valid = false;
    std::uint32_t vc = 0;
    std::uint64_t flit = 0;
    std::uint64_t header = 0;
  };

  bool edge() override;
  void clear() override;
  /// Shows what leaves the last register.
  virtual void drive(const Stage& leaving);

 private:
  void end_of_elaboration() override;

  HeldOutput<bool> valid_held_;
  HeldOutput<std::uint32_t> vc_held_;
  HeldOutput<std::uint64_t> header_held_;
  std::vector<Stage> inner_;  // registers before the output register, oldest at next_
  std::size_t next_ = 0;
  int occupied_ = 0;  // valid stages of inner_
  std::uint64_t flits_ = 0;
  int hops_ = 0;
};

/// The backward wires of a channel: one bit for each VC and cycle is one credit. Used for credit delays above 1; with a
/// delay of 1 the counter is wired to the buffer directly (its own register is the one cycle).
///
/// Ports    clk, reset; credit_in; credit_out
/// Latency  `stages` cycles (>= 1), registered.
class CreditLink : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint32_t> credit_in{"credit_in"};
  sc_core::sc_out<std::uint32_t> credit_out{"credit_out"};

  CreditLink(const sc_core::sc_module_name& name, int stages);

  /// Credits of `vc` in the registers.
  int in_flight(int vc) const;

 protected:
  bool edge() override;
  void clear() override;
  virtual void drive(std::uint32_t leaving) { credit_out.write(leaving); }

 private:
  void end_of_elaboration() override;

  std::vector<std::uint32_t> inner_;
  std::size_t next_ = 0;
  int occupied_ = 0;
};

}  // namespace trenza::rtl_models
