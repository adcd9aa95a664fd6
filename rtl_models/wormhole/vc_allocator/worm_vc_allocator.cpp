#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator.h"

#include <array>

#include "microarch/index.h"
#include "microarch/wormhole/worm_vc_allocation.h"

namespace trenza::rtl_models {

using microarch::clear_bit;
using microarch::DrawPurpose;
using microarch::drop_lowest;
using microarch::has_bit;
using microarch::index;
using microarch::lowest_bit;
using microarch::set_bit;

WormVcAllocator::WormVcAllocator(const sc_core::sc_module_name& name, const WormPlace& place)
    : ClockedBlock(name),
      request("request", index(place.shape().inputs())),
      route_ports("route_ports", index(place.shape().inputs())),
      route_vcs("route_vcs", index(place.shape().inputs())),
      held("held", index(place.shape().outputs())),
      credits("credits", index(looks_at_credits(place.parameters) ? place.shape().network_inputs() : 0)),
      grant("grant", index(place.shape().inputs())),
      allocated("allocated", index(place.shape().outputs())),
      wish("wish", index(place.parameters.pipeline.is<microarch::SpeculativePipeline>() ? place.shape().inputs() : 0)),
      place_(place),
      shape_(place.shape()),
      availability_(place.topology, place.parameters, place.node),
      grant_held_(grant.size()),
      allocated_held_(allocated.size()),
      wish_held_(wish.size()) {
  SC_HAS_PROCESS(WormVcAllocator);
  SC_METHOD(allocate);
  for (auto& port : request) sensitive << port;
  for (auto& port : route_ports) sensitive << port;  // after the request where flits fall through
  for (auto& port : route_vcs) sensitive << port;
  for (auto& port : held) sensitive << port;
  for (auto& port : credits) sensitive << port;
  dont_initialize();
}

void WormVcAllocator::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(grants_);
}

void WormVcAllocator::allocate() {
  granted_ = decide();
  if (granted_) grants_.notify(sc_core::SC_ZERO_TIME);
}

bool WormVcAllocator::edge() {
  if (granted_) commit();
  return granted_;
}

namespace {

template <class Mask>
class WormVcAllocatorOf final : public WormVcAllocator {
 public:
  WormVcAllocatorOf(const char* name, const WormPlace& place)
      : WormVcAllocator(name, place),
        allocation_(place.parameters, place.ports()),
        state_(allocation_.state_bytes()),
        ring_vcs_(availability_.ring_vcs<Mask>()),
        requests_(index(shape_.inputs())),
        tiers_(index(shape_.inputs())) {
    reset_arbiters();
  }

  // What the allocation sees (microarch/wormhole/worm_vc_allocation.h).
  const Mask& requests(int input) const { return requests_[index(input)]; }
  bool older(int a, int b) const {
    return microarch::older_than(request_packet(request[index(a)].read()), request_packet(request[index(b)].read()));
  }
  microarch::Cycle cycle_number() const { return cycle.read(); }

 private:
  struct View {
    const WormVcAllocatorOf& block;
    const Mask& requests(int input) const { return block.requests(input); }
    bool older(int a, int b) const { return block.older(a, b); }
    microarch::Cycle cycle() const { return block.cycle_number(); }
    std::uint16_t draw(DrawPurpose purpose, int at) const { return block.place_.draw(cycle(), purpose, at); }
  };
  using Tiers = std::array<Mask, microarch::kWormTiers>;

  /// What a head may have.
  Tiers candidates(std::size_t input) const {
    const int message_class = shape_.class_of(static_cast<int>(input) % shape_.vcs);
    const WormRoute route{route_ports[input].read(), route_vcs[input].read()};
    if (has_arrived(route)) return {shape_.ejection<Mask>(message_class), Mask(0)};
    return {shape_.candidates<Mask>(tier_of(route, 0), message_class),
            shape_.candidates<Mask>(tier_of(route, 1), message_class)};
  }

  /// Output VCs that nobody holds, and that have the credits which all heads need alike.
  Mask free() const {
    Mask free = 0;
    const std::uint32_t all = static_cast<std::uint32_t>(microarch::low_bits(shape_.vcs));
    for (int o = 0; o < shape_.outputs(); ++o) free |= Mask{all & ~held[index(o)].read()} << (o * shape_.vcs);
    if (credits.size() == 0) return free;
    for (Mask rest = free & microarch::low_bits<Mask>(shape_.network_inputs()); rest != 0; drop_lowest(rest)) {
      const int vc = lowest_bit(rest);
      if (!availability_.depends(vc) && lacks_credits(0, vc, 0)) clear_bit(free, vc);
    }
    return free;
  }
  /// Those of `free` that are free for the head of an input VC.
  Mask free_for(int input, Mask free) const {
    const Tiers& tiers = tiers_[index(input)];
    for (Mask rest = (tiers[0] | tiers[1]) & free & ring_vcs_; rest != 0; drop_lowest(rest)) {
      const int vc = lowest_bit(rest);
      if (lacks_credits(input, vc, request_flits(request[index(input)].read()))) clear_bit(free, vc);
    }
    return free;
  }
  bool lacks_credits(int input, int output_vc, int flits) const {
    return credits[index(output_vc)].read() < index(availability_.credits_needed(input, output_vc, flits));
  }

  bool decide() override {
    Mask waiting = 0;
    Mask free_vcs = 0;
    bool any = false;
    for (std::size_t i = 0; i < request.size(); ++i) {
      requests_[i] = 0;
      if (request[i].read() == 0) continue;
      if (!any) free_vcs = free();
      any = true;
      tiers_[i] = candidates(i);
      const auto input = static_cast<int>(i);
      requests_[i] =
          microarch::vc_requests(place_.parameters.wormhole.vc_requests, tiers_[i].data(), free_for(input, free_vcs),
                                 [&] { return place_.draw(cycle.read(), DrawPurpose::vc_request, input); });
      if (requests_[i] != 0) set_bit(waiting, static_cast<int>(i));
    }
    if (!any && !shows_) return false;
    shows_ = any;
    for (std::size_t i = 0; i < wish.size(); ++i) wish_held_.write(wish, i, outputs_of(requests_[i]));
    allocation_.compute(waiting, state_.data(), View{*this}, matching_);
    show();
    return matching_.size() != 0;
  }

  /// Outputs at which one of the output VCs has a credit.
  microarch::OutputMask outputs_of(const Mask& output_vcs) const {
    microarch::OutputMask outputs = 0;
    for (Mask rest = output_vcs; rest != 0; drop_lowest(rest)) {
      const int vc = lowest_bit(rest);
      if (vc >= shape_.network_inputs() || credits[index(vc)].read() != 0)
        outputs |= microarch::OutputMask{1} << (vc / shape_.vcs);
    }
    return outputs;
  }

  void show() {
    lanes_.assign(grant.size(), 0);
    taken_.assign(allocated.size(), 0);
    for (const auto& pair : matching_) {
      const auto input = static_cast<std::size_t>(pair.input);
      const int output_vc = static_cast<int>(pair.output);
      const bool escape = has_bit(tiers_[input][topologies::RouteChoice::kEscape], output_vc);
      lanes_[input] = make_lane(output_vc, escape);
      taken_[index(output_vc / shape_.vcs)] |= 1U << (output_vc % shape_.vcs);
    }
    for (std::size_t i = 0; i < lanes_.size(); ++i) grant_held_.write(grant, i, lanes_[i]);
    for (std::size_t o = 0; o < taken_.size(); ++o) allocated_held_.write(allocated, o, taken_[o]);
  }

  void commit() override { allocation_.commit(state_.data(), matching_); }
  void reset_arbiters() override { allocation_.reset(state_.data()); }

  microarch::WormVcAllocation<Mask> allocation_;
  std::vector<std::uint8_t> state_;
  Mask ring_vcs_;
  std::vector<Mask> requests_;  // by input VC
  std::vector<Tiers> tiers_;
  microarch::BasicMatching<Mask> matching_;
  bool shows_ = false;  // the outputs may be other than 0
  std::vector<LaneWord> lanes_;
  std::vector<std::uint32_t> taken_;
};

}  // namespace

std::unique_ptr<WormVcAllocator> make_worm_vc_allocator(const char* name, const WormPlace& place) {
  return make_for_masks<WormVcAllocator, WormVcAllocatorOf>(name, place);
}

}  // namespace trenza::rtl_models
