#include "rtl_models/switch_allocator/switch_allocator.h"

#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

using microarch::DrawPurpose;
using microarch::RequestMask;

microarch::FabricParameters SwitchAllocator::arbitration_of(microarch::FabricParameters parameters) {
  const bool picks = parameters.allocator.visit([](auto allocator) { return allocator.kPicks; });
  if (!picks || parameters.two_steps()) {
    parameters.allocator = microarch::AllocatorPolicy::of<microarch::InputFirstAllocator>();
    parameters.arbiter = microarch::ArbiterPolicy::of<microarch::FixedArbiter>();
    parameters.transit_guard = 0;
  }
  return parameters;
}

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                                 int ports, int router)
    : ClockedBlock(name),
      pick("pick", static_cast<std::size_t>(parameters.inputs(ports))),
      select("select", static_cast<std::size_t>(ports + parameters.ejectors)),
      pop("pop", static_cast<std::size_t>(ports)),
      charge("charge", static_cast<std::size_t>(ports)),
      grants_(arbitration_of(parameters), ports, router),
      ports_(ports),
      vcs_(parameters.vcs()),
      escape_mask_(parameters.escape_mask()),
      charges_(!parameters.two_steps()),
      inputs_(parameters.inputs(ports)),
      outputs_(ports + parameters.ejectors),
      output_draws_(parameters.seed, DrawPurpose::output_arbiter, router, static_cast<std::size_t>(outputs_)),
      row_draws_(parameters.seed, DrawPurpose::input_arbiter, router,
                 static_cast<std::size_t>(grants_.allocation().shape().network_rows())),
      requests_(static_cast<std::size_t>(outputs_)),
      winners_(static_cast<std::size_t>(outputs_)),
      select_held_(static_cast<std::size_t>(outputs_)),
      charge_held_(static_cast<std::size_t>(ports)),
      pop_held_(static_cast<std::size_t>(ports)) {
  SC_HAS_PROCESS(SwitchAllocator);
  SC_METHOD(arbitrate);
  sensitive << output_free << input_busy << again_;
  for (auto& port : pick) sensitive << port;
}

void SwitchAllocator::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(granted_);
}

void SwitchAllocator::clear() {
  grants_.clear();
  publish_busy();
}

int SwitchAllocator::keep_vc(int row, RequestMask requests) {
  const int port = row / grants_.allocation().shape().port_rows;
  return grants_.allocation().choose(
      grants_.arbiters().data(), row, requests, [&](int vc) { return port * vcs_ + vc; },
      row_draw(static_cast<std::size_t>(row)),
      [this](int a, int b) { return microarch::older_than(packet_of(a), packet_of(b)); },
      [this](int input) { return flits_of(input); });
}

void SwitchAllocator::decide(const std::vector<std::uint64_t>& requests, std::vector<int>& winners) {
  for (std::size_t o = 0; o < requests.size(); ++o) {
    winners[o] = -1;
    if (requests[o] == 0) continue;
    winners[o] = grants_.allocation().choose_input(
        grants_.arbiters().data(), static_cast<int>(o), requests[o], output_draw(o),
        [this](int a, int b) { return microarch::older_than(packet_of(a), packet_of(b)); },
        [this](int input) { return flits_of(input); });
  }
}

void SwitchAllocator::arbitrate() {
  for (RequestMask& request : requests_) request = 0;
  microarch::OutputMask requested = 0;
  for (int i = 0; i < inputs_; ++i) {
    const PickWord word = pick[static_cast<std::size_t>(i)].read();
    if (word == 0) continue;
    const int picked = pick_output(word);
    if (grants_.flits_left(picked) > 0) continue;
    const auto output = static_cast<std::size_t>(picked);
    requests_[output] |= RequestMask{1} << i;
    requested |= microarch::OutputMask{1} << output;
  }
  microarch::InputFirstAllocator::reduce(grants_.allocation().shape(), requested, requests_.data(),
                                         grants_.allocation().guarded(grants_.arbiters().data()),
                                         [this](int row, int /*first*/, RequestMask vcs) { return keep_vc(row, vcs); });
  decide(requests_, winners_);

  RequestMask crossing = 0;
  for (int o = 0; o < outputs_; ++o) {
    const auto output = static_cast<std::size_t>(o);
    const int winner = winners_[output];
    SelectWord selected = 0;
    ChargeWord charged = 0;
    if (const GrantAccount::Owner& owner = grants_.owner(o); owner.flits_left > 0) {
      selected = make_select(owner.input, owner.vc);
    } else if (winner >= 0) {
      const PickWord word = pick[static_cast<std::size_t>(winner)].read();
      selected = make_select(winner, pick_vc(word));
      if (charges_) {
        charged = make_charge(pick_vc(word),
                              microarch::FlowControl::credits_of_packet(is_escape(pick_vc(word)), request_flits(word)));
      }
    }
    select_held_.write(select, output, selected);
    if (o < ports_) charge_held_.write(charge, output, charged);
    if (selected != 0) crossing |= RequestMask{1} << select_input(selected);
  }
  const RequestMask vcs_mask = (RequestMask{1} << vcs_) - 1;
  for (int p = 0; p < ports_; ++p) {
    pop_held_.write(pop, static_cast<std::size_t>(p), static_cast<std::uint32_t>((crossing >> (p * vcs_)) & vcs_mask));
  }
  pop_injector_held_.write(pop_injector, static_cast<std::uint32_t>(crossing >> (ports_ * vcs_)));
  if (crossing != 0) note_crossing();
}

bool SwitchAllocator::edge() {
  if (!grants_.edge(select, pick)) return false;
  publish_busy();
  return true;
}

void SwitchAllocator::publish_busy() {
  output_free.write(grants_.output_free());
  input_busy.write(grants_.input_busy());
}

}  // namespace trenza::rtl_models
