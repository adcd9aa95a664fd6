#include "dpi/fabric_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "dpi/proof_gate.h"
#include "dpi/state_file.h"
#include "microarch/hash.h"

namespace trenza::dpi {

namespace {

const settings::RunConfiguration& only_run(const settings::Configuration& configuration) {
  if (configuration.runs.size() == 1) return configuration.runs.front();
  throw CallError(fmt::format("{}: has {} runs; expected one", configuration.file, configuration.runs.size()));
}

void require_range(const char* what, long long value, long long least, long long most) {
  if (value >= least && value <= most) return;
  throw CallError(fmt::format("there is no {} {}; expected {} to {}", what, value, least, most));
}

}  // namespace

FabricSession::FabricSession(const std::string& file, const std::vector<settings::Override>& overrides)
    : FabricSession(settings::load_configuration(file, overrides)) {}

FabricSession::FabricSession(const settings::Configuration& configuration) : run_(only_run(configuration)) {
  require_proof(run_, configuration.file);
  now_ = new_state(tlm::make_tlm_fabric(*run_.topology, run_.fabric));
}

FabricSession::State FabricSession::new_state(std::unique_ptr<tlm::TlmFabric> fabric) const {
  State state;
  state.fabric = std::move(fabric);
  state.scoreboard = std::make_unique<testbench::Scoreboard>(*run_.topology, run_.fabric);
  state.arrivals.resize(static_cast<std::size_t>(run_.topology->graph().nodes()) *
                        static_cast<std::size_t>(run_.fabric.message_classes));
  return state;
}

std::size_t FabricSession::place(NodeId node, int message_class) const {
  const int classes = run_.fabric.message_classes;
  require_range("node", node, 0, run_.topology->graph().nodes() - 1);
  require_range("message class", message_class, 0, classes - 1);
  return static_cast<std::size_t>(node) * static_cast<std::size_t>(classes) + static_cast<std::size_t>(message_class);
}

void FabricSession::check_packet(const testbench::PacketOffer& offer) const {
  place(offer.source, offer.message_class);
  place(offer.destination, offer.message_class);
  if (offer.source == offer.destination) {
    throw CallError(
        fmt::format("node {} sends to itself; expected another destination: such messages never enter the "
                    "network",
                    offer.source));
  }
  require_range("packet of flits", offer.flits, 1, run_.fabric.max_packet_flits);
}

void FabricSession::set_queue(int packets) {
  if (packets < 0) throw CallError(fmt::format("a queue of {} packets; expected 0 (any number) or more", packets));
  now_.queue = packets;
}

bool FabricSession::ready(NodeId node, int message_class) const {
  place(node, message_class);
  return now_.queue == 0 || now_.fabric->queued(node, message_class) < now_.queue;
}

bool FabricSession::offer(const testbench::PacketOffer& offer) {
  check_packet(offer);
  if (!ready(offer.source, offer.message_class)) {
    ++now_.totals.refused_offers;
    return false;
  }
  const std::uint64_t number =
      now_.fabric->offer(offer.source, offer.destination, offer.flits, offer.tag, offer.message_class);
  now_.scoreboard->offered(offer, number, now_.fabric->now());
  return true;
}

void FabricSession::take(const Delivery& delivery) {
  now_.scoreboard->delivered(delivery, now_.fabric->now());
  DeliveryTotals& totals = now_.totals;
  totals.digest += microarch::hash(delivery.source, delivery.destination, delivery.number, delivery.flits,
                                   delivery.created, delivery.entered, delivery.ejected);
  const Cycle latency = delivery.ejected - delivery.created;
  totals.latency_sum += latency;
  totals.latency_max = std::max(totals.latency_max, latency);
  totals.network_latency_sum += delivery.ejected - delivery.entered;
  totals.hop_sum += static_cast<std::uint64_t>(delivery.hops);
  now_.arrivals[place(delivery.destination, delivery.message_class)].push_back(delivery);
}

std::size_t FabricSession::step(long long cycles) {
  if (cycles < 1) throw CallError(fmt::format("a step of {} cycles; expected 1 or more", cycles));
  const Cycle end = now_.fabric->now() + static_cast<Cycle>(cycles);
  std::size_t count = 0;
  while (now_.fabric->now() < end) {
    now_.fabric->advance(end);
    for (const Delivery& delivery : now_.fabric->delivered()) take(delivery);
    count += now_.fabric->delivered().size();
  }
  return count;
}

std::size_t FabricSession::arrived(NodeId node, int message_class) const {
  return now_.arrivals[place(node, message_class)].size();
}

std::optional<Delivery> FabricSession::poll(NodeId node, int message_class) {
  auto& arrivals = now_.arrivals[place(node, message_class)];
  if (arrivals.empty()) return std::nullopt;
  const Delivery first = arrivals.front();
  arrivals.pop_front();
  return first;
}

std::vector<std::pair<std::string, std::uint64_t>> FabricSession::counters() const {
  const microarch::Counters counters = now_.fabric->counters();
  const DeliveryTotals& totals = now_.totals;
  return {{"packets_offered", counters.packets_offered},
          {"packets_delivered", counters.packets_delivered},
          {"flits_offered", counters.flits_offered},
          {"flits_delivered", counters.flits_delivered},
          {"flit_hops", counters.flit_hops},
          {"escape_grants", counters.escape_grants},
          {"network_grants", counters.network_grants},
          {"refused_offers", totals.refused_offers},
          {"latency_sum", totals.latency_sum},
          {"latency_max", totals.latency_max},
          {"network_latency_sum", totals.network_latency_sum},
          {"hop_sum", totals.hop_sum}};
}

std::uint64_t FabricSession::counter(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& [known, value] : counters()) {
    if (known == name) return value;
    names.push_back(known);
  }
  throw CallError(fmt::format("there is no counter `{}`; expected {}{}", name, settings::listed(names),
                              settings::suggestion(name, names)));
}

void FabricSession::check() const { now_.scoreboard->check_conservation(*now_.fabric); }

std::string FabricSession::machine() const {
  nlohmann::ordered_json keys;
  for (const char* section : {"topology", "router", "link"}) {
    if (run_.resolved->contains(section)) keys[section] = run_.resolved->at(section);
  }
  if (keys["topology"].is_object()) keys["topology"].erase("file");  // its channels count, not its name
  keys["seed"] = run_.fabric.seed;
  const topologies::Graph& graph = run_.topology->graph();
  std::uint64_t channels = microarch::hash(graph.nodes(), graph.ports());
  for (topologies::ChannelId id = 0; id < graph.channels(); ++id) {
    const topologies::Channel& channel = graph.channel(id);
    channels = microarch::hash(channels, channel.from, channel.out_port, channel.to, channel.in_port);
  }
  keys["channels"] = channels;
  return keys.dump();
}

void FabricSession::save_state(microarch::ArchiveWriter& archive) const {
  archive(machine());
  now_.fabric->save(archive);
  archive(*now_.scoreboard, now_.totals, now_.queue);
  for (const auto& arrivals : now_.arrivals) archive(std::vector<Delivery>(arrivals.begin(), arrivals.end()));
}

FabricSession::State FabricSession::load_state(microarch::ArchiveReader& archive) const {
  std::string of;
  archive(of);
  if (of != machine()) {
    throw microarch::ArchiveError(
        fmt::format("is the state of another machine: {}; expected that of {}", of, machine()));
  }
  State state = new_state(tlm::restore_tlm_fabric(*run_.topology, run_.fabric, archive));
  archive(*state.scoreboard, state.totals, state.queue);
  for (auto& arrivals : state.arrivals) {
    std::vector<Delivery> list;
    archive(list);
    arrivals.assign(list.begin(), list.end());
  }
  return state;
}

void FabricSession::save(const std::string& file) const {
  microarch::MemorySink sink;
  microarch::ArchiveWriter archive(sink);
  save_state(archive);
  write_state_file(file, sink.bytes());
}

void FabricSession::restore(const std::string& file) {
  const std::string bytes = read_state_file(file);
  try {
    microarch::MemoryStream stream(bytes);
    microarch::ArchiveReader archive(stream);
    now_ = load_state(archive);
  } catch (const microarch::ArchiveError& error) {
    throw CallError(fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace trenza::dpi
