// A clocked block that sleeps while it has nothing to do.
#pragma once

#include <systemc>

namespace trenza::rtl_models {

/// Base of the clocked blocks. A derived block does the work of one rising edge in edge(); it sees the values from
/// before the edge. When edge() returns false the block sleeps until one of the events given to wake_on() (in
/// end_of_elaboration) occurs, and works again from the following edge on. Sleeping must not be visible: edge() may
/// return false only if it would do nothing until one of these events.
class ClockedBlock : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};      ///< rising edge
  sc_core::sc_in<bool> reset{"reset"};  ///< active high, synchronous

  /// Adds this block to a count of blocks that are awake, now and whenever it wakes or sleeps: where the count is 0
  /// nothing changes, so observers need not look. `awake` must outlive the block.
  void count_in(int& awake) {
    awake_ = &awake;
    if (!asleep_) ++awake;
  }

  /// True if it saw the last edge or has been woken since. A block that sleeps has not changed since the last edge.
  bool awake() const { return !asleep_; }

 protected:
  explicit ClockedBlock(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(ClockedBlock);
    SC_METHOD(tick);
    sensitive << clk.pos();
    dont_initialize();
  }

  /// One rising edge out of reset. Returns whether the block must see the next edge.
  virtual bool edge() = 0;
  /// One rising edge in reset.
  virtual void clear() = 0;

  void wake_on(const sc_core::sc_event& event) { wake_ |= event; }
  void end_of_elaboration() override { wake_on(reset.value_changed_event()); }

 private:
  void tick() {
    if (asleep_) {  // woken between two edges: act from the next one on
      asleep_ = false;
      if (awake_ != nullptr) ++*awake_;
    } else if (reset.read()) {
      clear();
    } else if (!edge()) {
      asleep_ = true;
      if (awake_ != nullptr) --*awake_;
      next_trigger(wake_);
    }
  }

  sc_core::sc_event_or_list wake_;
  bool asleep_ = false;
  int* awake_ = nullptr;
};

}  // namespace trenza::rtl_models
