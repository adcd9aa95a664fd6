// What the fabric around a flit-level router from outside sees of it.
#include <algorithm>

#include "cosim/plug/plugged_worm_router.h"
#include "microarch/index.h"
#include "rtl_models/common/held_output.h"

namespace trenza::cosim {

using microarch::FlitWord;
using microarch::index;
using rtl_models::write_new;

/// Of several flits of an input VC that have left by different outputs at once, one goes on: the signals of an input VC
/// show one flit.
void PluggedWormRouter::choose_departures() {
  crosses_.assign(crosses_.size(), -1);
  for (int o = 0; o <= local(); ++o) {
    auto& queue = leaving_[index(o)];
    on_link_[index(o)].reset();
    if (queue.empty()) continue;
    int& crosses = crosses_[at(queue.front().input, queue.front().vc)];
    if (crosses >= 0) continue;
    crosses = o;
    on_link_[index(o)] = queue.front();
    queue.pop_front();
  }
}

/// Drives the links, and the signals that observers look at, for the next cycle.
void PluggedWormRouter::show() {
  choose_departures();
  for (int p = 0; p < inputs(); ++p) {
    if (stored_[index(p)]) show_input(p);
  }
  for (int o = 0; o <= local(); ++o) {
    if (has_output(o)) show_output(o);
    if (o < local() && has_output(o)) show_link(o);
  }
  write_new(eject_valid[0], on_link_.back().has_value());
  if (on_link_.back()) write_new(eject_flit[0], on_link_.back()->flit);
  show_held();
}

void PluggedWormRouter::show_input(int port) {
  std::uint32_t pops = 0;
  for (int vc = 0; vc < shape().vcs; ++vc) {
    const std::size_t i = at(port, vc);
    const auto front = stored_[index(port)]->show(index(vc));
    rtl_models::RequestWord asks = front.request;
    rtl_models::LaneWord holds = front.hold;
    rtl_models::LaneWord given = 0;
    if (crosses_[i] >= 0) {
      const Departure& departure = *on_link_[index(crosses_[i])];
      const bool begins = microarch::is_head(departure.flit);
      const rtl_models::LaneWord lane = lane_of(departure, crosses_[i]);
      asks = begins ? rtl_models::make_request(departure.flit) : 0;
      given = begins ? lane : 0;
      holds = begins ? 0 : lane;
      pops |= 1U << vc;
      write_new(flit[i], departure.flit);
      write_new(header[i], departure.header);
    } else if (front.entry != nullptr) {
      write_new(flit[i], front.entry->flit);
      write_new(header[i], front.entry->header);
    }
    if (front.entry != nullptr && microarch::is_head(front.entry->flit)) {
      write_new(route_ports[i], front.entry->route.ports);
      write_new(route_vcs[i], front.entry->route.vcs);
    }
    write_new(request[i], asks);
    write_new(hold[i], holds);
    write_new(grant[i], given);
  }
  write_new(pop[index(port)], pops);
  if (port < local()) write_new(credit_out[index(port)], returned_[index(port)]);
}

void PluggedWormRouter::show_output(int output) {
  const auto& departure = on_link_[index(output)];
  rtl_models::SelectWord selected = 0;
  std::uint32_t begins = 0;
  std::uint32_t ends = 0;
  if (departure) {
    selected = rtl_models::make_worm_select(static_cast<int>(at(departure->input, departure->vc)), departure->out_vc,
                                            departure->escape);
    begins = microarch::is_head(departure->flit) ? 1U << departure->out_vc : 0;
    ends = microarch::is_tail(departure->flit) ? 1U << departure->out_vc : 0;
  }
  write_new(select[index(output)], selected);
  write_new(allocated[index(output)], begins);
  write_new(released[index(output)], ends);
}

void PluggedWormRouter::show_link(int port) {
  const auto& departure = on_link_[index(port)];
  rtl_models::FlitOut& link = *out[index(port)];
  write_new(link.valid, departure.has_value());
  write_new(charge[index(port)], departure ? rtl_models::make_charge(departure->out_vc, 1) : 0U);
  for (int vc = 0; vc < shape().vcs; ++vc)
    write_new(credits[at(port, vc)], static_cast<std::uint32_t>(counters_[index(port)]->count(vc)));
  if (!departure) return;
  write_new(link.vc, static_cast<std::uint32_t>(departure->out_vc));
  if (!microarch::is_head(departure->flit)) {
    write_new(link.flit, departure->flit);
    return;
  }
  write_new(link.flit, microarch::with_next_hop(departure->flit));
  write_new(link.header, place_.topology.routing().advance(node(), departure->header, port, departure->escape));
}

/// An output VC is held by the packet whose head has crossed to it, while flits of it are in the account.
void PluggedWormRouter::show_held() {
  std::vector<std::uint32_t> holders(index(shape().outputs()));
  for (int p = 0; p < inputs(); ++p) {
    for (int vc = 0; stored_[index(p)] && vc < shape().vcs; ++vc) {
      const rtl_models::LaneWord lane = stored_[index(p)]->lane(vc);
      if (lane == 0) continue;
      const int output_vc = rtl_models::lane_output_vc(lane);
      holders[index(output_vc / shape().vcs)] |= 1U << (output_vc % shape().vcs);
    }
  }
  for (std::size_t o = 0; o < holders.size(); ++o) write_new(held[o], holders[o]);
}

/// Whether anything happens, or will without anything new.
bool PluggedWormRouter::is_busy() const {
  const auto some = [](const auto& all, const auto& is) { return std::any_of(all.begin(), all.end(), is); };
  return happened_ || !packets_.empty() || some(inputs_, [](const Input& input) { return input.owed > 0; }) ||
         some(on_link_, [](const auto& departure) { return departure.has_value(); }) ||
         some(leaving_, [](const auto& queue) { return !queue.empty(); }) ||
         some(injection_.values(), [](const Injected& injected) { return injected.vc >= 0; }) ||
         some(injection_credits_.values(), [](std::uint32_t vcs) { return vcs != 0; });
}

/// The router never sleeps, but counts as awake only while its signals change, or did so at the last edge.
void PluggedWormRouter::stay_awake(bool busy) {
  const bool awake = busy || busy_;
  if (awake != awake_) awake_blocks() += awake ? 1 : -1;
  awake_ = awake;
  busy_ = busy;
}

}  // namespace trenza::cosim
