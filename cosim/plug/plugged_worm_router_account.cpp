// The accounts of a flit-level router from outside: what came, what is inside, what has crossed.
#include <algorithm>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/plugged_worm_router.h"
#include "microarch/index.h"
#include "rtl_models/common/words.h"
#include "rtl_models/wormhole/route_computation/route_computation.h"

namespace trenza::cosim {

using microarch::FlitWord;
using microarch::index;
using topologies::HeaderWord;

namespace {}  // namespace

int PluggedWormRouter::local_flits_in_flight(int vc) const {
  return injection_.count([vc](const Injected& injected) { return injected.vc == vc; });
}

int PluggedWormRouter::local_credits_in_flight(int vc) const {
  return injection_credits_.count([vc](std::uint32_t returned) { return rtl_models::is_set(returned, vc); });
}

/// The accounts of the cycle that ends.
void PluggedWormRouter::end_cycle() {
  happened_ = false;
  granted_.edge(select, flit);
  for (int o = 0; o <= local(); ++o) {
    if (on_link_[index(o)]) cross(*on_link_[index(o)], o);
  }
  for (auto& account : stored_) {
    if (account) account->end_cycle();
  }
  for (int p = 0; p < inputs(); ++p) {
    for (int vc = 0; vc < shape().vcs; ++vc)
      inputs_[at(p, vc)].owed -= rtl_models::is_set(returned_[index(p)], vc) ? 1 : 0;
  }
  for (int p = 0; p < local(); ++p) {
    if (counters_[index(p)]) {
      const std::uint32_t returned = credit_in[index(p)].read();
      if (counters_[index(p)]->edge(charge[index(p)].read(), returned) != 0) happened_ = true;
      links_.give_credits(p, returned);
    }
    if (in[index(p)] && in[index(p)]->valid.read())
      take(p, static_cast<int>(in[index(p)]->vc.read()), in[index(p)]->flit.read(), in[index(p)]->header.read());
  }
  take_source();
  returned_.assign(returned_.size(), 0);
}

void PluggedWormRouter::take_source() {
  const rtl_models::SourceAccount::Decision decision = terminal_.source().decide();
  const Injected entering = injection_.shift({decision.vc, decision.flit, decision.header});
  if (entering.vc >= 0) take(local(), entering.vc, entering.flit, entering.header);
  const auto edge = terminal_.edge(
      cycle_, decision, injection_credits_.shift(returned_.back()),
      [this](std::size_t e) { return eject_valid[e].read() ? eject_flit[e].read() : FlitWord{0}; },
      [](std::size_t /*e*/, FlitWord own) { return own; });
  happened_ = happened_ || edge.busy;
}

/// A flit has come to an input port.
void PluggedWormRouter::take(int port, int vc, FlitWord word, HeaderWord came) {
  happened_ = true;
  Input& input = inputs_[at(port, vc)];
  rtl_models::InputUnitAccount& account = *stored_[index(port)];
  if (account.occupancy(vc) == account.capacity()) {
    broken("{}: {} flits are inside, {} more than its credits cover", numbers_.in_text(port, vc), account.capacity(),
           kMostBeyondCredits);
  }
  rtl_models::WormRoute route;
  if (microarch::is_head(word)) {
    route = rtl_models::worm_route(place_.topology.routing(), node(), port == local() ? -1 : port,
                                   static_cast<std::uint32_t>(vc), shape().class_vcs, came);
    const std::uint64_t payload = microarch::packet_of(word) & links_.payload_mask();
    const auto [packet, is_new] = packets_.try_emplace(payload);
    if (!is_new) {
      throw PlugError("{}: packets {} and {} are inside at once and look the same; expected more payload_bits",
                      plug_->map.source, microarch::packet_of(packet->second.head), microarch::packet_of(word));
    }
    packet->second.head = word;
    packet->second.header = came;
    packet->second.route = route;
    packet->second.input = port;
    packet->second.vc = vc;
    packet->second.came = cycle_;
    if (input.inside.empty()) input.moved = cycle_;
    input.inside.push_back(payload);
    input.stored.push_back(word);
  }
  account.arrive(static_cast<std::uint32_t>(vc), {word, came, route});
  links_.push(port, vc, word);
  ++input.owed;
}

rtl_models::LaneWord PluggedWormRouter::lane_of(const Departure& departure, int output) const {
  return rtl_models::make_lane(static_cast<int>(at(output, departure.out_vc)), departure.escape);
}

/// A flit was on the link in the cycle that ends.
void PluggedWormRouter::cross(const Departure& departure, int output) {
  happened_ = true;
  Input& input = inputs_[at(departure.input, departure.vc)];
  const auto is_its = [&departure](FlitWord head) {
    return microarch::packet_of(head) == microarch::packet_of(departure.flit);
  };
  if (std::none_of(input.stored.begin(), input.stored.end(), is_its)) return;  // was overtaken
  while (!is_its(input.stored.front())) retire_first(departure.input, departure.vc);
  rtl_models::InputUnitAccount& account = *stored_[index(departure.input)];
  if (microarch::is_head(departure.flit)) account.allocate(index(departure.vc), lane_of(departure, output));
  account.pop(1U << departure.vc);
  ++input.crossed;
  if (!microarch::is_tail(departure.flit)) return;
  input.stored.pop_front();
  input.crossed = 0;
}

/// Takes the first packet of an input VC, which is overtaken, from the account. All of its flits have come.
void PluggedWormRouter::retire_first(int port, int vc) {
  Input& input = inputs_[at(port, vc)];
  rtl_models::InputUnitAccount& account = *stored_[index(port)];
  if (input.crossed == 0) account.allocate(index(vc), rtl_models::make_lane(0, false));
  for (; input.crossed < microarch::length_of(input.stored.front()); ++input.crossed) account.pop(1U << vc);
  account.end_cycle();
  input.stored.pop_front();
  input.crossed = 0;
}

}  // namespace trenza::cosim
