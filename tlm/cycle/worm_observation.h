// What an engine of the flit-level machine tells of itself: audits, waiting heads, its whole state as bytes.
#pragma once

#include <fmt/core.h>

#include <type_traits>
#include <vector>

#include "microarch/flit.h"
#include "tlm/cycle/worm_engine_of.h"

namespace trenza::tlm {

/// Writes and reads the events of a wheel; `now` is the cycle that comes next.
template <class Event>
void archive_line(const DelayLine<Event>& line, Cycle now, microarch::ArchiveWriter& archive) {
  std::vector<Cycle> cycles;
  std::vector<Event> events;
  line.for_each(now, [&](Cycle cycle, const Event& event) {
    cycles.push_back(cycle);
    events.push_back(event);
  });
  archive(cycles, events);
}
template <class Event>
void archive_line(DelayLine<Event>& line, Cycle now, microarch::ArchiveReader& archive) {
  std::vector<Cycle> cycles;
  std::vector<Event> events;
  archive(cycles, events);
  for (std::size_t k = 0; k < events.size(); ++k) line.add_due(std::max(now, cycles[k]), events[k]);
}

template <class Mask>
template <class Self, class Archive>
void WormEngineOf<Mask>::state(Self& self, Archive& archive) {
  archive.mark("flit-level engine");
  archive(self.now_, self.packets_, self.sources_, self.network_grants_, self.escape_grants_, self.channel_flits_,
          self.memory_, self.active_);
  archive.mark("events");
  for (auto& line : self.flits_) archive_line(line, self.now_, archive);
  archive_line(self.credits_, self.now_, archive);
  archive_line(self.source_credits_, self.now_, archive);
  archive_line(self.routes_, self.now_, archive);
  archive_line(self.starts_, self.now_, archive);
  archive_line(self.ejections_, self.now_, archive);
  archive.mark("stalls");
  bool counts = self.stalls_ != nullptr;
  archive(counts);
  if (!counts) return;
  if constexpr (!std::is_const_v<Self>) {
    if (!self.stalls_) self.count_stalls(microarch::StallDetail::totals);
  }
  archive(*self.stalls_);
}

/// Credits of each output VC of a network port, and of each source: where they are. Holders: that they hold.
template <class Mask>
std::vector<std::string> WormEngineOf<Mask>::audit() const {
  std::vector<std::string> faults;
  const topologies::Graph& graph = topology_.graph();
  const std::size_t inputs = microarch::index(shape_.inputs());
  // By router and input VC: flits and credits under way.
  std::vector<int> flying(memory_.routers() * inputs, 0);
  for (const auto& line : flits_)
    line.for_each(now_, [&](Cycle, const FlitArrival& event) { ++flying[event.router * inputs + event.input]; });
  source_credits_.for_each(
      now_, [&](Cycle, const VcEvent& event) { ++flying[event.router * inputs + network_inputs() + event.vc]; });
  credits_.for_each(now_, [&](Cycle, const VcEvent& event) {
    const FarPort& far = wiring_.downstream(event.router, static_cast<int>(port_of(event.vc)));
    ++flying[far.router * inputs + far.first_vc + event.vc % static_cast<std::uint32_t>(shape_.vcs)];
  });
  const auto check = [&](const std::string& place, std::uint32_t router, std::uint32_t input, int credits) {
    const int stored = memory_.inputs(router)[input].flits;
    const int sum = credits + stored + flying[router * inputs + input];
    if (sum == depth_) return;
    faults.push_back(fmt::format("{}: {} credits, {} flits stored and {} flits and credits under way, but {} in all",
                                 place, credits, stored, flying[router * inputs + input], depth_));
  };
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const auto router = static_cast<std::uint32_t>(node);
    for (int vc = 0; vc < shape_.vcs; ++vc) {
      check(fmt::format("source of r_{} vc{}", topology_.node_name(node), vc), router,
            network_inputs() + static_cast<std::uint32_t>(vc), sources_.credits(router, vc));
    }
    for (int port = 0; port < shape_.ports; ++port) {
      if (!graph.has_out(node, port)) continue;
      const FarPort& far = wiring_.downstream(router, port);
      for (int vc = 0; vc < shape_.vcs; ++vc) {
        const WormOutput& output = memory_.outputs(router)[port * shape_.vcs + vc];
        check(fmt::format("r_{} {} vc{}", topology_.node_name(node), topology_.port_name(port), vc), far.router,
              far.first_vc + static_cast<std::uint32_t>(vc), output.credits);
      }
    }
    for (std::uint32_t vc = 0; vc < static_cast<std::uint32_t>(shape_.output_vcs()); ++vc) {
      const WormOutput& output = memory_.outputs(router)[vc];
      const bool held = output.holder != kNoInput;
      if (held && memory_.inputs(router)[output.holder].output_vc == vc && !has(memory_.sets(router).free, vc))
        continue;
      if (held)
        faults.push_back(
            fmt::format("r_{} output VC {}: it has no holder that holds it", topology_.node_name(node), vc));
    }
  }
  return faults;
}

template <class Mask>
std::vector<microarch::WaitingHead> WormEngineOf<Mask>::heads_at(topologies::NodeId node) const {
  std::vector<microarch::WaitingHead> heads;
  const auto router = static_cast<std::uint32_t>(node);
  const Sets& sets = memory_.sets(router);
  const auto target = [&](std::uint32_t output_vc, bool available) {
    const auto port = static_cast<int>(port_of(output_vc));
    return microarch::WaitTarget{port, static_cast<int>(output_vc) - port * shape_.vcs, available ? 1 : 0, 1, true};
  };
  for (Mask rest = sets.occupied; rest != 0; drop_lowest(rest)) {
    const std::uint32_t input = lowest(rest);
    const bool waits = has(sets.waiting, input);
    const bool holds = has(sets.fresh | sets.active, input);
    if (!waits && !holds) continue;
    const WormInput<Mask>& vc = memory_.inputs(router)[input];
    const PacketIndex index = packet_of(memory_.front(router, input));
    const TravellingPacket& packet = packets_[index];
    const PacketRecord& record = packets_.record(index);
    microarch::WaitingHead head{
        node, static_cast<int>(input), record.source, record.destination, record.number, packet.flits, {}, {}, {}};
    head.text = microarch::flit_text(microarch::make_flit(packet.identity, packet.flits, 0),
                                     microarch::flit_place(topology_.node_name(record.source)),
                                     microarch::flit_place(topology_.node_name(record.destination)),
                                     static_cast<int>(input) % shape_.vcs, packet.hops);
    if (holds) {
      head.targets.push_back(target(vc.output_vc, has(sets.credited, input)));
    } else {
      const Mask free = free_for(router, input, sets.free);
      for (Mask wanted = vc.tiers[0] | vc.tiers[1]; wanted != 0; drop_lowest(wanted))
        head.targets.push_back(target(lowest(wanted), has(free, lowest(wanted))));
    }
    heads.push_back(head);
  }
  return heads;
}

template <class Mask>
microarch::WaitSnapshot WormEngineOf<Mask>::waiting() const {
  microarch::WaitSnapshot snapshot;
  const auto inputs = static_cast<std::uint32_t>(shape_.inputs());
  for (std::uint32_t router = 0; router < memory_.routers(); ++router) {
    for (microarch::WaitingHead& head : heads_at(static_cast<topologies::NodeId>(router)))
      snapshot.heads.push_back(std::move(head));
    const Sets& sets = memory_.sets(router);
    for (std::uint32_t input = 0; input < inputs; ++input) {
      // Empty, or on its way through a delay.
      const Mask still = sets.occupied & (sets.waiting | sets.fresh | sets.active);
      if (!has(still, input)) snapshot.moving_inputs.push_back(std::uint64_t{router} * inputs + input);
    }
  }
  const auto output_vcs = static_cast<std::uint64_t>(shape_.output_vcs());
  credits_.for_each(now_, [&](Cycle, const VcEvent& event) {
    snapshot.credits_in_flight.push_back(event.router * output_vcs + event.vc);
  });
  return snapshot;
}

}  // namespace trenza::tlm
