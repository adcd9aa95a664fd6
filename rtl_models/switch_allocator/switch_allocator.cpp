#include "rtl_models/switch_allocator/switch_allocator.h"

#include "microarch/flow_control/flow_control.h"

namespace trenza::rtl_models {

using microarch::DrawPurpose;
using microarch::RequestMask;

microarch::FabricParameters SwitchAllocator::arbitration_of(microarch::FabricParameters parameters) {
  if (!parameters.allocator.visit([](auto allocator) { return allocator.kPicks; })) {
    parameters.allocator = microarch::AllocatorPolicy::of<microarch::InputFirstAllocator>();
    parameters.arbiter = microarch::ArbiterPolicy::of<microarch::RandomArbiter>();
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
      allocation_(arbitration_of(parameters), ports),
      per_port_(parameters.crossbar.is<microarch::PerPort>()),
      ports_(ports),
      vcs_(parameters.vcs()),
      escape_mask_(parameters.escape_mask()),
      inputs_(parameters.inputs(ports)),
      outputs_(ports + parameters.ejectors),
      owners_(static_cast<std::size_t>(outputs_)),
      arbiters_(allocation_.state_bytes()),
      sequence_(microarch::DrawSequence::instance()),
      requests_(static_cast<std::size_t>(outputs_)),
      winners_(static_cast<std::size_t>(outputs_)),
      select_held_(static_cast<std::size_t>(outputs_)),
      charge_held_(static_cast<std::size_t>(ports)),
      pop_held_(static_cast<std::size_t>(ports)) {
  for (int o = 0; o < outputs_; ++o) {
    output_phases_.push_back(microarch::draw_phase(parameters.seed, DrawPurpose::output_arbiter, router, o));
  }
  for (int p = 0; p < ports_; ++p) {
    port_phases_.push_back(microarch::draw_phase(parameters.seed, DrawPurpose::input_arbiter, router, p));
  }
  SC_HAS_PROCESS(SwitchAllocator);
  SC_METHOD(arbitrate);
  sensitive << output_free << port_busy << again_;
  for (auto& port : pick) sensitive << port;
}

void SwitchAllocator::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(granted_);
}

void SwitchAllocator::clear() {
  for (Owner& owner : owners_) owner = Owner{};
  allocation_.reset(arbiters_.data());
  network_grants_ = escape_grants_ = 0;
  publish_busy();
}

void SwitchAllocator::fill(const std::vector<Owner>& owners) {
  owners_ = owners;
  publish_busy();
}

int SwitchAllocator::keep_vc(int port, RequestMask requests) {
  return allocation_.choose(
      arbiters_.data(), port, requests, [&](int vc) { return port * vcs_ + vc; },
      port_draw(static_cast<std::size_t>(port)),
      [this](int a, int b) { return microarch::older_than(packet_of(a), packet_of(b)); });
}

void SwitchAllocator::decide(const std::vector<std::uint64_t>& requests, std::vector<int>& winners) {
  for (std::size_t o = 0; o < requests.size(); ++o) {
    winners[o] = requests[o] == 0 ? -1
                                  : allocation_.choose_input(arbiters_.data(), static_cast<int>(o), requests[o],
                                                             output_draw(o), [this](int a, int b) {
                                                               return microarch::older_than(packet_of(a), packet_of(b));
                                                             });
  }
}

void SwitchAllocator::arbitrate() {
  for (RequestMask& request : requests_) request = 0;
  microarch::OutputMask requested = 0;
  for (int i = 0; i < inputs_; ++i) {
    const PickWord word = pick[static_cast<std::size_t>(i)].read();
    if (word == 0) continue;
    const auto output = static_cast<std::size_t>(pick_output(word));
    if (owners_[output].flits_left > 0) continue;
    requests_[output] |= RequestMask{1} << i;
    requested |= microarch::OutputMask{1} << output;
  }
  microarch::InputFirstAllocator::reduce(allocation_.shape(), requested, requests_.data(),
                                         [this](int port, RequestMask of_port) { return keep_vc(port, of_port); });
  decide(requests_, winners_);

  RequestMask crossing = 0;
  for (int o = 0; o < outputs_; ++o) {
    const auto output = static_cast<std::size_t>(o);
    const int winner = winners_[output];
    SelectWord selected = 0;
    ChargeWord charged = 0;
    if (owners_[output].flits_left > 0) {
      selected = make_select(owners_[output].input, owners_[output].vc);
    } else if (winner >= 0) {
      const PickWord word = pick[static_cast<std::size_t>(winner)].read();
      selected = make_select(winner, pick_vc(word));
      charged = make_charge(pick_vc(word),
                            microarch::FlowControl::credits_of_packet(is_escape(pick_vc(word)), request_flits(word)));
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
  bool any = false;
  for (int o = 0; o < outputs_; ++o) {
    const auto output = static_cast<std::size_t>(o);
    const SelectWord selected = select[output].read();
    if (selected == 0) continue;
    any = true;
    Owner& owner = owners_[output];
    if (owner.flits_left > 0) {
      --owner.flits_left;
      continue;
    }
    const int input = select_input(selected);
    owner = {input, select_vc(selected), request_flits(pick[static_cast<std::size_t>(input)].read()) - 1};
    allocation_.commit(arbiters_.data(), input, o);
    if (o < ports_) {
      ++network_grants_;
      if (is_escape(owner.vc)) ++escape_grants_;
    }
  }
  if (any) publish_busy();
  return any;
}

void SwitchAllocator::publish_busy() {
  std::uint64_t free = 0;
  std::uint32_t busy = 0;
  for (int o = 0; o < outputs_; ++o) {
    const Owner& owner = owners_[static_cast<std::size_t>(o)];
    if (owner.flits_left == 0) {
      free |= std::uint64_t{1} << o;
    } else if (per_port_ && owner.input < ports_ * vcs_) {
      busy |= 1U << (owner.input / vcs_);
    }
  }
  output_free.write(free);
  port_busy.write(busy);
}

}  // namespace trenza::rtl_models
