#include "cosim/plug/slot_buffer.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cosim/plug/plug_error.h"
#include "rtl_models/common/kernel_fault.h"
#include "rtl_models/twin/widths.h"

namespace trenza::cosim {

using microarch::Cycle;
using microarch::FlitWord;

void check_buffer(const Plug& plug) {
  const int width = width_of(plug, "data_in");
  if (width > rtl_models::kWordBits)
    throw PlugError("{}: `data_in` has {} bits; expected {} at most", plug.file.name, width, rtl_models::kWordBits);
  check_width(plug, "data_out", width, "as `data_in`");
  for (const char* const control : {"push", "pop", "ready", "valid", "credit"})
    check_width(plug, control, 1, "a control");
  if (width_of(plug, "count") > rtl_models::kWordBits) check_width(plug, "count", rtl_models::kWordBits, "a number");
  if (plug.map.clock.port.empty())
    throw PlugError("{}:1:1: clock: missing; expected the port of the clock, which a buffer has", plug.map.source);
  if (plug.map.has("credit") && plug.map.integer("read_latency") > 0) {
    throw PlugError(
        "{}: `credit` of a block with a registered output comes when a word is read ahead, before it leaves; expected "
        "`credit` or `read_latency: 1`, not both",
        plug.map.source);
  }
}

BufferSlot::BufferSlot(std::shared_ptr<const Plug> plug, std::string place, int depth)
    : plug_(std::move(plug)),
      place_(std::move(place)),
      depth_(depth),
      model_(*plug_),
      push_(model_.port("push")),
      data_in_(model_.port("data_in")),
      pop_(model_.port("pop")),
      data_out_(model_.port("data_out")),
      ready_(model_.port("ready")),
      valid_(model_.port("valid")),
      count_(model_.port("count")),
      credit_(model_.port("credit")),
      mask_(0),
      write_latency_(static_cast<Cycle>(plug_->map.integer("write_latency"))),
      read_ahead_(plug_->map.integer("read_latency") > 0),
      credit_delay_(static_cast<std::size_t>(plug_->map.integer("credit_delay"))) {
  check_buffer(*plug_);
  mask_ = ~FlitWord{0} >> (rtl_models::kWordBits - data_in_.bits());
}

void BufferSlot::reset() {
  push_.set_bits(0);
  pop_.set_bits(0);
  model_.reset();
  words_.clear();
  ahead_ = shows_ = credit_now_ = false;
  popped_.assign(credit_delay_, false);
  pushes_ = pops_ = 0;
}

void BufferSlot::broken(const std::string& what) const {
  rtl_models::throw_through_kernel(BrokenContract(
      fmt::format("{}, {} ({}): cycle {}: {}; {} of {} flits inside, {} pushed, {} popped", place_, plug_->file.name,
                  plug_->file.top, cycle_, what, words_.size() + (ahead_ ? 1 : 0), depth_, pushes_, pops_)));
}

void BufferSlot::check_input(bool push, bool pop) {
  if (push && ready_ && ready_.get_bits() == 0) broken("not ready for a flit that there is room for");
  if (pop && !shows_) broken("a granted packet has no flit to cross: it should be here by the declared latency");
}

void BufferSlot::check_credit(bool popped) {
  if (!credit_ || credit_delay_ > 0) return;
  if ((credit_.get_bits() != 0) == popped) return;
  broken(popped ? "no credit in the cycle of a pop" : "a credit, and nothing is popped");
}

void BufferSlot::set_push(const FlitWord* push) {
  push_.set_bits(push != nullptr ? 1 : 0);
  if (push != nullptr) data_in_.set_number(*push & mask_, 0, data_in_.bits());
}

/// Nothing is pushed or popped.
void BufferSlot::rest() {
  push_.set_bits(0);
  pop_.set_bits(0);
  model_.eval();
}

void BufferSlot::show_ports(const FlitWord* push, bool pop) {
  set_push(push);
  pop_.set_bits(is_popped(pop) ? 1 : 0);
  model_.eval();
  model_.show_ports();
  rest();
}

void BufferSlot::step(Cycle cycle, const FlitWord* push, bool pop) {
  cycle_ = cycle;
  set_push(push);
  // A FIFO with fall-through shows a flit in the cycle of its push. That front is popped in the next cycle at the
  // earliest.
  const bool falls_through = push != nullptr && write_latency_ == 0;
  const bool popped = is_popped(pop);
  model_.eval();
  if (valid_ && !is_due(ticks_) && (valid_.get_bits() != 0) != falls_through) {
    broken(falls_through ? "a flit does not fall through (write_latency: 0)"
                         : "valid, and there is no flit to show yet");
  }
  pop_.set_bits(popped ? 1 : 0);
  model_.eval();
  check_input(push != nullptr, pop);
  check_credit(popped);
  model_.tick();
  move(push, popped, pop);
  rest();
  ++cycle_;
  look();
}

void BufferSlot::move(const FlitWord* push, bool popped, bool pop) {
  if (read_ahead_ && pop) ahead_ = false;
  if (popped) {
    if (read_ahead_) {
      ahead_ = true;
      ahead_word_ = words_.front().data;
    }
    words_.pop_front();
  }
  if (pop) ++pops_;
  if (push != nullptr) {
    words_.push_back({*push & mask_, ticks_});
    ++pushes_;
  }
  if (credit_delay_ > 0) {
    popped_.push_back(popped);
    popped_.pop_front();
  }
  ++ticks_;
}

/// Reads and checks the outputs at the beginning of a cycle, while nothing is pushed or popped.
void BufferSlot::look() {
  const bool due = is_due(ticks_);
  if (valid_ && (valid_.get_bits() != 0) != due)
    broken(due ? "not valid, though a flit is due at the output" : "valid, and there is no flit to show");
  shows_ = read_ahead_ ? ahead_ : due;
  if (shows_) {
    shown_ = data_out_.get_number(0, data_out_.bits());
    const FlitWord expected = read_ahead_ ? ahead_word_ : words_.front().data;
    if (shown_ != expected) {
      broken(fmt::format("shows {:x} where {:x} (packet {}) comes next: a flit is lost or out of order", shown_,
                         expected, microarch::packet_of(expected)));
    }
  }
  if (count_ && count_.get_number(0, count_.bits()) != words_.size())
    broken(fmt::format("counts {} flits, not {}", count_.get_number(0, count_.bits()), words_.size()));
  if (!credit_ || credit_delay_ == 0) return;
  credit_now_ = credit_.get_bits() != 0;
  if (credit_now_ != popped_.front()) {
    broken(credit_now_ ? "a credit that no pop explains"
                       : fmt::format("no credit {} cycles after a pop: it is late or lost", credit_delay_));
  }
}

}  // namespace trenza::cosim
