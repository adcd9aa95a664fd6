// Bubble control: which inputs of a router may send a packet into one escape VC of one output, by the free slots of
// the next buffer of the ring. It is keyed by the ring (orbit) of the output channel, never by a compass label.
//
// Ports    slots     free slots of the escape VC downstream (from the credit counter)
//          admitted  bit i: input i has the slots it needs: 1 if it continues in the ring, 2 if it enters;
//                    combinational
// Latency  0 cycles. No state, no reset.
#pragma once

#include <cstdint>
#include <systemc>

namespace trenza::rtl_models {

class BubbleControl : public sc_core::sc_module {
 public:
  sc_core::sc_in<std::uint32_t> slots{"slots"};
  sc_core::sc_out<std::uint64_t> admitted{"admitted"};

  /// `ring`: index of the ring of that escape VC, for people; -1: none. `continuing`: bit i if input i is the same
  /// escape VC of a channel of the same ring; all inputs if there is no ring. `all`: all inputs. With `bubble` off an
  /// entering packet needs as little as a continuing one.
  BubbleControl(const sc_core::sc_module_name& name, int ring, std::uint64_t continuing, std::uint64_t all,
                bool bubble);

  int ring() const { return ring_; }
  std::uint64_t continuing() const { return continuing_; }

 protected:
  virtual void compute();

 private:
  int ring_;
  std::uint64_t continuing_;
  std::uint64_t all_;
  std::uint32_t slots_to_enter_;
  std::uint32_t slots_to_continue_;
};

}  // namespace trenza::rtl_models
