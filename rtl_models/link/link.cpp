#include "rtl_models/link/link.h"

#include "microarch/flit.h"

namespace trenza::rtl_models {

Link::Link(const sc_core::sc_module_name& name, int delay)
    : ClockedBlock(name), inner_(static_cast<std::size_t>(delay - 1)) {}

void Link::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(in.valid.value_changed_event());
}

void Link::clear() {
  for (Stage& stage : inner_) stage = Stage{};
  occupied_ = 0;
  flits_ = 0;
  drive({});
}

bool Link::edge() {
  Stage arriving;
  arriving.valid = in.valid.read();
  if (arriving.valid) {
    ++flits_;
    arriving.vc = in.vc.read();
    arriving.flit = in.flit.read();
    arriving.header = in.header.read();
    if (microarch::is_head(arriving.flit)) hops_ = microarch::hops_of(arriving.flit);
  }
  if (inner_.empty()) {
    drive(arriving);
    return arriving.valid;
  }
  Stage& stage = inner_[next_];
  const bool leaving = stage.valid;
  drive(stage);
  occupied_ += (arriving.valid ? 1 : 0) - (leaving ? 1 : 0);
  stage = arriving;
  next_ = next_ + 1 == inner_.size() ? 0 : next_ + 1;
  return arriving.valid || leaving || occupied_ > 0;
}

void Link::drive(const Stage& leaving) {
  if (leaving.valid) {
    vc_held_.write(out.vc, leaving.vc);
    out.flit.write(leaving.flit);
    header_held_.write(out.header, leaving.header);
  }
  valid_held_.write(out.valid, leaving.valid);
}

int Link::in_flight(int vc, bool tails) const {
  int count = 0;
  const auto add = [&](bool valid, std::uint32_t of, std::uint64_t flit) {
    if (valid && of == static_cast<std::uint32_t>(vc) && (!tails || microarch::is_tail(flit))) ++count;
  };
  for (const Stage& stage : inner_) add(stage.valid, stage.vc, stage.flit);
  add(out.valid.read(), out.vc.read(), out.flit.read());
  return count;
}

CreditLink::CreditLink(const sc_core::sc_module_name& name, int stages)
    : ClockedBlock(name), inner_(static_cast<std::size_t>(stages - 1)) {}

void CreditLink::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(credit_in.value_changed_event());
}

void CreditLink::clear() {
  for (std::uint32_t& stage : inner_) stage = 0;
  occupied_ = 0;
  drive(0);
}

bool CreditLink::edge() {
  const std::uint32_t arriving = credit_in.read();
  std::uint32_t leaving = arriving;
  if (!inner_.empty()) {
    leaving = inner_[next_];
    inner_[next_] = arriving;
    occupied_ += (arriving != 0 ? 1 : 0) - (leaving != 0 ? 1 : 0);
    next_ = next_ + 1 == inner_.size() ? 0 : next_ + 1;
  }
  drive(leaving);
  return arriving != 0 || leaving != 0 || occupied_ > 0;
}

int CreditLink::in_flight(int vc) const {
  int count = static_cast<int>((credit_out.read() >> vc) & 1U);
  for (const std::uint32_t stage : inner_) count += static_cast<int>((stage >> vc) & 1U);
  return count;
}

}  // namespace trenza::rtl_models
