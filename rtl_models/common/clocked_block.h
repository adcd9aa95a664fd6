// Clocked modules that sleep while they have nothing to do.
#pragma once

#include <systemc>
#include <utility>

namespace trenza::rtl_models {

/// Whether a module sleeps.
class Sleeper {
 public:
  /// Adds this one to a count of those that are awake, now and whenever it wakes or sleeps: where the count is 0
  /// nothing changes, so observers need not look. `awake` must outlive it.
  void count_in(int& awake) {
    awake_ = &awake;
    if (!asleep_) ++awake;
  }

  /// True if it saw the last edge or has been woken since. What sleeps has not changed since the last edge.
  bool awake() const { return !asleep_; }

 protected:
  void fall_asleep() {
    asleep_ = true;
    if (awake_ != nullptr) --*awake_;
  }
  /// Returns whether it slept.
  bool wake_up() {
    if (!asleep_) return false;
    asleep_ = false;
    if (awake_ != nullptr) ++*awake_;
    return true;
  }

 private:
  bool asleep_ = false;
  int* awake_ = nullptr;
};

/// Makes a clocked module of a module with the ports `clk` and `reset`. A derived module does the work of one rising
/// edge in edge(); it sees the values from before the edge. When edge() returns false the module sleeps until one of
/// the events given to wake_on() (in end_of_elaboration) occurs, and works again from the following edge on. Sleeping
/// must not be visible: edge() may return false only if it would do nothing until one of these events.
template <class Module>
class Clocked : public Module, public Sleeper {
 protected:
  /// The arguments are those of Module.
  template <class... Arguments>
  explicit Clocked(Arguments&&... arguments) : Module(std::forward<Arguments>(arguments)...) {
    SC_HAS_PROCESS(Clocked);
    SC_METHOD(tick);
    this->sensitive << this->clk.pos();
    this->dont_initialize();
    SC_METHOD(see_reset);
    this->sensitive << this->reset;
    this->dont_initialize();
  }

  /// One rising edge out of reset. Returns whether the module must see the next edge.
  virtual bool edge() = 0;
  /// One rising edge in reset.
  virtual void clear() = 0;

  void wake_on(const sc_core::sc_event& event) { wake_ |= event; }
  void end_of_elaboration() override { wake_on(roused_); }

 private:
  /// All sleepers could wait for the change of `reset` itself; but then each that wakes is searched for among all.
  void see_reset() {
    if (!awake()) roused_.notify();
  }
  void tick() {
    if (wake_up()) return;  // woken between two edges: acts from the next one on
    if (this->reset.read()) {
      clear();
    } else if (!edge()) {
      fall_asleep();
      this->next_trigger(wake_);
    }
  }

  sc_core::sc_event roused_;
  sc_core::sc_event_or_list wake_;
};

class ClockedPorts : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};      ///< rising edge
  sc_core::sc_in<bool> reset{"reset"};  ///< active high, synchronous

 protected:
  explicit ClockedPorts(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}
};

/// Base of the clocked blocks.
using ClockedBlock = Clocked<ClockedPorts>;

}  // namespace trenza::rtl_models
