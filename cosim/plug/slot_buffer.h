// The slot `buffer`: one FIFO from outside that holds the flits of one virtual channel, checked in every cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "cosim/plug/foreign_model.h"
#include "microarch/fabric.h"
#include "microarch/flit.h"

namespace trenza::cosim {

/// Throws PlugError if the ports and settings of the block do not fit each other.
void check_buffer(const Plug& plug);

/// Clocks the FIFO once for each cycle of the fabric, and compares what it shows with what went in. A FIFO with a
/// registered output is read one word ahead, so that its front is always there when it may be popped.
class BufferSlot {
 public:
  /// `place`: where it stands; `depth`: flits that must fit. Errors: PlugError, rtl_models::RtlError.
  BufferSlot(std::shared_ptr<const Plug> plug, std::string place, int depth);

  void reset();

  /// Adds the ports of the block to those of waves; `source` calls show_ports().
  void list_ports(const std::string& scope, rtl_models::ProbeSource* source, std::vector<rtl_models::Probe>& probes) {
    model_.list_ports(scope, source, probes);
  }
  /// Shows the ports as they will be at the end of the cycle, when step() is told the same.
  void show_ports(const microarch::FlitWord* push, bool pop);

  /// Ends a cycle: pushes a flit if `push` is not null, and pops the front if `pop` is set. Throws
  /// BrokenContract (plug_error.h).
  void step(microarch::Cycle cycle, const microarch::FlitWord* push, bool pop);

  /// Whether the block shows a front.
  bool shows() const { return shows_; }
  /// That front. The block holds its lowest bits; the other bits are those of `flit`.
  microarch::FlitWord front(microarch::FlitWord flit) const { return (flit & ~mask_) | shown_; }

  /// Whether the block itself tells when a place is free again, in a later cycle than that of the pop.
  bool has_late_credit() const { return credit_ && credit_delay_ > 0; }
  /// Whether the block gives a credit in the cycle that begins.
  bool credit() const { return credit_now_; }

 private:
  struct Word {
    microarch::FlitWord data = 0;
    microarch::Cycle pushed = 0;  ///< by the clock of the block
  };

  /// Whether the FIFO has to show its first word in cycle `at` of its clock.
  bool is_due(microarch::Cycle at) const { return !words_.empty() && words_.front().pushed + write_latency_ <= at; }
  /// Whether the FIFO is popped, when the front that it shows is.
  bool is_popped(bool pop) const { return read_ahead_ ? is_due(ticks_) && (!ahead_ || pop) : pop; }
  void set_push(const microarch::FlitWord* push);
  void rest();
  void check_input(bool push, bool pop);
  void check_credit(bool popped);
  void move(const microarch::FlitWord* push, bool popped, bool pop);
  void look();
  [[noreturn]] void broken(const std::string& what) const;

  std::shared_ptr<const Plug> plug_;
  std::string place_;
  int depth_;
  ForeignModel model_;
  ForeignPort push_;
  ForeignPort data_in_;
  ForeignPort pop_;
  ForeignPort data_out_;
  ForeignPort ready_;
  ForeignPort valid_;
  ForeignPort count_;
  ForeignPort credit_;
  microarch::FlitWord mask_;  ///< of the bits that the block holds
  microarch::Cycle write_latency_;
  bool read_ahead_;
  std::size_t credit_delay_;
  // State.
  microarch::Cycle cycle_ = 0;  ///< of the fabric
  microarch::Cycle ticks_ = 0;  ///< of the block
  std::deque<Word> words_;      ///< in the FIFO itself
  bool ahead_ = false;          ///< one word has been read ahead
  microarch::FlitWord ahead_word_ = 0;
  bool shows_ = false;
  microarch::FlitWord shown_ = 0;
  bool credit_now_ = false;
  std::deque<bool> popped_;  ///< in the last credit_delay cycles, oldest first
  std::uint64_t pushes_ = 0;
  std::uint64_t pops_ = 0;
};

}  // namespace trenza::cosim
