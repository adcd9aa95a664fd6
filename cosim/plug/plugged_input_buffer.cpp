#include <fmt/core.h>

#include <algorithm>
#include <deque>

#include "cosim/plug/plugged_blocks.h"
#include "cosim/plug/slot_buffer.h"
#include "microarch/flow_control/flow_control.h"
#include "microarch/place_names.h"

namespace trenza::cosim {

namespace {

using microarch::FlitWord;
using rtl_models::BufferAccount;
using rtl_models::InputBuffer;

class PluggedInputBuffer : public InputBuffer, private rtl_models::ProbeSource {
 public:
  PluggedInputBuffer(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                     const std::shared_ptr<const Plug>& plug)
      : InputBuffer(name, place.parameters.vcs(), place.parameters.escape_mask(), place.parameters.buffer_flits(),
                    place.parameters.router_delay),
        parameters_(place.parameters),
        uncredited_(static_cast<std::size_t>(place.parameters.vcs())) {
    for (int vc = 0; vc < place.parameters.vcs(); ++vc) {
      slots_.emplace_back(plug, fmt::format("{}.vc{}", this->name(), vc), place.parameters.buffer_flits());
    }
    late_credit_ = slots_.front().has_late_credit();
    show_in_waves(*this, fmt::format("plug_buffer.{}", basename()), *this);
  }

  int held_credits(int vc) const override {
    if (!late_credit_) return 0;
    const auto& flits = uncredited_[static_cast<std::size_t>(vc)];
    const bool on_its_way = ((credit.read() >> vc) & 1U) != 0;
    return static_cast<int>(std::count(flits.begin(), flits.end(), true)) + (on_its_way ? 1 : 0);
  }

 private:
  bool edge() override {
    const microarch::Cycle now = cycle();
    const bool arriving = in.valid.read();
    const std::uint32_t arriving_vc = in.vc.read();
    const FlitWord arriving_flit = in.flit.read();
    const std::uint32_t popped = pop.read();
    for (std::size_t vc = 0; vc < slots_.size(); ++vc) {
      const bool leaves = ((popped >> vc) & 1U) != 0;
      if (leaves && late_credit_) {
        const bool escape = ((escape_mask() >> vc) & 1U) != 0;
        uncredited_[vc].push_back(microarch::FlowControl::returns_credit(escape, microarch::is_tail(flit[vc].read())));
      }
      slots_[vc].step(now, arriving && arriving_vc == vc ? &arriving_flit : nullptr, leaves);
    }
    InputBuffer::edge();
    for (std::size_t vc = 0; vc < slots_.size(); ++vc) drive_front(vc);
    if (late_credit_) show_late_credits();
    return true;
  }

  void clear() override {
    for (BufferSlot& slot : slots_) slot.reset();
    for (auto& flits : uncredited_) flits.clear();
    InputBuffer::clear();
  }

  void list_probes(const std::string& scope, std::vector<rtl_models::Probe>& probes) override {
    for (std::size_t vc = 0; vc < slots_.size(); ++vc)
      slots_[vc].list_ports(scope + "." + microarch::vc_name(parameters_, static_cast<int>(vc)), this, probes);
  }

  void show_probes() override {
    const FlitWord arriving = in.flit.read();
    for (std::size_t vc = 0; vc < slots_.size(); ++vc) {
      const bool pushed = in.valid.read() && in.vc.read() == vc;
      slots_[vc].show_ports(pushed ? &arriving : nullptr, ((pop.read() >> vc) & 1U) != 0);
    }
  }

  void drive_front(std::size_t vc) override {
    const BufferAccount::Entry* const entry = account().front(vc);
    if (entry == nullptr || !slots_[vc].shows()) {
      show_nothing(vc);
      return;
    }
    BufferAccount::Entry shown = *entry;
    shown.flit = slots_[vc].front(entry->flit);
    show_entry(vc, shown);
  }

  void drive_credit() override {
    if (!late_credit_) InputBuffer::drive_credit();
  }

  microarch::Cycle cycle() const {
    const auto* const router = dynamic_cast<const rtl_models::RouterPorts*>(get_parent_object());
    return router == nullptr ? 0 : router->cycle.read();
  }

  void show_late_credits() {
    std::uint32_t credits = 0;
    for (std::size_t vc = 0; vc < slots_.size(); ++vc) {
      if (!slots_[vc].credit()) continue;
      if (uncredited_[vc].front()) credits |= 1U << vc;
      uncredited_[vc].pop_front();
    }
    show_credit(credits);
  }

  const microarch::FabricParameters parameters_;
  std::vector<BufferSlot> slots_;  // by VC
  bool late_credit_ = false;
  std::vector<std::deque<bool>> uncredited_;  // by VC, for each flit that left: whether it returns a credit
};

}  // namespace

std::unique_ptr<InputBuffer> make_plugged_input_buffer(const char* name, const rtl_models::RouterPlace& place,
                                                       const std::shared_ptr<const Plug>& plug) {
  return std::make_unique<PluggedInputBuffer>(name, place, plug);
}

}  // namespace trenza::cosim
