// Section 7 of the page: the sources of the machine of flit_oracle.h.
#include "tests/oracle/flit_oracle.h"

namespace oracle {
namespace flit {

std::uint64_t Simulator::offer(int source, int destination, int flits, std::uint64_t tag, int message_class) {
  detail::refuse(source < 0 || source >= nodes() || destination < 0 || destination >= nodes(), "no such node");
  detail::refuse(flits < 1 || flits > config.max_packet_flits, "packet length out of range");
  detail::refuse(message_class < 0 || message_class >= config.message_classes, "no such message class");
  Source& from = sources[at(source)];
  auto packet = std::make_shared<Packet>();
  packet->source = source;
  packet->destination = destination;
  packet->number = from.offered++;
  packet->flits = flits;
  packet->message_class = message_class;
  packet->created = cycle;
  packet->tag = tag;
  packet->header = routing.first_header(source, destination, packet->number);
  from.queues[at(message_class)].push_back(packet);
  return packet->number;
}

// The usable local input VC that the next packet of a class takes, or -1: the first after the one last taken.
int Simulator::usable_vc(const Source& source, int message_class) const {
  const int n = config.virtual_channels;
  const int needed = config.reallocation == Reallocation::atomic ? config.buffer_flits : 1;
  for (int k = 1; k <= n; ++k) {
    const int vc = message_class * n + (source.last_taken[at(message_class)] + k) % n;
    const Source::LocalVc& local = source.vcs[at(vc)];
    if (!local.in_progress && local.credits >= needed) return vc;
  }
  return -1;
}

// The front packet of a class takes a local input VC.
void Simulator::take(Source& source, int vc, int message_class) const {
  Source::LocalVc& local = source.vcs[at(vc)];
  local.in_progress = source.queues[at(message_class)].front();
  local.next_flit = 0;
  source.queues[at(message_class)].pop_front();
  source.last_taken[at(message_class)] = vc % config.virtual_channels;
}

void Simulator::send(int node) {
  Source& source = sources[at(node)];
  const int classes = config.message_classes;
  if (config.injection_mode == InjectionMode::side_by_side) {
    for (int c = 0; c < classes; ++c)
      for (int vc = usable_vc(source, c); vc >= 0 && !source.queues[at(c)].empty(); vc = usable_vc(source, c))
        take(source, vc, c);
    for (int k = 0; k < V; ++k) {
      const int vc = (source.pointer + k) % V;
      if (!source.vcs[at(vc)].in_progress || source.vcs[at(vc)].credits == 0) continue;
      send_flit(node, vc);
      source.pointer = (vc + 1) % V;
      return;
    }
    return;
  }

  const auto in_progress = [&] {
    for (int vc = 0; vc < V; ++vc)
      if (source.vcs[at(vc)].in_progress) return vc;
    return -1;
  };
  for (int k = 0; k < classes && in_progress() < 0; ++k) {
    const int c = (source.next_class + k) % classes;
    const int vc = usable_vc(source, c);
    if (source.queues[at(c)].empty() || vc < 0) continue;
    take(source, vc, c);
    source.next_class = (c + 1) % classes;
    break;
  }
  const int vc = in_progress();
  if (vc >= 0 && source.vcs[at(vc)].credits > 0) send_flit(node, vc);
}

void Simulator::send_flit(int node, int vc) {
  Source::LocalVc& local = sources[at(node)].vcs[at(vc)];
  const Flit flit{local.in_progress, local.next_flit++};
  require(--local.credits >= 0, "credit underflow at a source");
  if (flit.is_head()) flit.packet->entered = cycle;
  if (flit.is_tail()) local.in_progress = nullptr;
  const int input = P * V + vc;
  if (config.injection_delay == 0)
    store(routers[at(node)].inputs[at(input)], flit);
  else
    flits_under_way.add(cycle + word(config.injection_delay), {node, input, flit});
}

}  // namespace flit
}  // namespace oracle
