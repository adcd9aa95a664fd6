#include "apps/fabric_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/worm_summary.h"
#include "testbench/uniform_bound.h"
#include "tlm/tlm_fabric.h"
#include "topologies/topology.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using topologies::Ring;
using topologies::Topology;

Json network_summary(const Topology& topology) {
  return {{"name", topology.name()},
          {"nodes", topology.graph().nodes()},
          {"sizes", topology.sizes()},
          {"ports", topology.graph().ports()},
          {"channels", topology.graph().connected()},
          {"diameter", topologies::diameter(topology)},
          {"mean_distance", topologies::mean_distance(topology)}};
}

/// "r_0_0 -> r_0_1 -> ... -> r_0_0", at most `most` routers.
std::string unrolled(const Topology& topology, const Ring& ring, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(most, ring.channels.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& channel = topology.graph().channel(ring.channels[i]);
    text +=
        "r_" + topology.node_name(channel.from) + (channel.kind == topologies::ChannelKind::twist ? " ~> " : " -> ");
  }
  if (shown < ring.channels.size()) return text + "...";
  return text + "r_" + topology.node_name(topology.graph().channel(ring.channels[0]).from);
}

bool is_twisted(const Topology& topology, const Ring& ring) {
  return std::any_of(ring.channels.begin(), ring.channels.end(), [&](topologies::ChannelId id) {
    return topology.graph().channel(id).kind == topologies::ChannelKind::twist;
  });
}

/// Number and length of the rings of every port.
Json ring_summary(const Topology& topology) {
  std::map<topologies::PortId, std::map<std::size_t, int>> lengths;
  for (const Ring& ring : topology.rings()) ++lengths[ring.port][ring.channels.size()];
  Json ports = Json::array();
  for (const auto& [port, counts] : lengths) {
    for (const auto& [length, count] : counts)
      ports.push_back({{"port", topology.port_name(port)}, {"rings", count}, {"length", length}});
  }
  return ports;
}

Json ring_example(const Topology& topology) {
  constexpr std::size_t kShown = 64;
  const auto& rings = topology.rings();
  if (rings.empty()) return nullptr;
  const auto twisted =
      std::find_if(rings.begin(), rings.end(), [&](const Ring& ring) { return is_twisted(topology, ring); });
  const Ring& ring = twisted == rings.end() ? rings.front() : *twisted;
  return {{"name", ring.name}, {"twisted", twisted != rings.end()}, {"unrolled", unrolled(topology, ring, kShown)}};
}

Json router_summary(const settings::RunConfiguration& run) {
  const auto& fabric = run.fabric;
  if (fabric.by_flits()) return worm_router_summary(run);
  const int network_vcs = run.topology->graph().ports() * fabric.vcs();
  const int bytes = run.experiment.link.phit_bytes;
  return {{"virtual_channels", fabric.vcs()},
          {"message_classes", fabric.message_classes},
          {"escape", fabric.escape_vcs},
          {"adaptive", fabric.adaptive_vcs},
          {"inputs", fabric.inputs(run.topology->graph().ports())},
          {"outputs", run.topology->graph().ports() + fabric.ejectors},
          {"max_packet_flits", fabric.max_packet_flits},
          {"buffer_packets", fabric.buffer_packets},
          {"buffer_flits_per_vc", fabric.buffer_flits()},
          {"buffer_bytes_per_vc", static_cast<std::int64_t>(fabric.buffer_flits()) * bytes},
          {"buffer_bytes_per_router", static_cast<std::int64_t>(fabric.buffer_flits()) * bytes * network_vcs}};
}

/// Delays by port where they differ: then no one number of cycles is that of a hop.
Json unequal_latency_summary(const settings::RunConfiguration& run) {
  Json delays = Json::object();
  for (int p = 0; p < run.topology->graph().ports(); ++p)
    delays[run.topology->port_name(p)] = run.fabric.link_delay_of(p);
  return {{"hop_cycles", nullptr},
          {"router_delay", run.fabric.router_delay},
          {"link_delay", std::move(delays)},
          {"zero_load_mean_one_flit", nullptr},
          {"zero_load_mean_largest_packet", nullptr}};
}

Json latency_summary(const settings::RunConfiguration& run, double mean_distance) {
  if (run.fabric.by_flits()) return worm_latency_summary(run, mean_distance);
  if (!run.fabric.port_link_delay.empty()) return unequal_latency_summary(run);
  const int hop = run.fabric.router_delay + run.fabric.link_delay;
  const auto zero_load = [&](int flits) { return mean_distance * hop + (flits - 1) + (run.fabric.router_delay - 1); };
  return {{"hop_cycles", hop},
          {"router_delay", run.fabric.router_delay},
          {"link_delay", run.fabric.link_delay},
          {"zero_load_mean_one_flit", zero_load(1)},
          {"zero_load_mean_largest_packet", zero_load(run.fabric.max_packet_flits)}};
}

/// What sets the bound, in words: "uniform traffic, <these>: ...".
std::string bound_words(const testbench::UniformBound& bound) {
  switch (bound.limit) {
    case testbench::LoadLimit::injection:
      return "as nodes can inject it";
    case testbench::LoadLimit::ejection:
      return "as nodes can eject it";
    case testbench::LoadLimit::channels:
      break;
  }
  return bound.channels.is_fixed ? "as packets are routed" : "split best over the ways of the routing";
}

const char* limit_name(testbench::LoadLimit limit) {
  switch (limit) {
    case testbench::LoadLimit::injection:
      return "injection";
    case testbench::LoadLimit::ejection:
      return "ejection";
    case testbench::LoadLimit::channels:
      break;
  }
  return "channels";
}

/// The bound of uniform traffic. Where there is none (a large network without symmetry) the load of an even split over
/// shortest paths stands in its place, and is called that.
Json bound_summary(const settings::RunConfiguration& run) {
  constexpr double kBitsPerMicrosecondPerGigabit = 1000;
  testbench::UniformTraffic traffic;
  if (run.experiment.synthetic) traffic = {run.experiment.synthetic->self, run.experiment.synthetic->reply_flits > 0};
  const double nodes = run.topology->graph().nodes();
  const auto bound = testbench::uniform_bound(*run.topology, run.fabric, traffic);
  const double phits =
      bound ? bound->load : topologies::uniform_even_split(*run.topology) * (traffic.self ? nodes / (nodes - 1) : 1);
  const double gigabits = static_cast<double>(run.experiment.link.bits_per_microsecond) / kBitsPerMicrosecondPerGigabit;
  return {{"is_bound", bound.has_value()},
          {"limit", bound ? Json(limit_name(bound->limit)) : Json()},
          {"uniform_phits_per_cycle_per_node", phits},
          {"uniform_gigabits_per_second_per_node", phits * gigabits},
          {"split", bound ? bound_words(*bound) : "if it is split evenly over shortest paths, which is no bound"},
          {"reached_by_channels", bound ? Json(bound->channels.at_least) : Json()},
          {"cycle_nanoseconds", static_cast<double>(run.experiment.link.cycle_picoseconds()) / 1000}};
}

Json proof_summary(const topologies::Proof& proof) {
  Json obligations = Json::array();
  for (const auto& obligation : proof.obligations) {
    obligations.push_back({{"name", obligation.name}, {"holds", obligation.holds}, {"evidence", obligation.evidence}});
  }
  return {{"holds", proof.holds()}, {"obligations", std::move(obligations)}};
}

std::string network_text(const Json& summary) {
  const Json& network = summary["network"];
  std::string text = fmt::format("{}: {}\n", summary["name"].get<std::string>(), network["name"].get<std::string>());
  text += fmt::format("  network     {} nodes, {} channels, {} network ports each; diameter {}, mean distance {:.4f}\n",
                      network["nodes"].get<int>(), network["channels"].get<int>(), network["ports"].get<int>(),
                      network["diameter"].get<int>(), network["mean_distance"].get<double>());
  const Json& example = summary["ring_example"];
  if (example.is_null()) return text + "  rings       none\n";
  text += "  rings      ";
  for (const Json& ring : summary["rings"]) {
    text += fmt::format(" {}: {} of {}{}", ring["port"].get<std::string>(), ring["rings"].get<int>(),
                        ring["length"].get<int>(), &ring == &summary["rings"].back() ? "" : ",");
  }
  return text + fmt::format("\n  for example {}: {}{}\n", example["name"].get<std::string>(),
                            example["unrolled"].get<std::string>(),
                            example["twisted"].get<bool>() ? "  (~> is a twisted wraparound)" : "");
}

std::string router_text(const Json& summary) {
  if (!summary["router"].contains("adaptive")) return worm_router_text(summary);
  const Json& router = summary["router"];
  const Json& latency = summary["latency"];
  const int classes = router["message_classes"].get<int>();
  std::string text =
      fmt::format("  router      {}{} escape + {} adaptive virtual channels, {} inputs, {} outputs\n",
                  classes == 1 ? "" : fmt::format("{} message classes of ", classes), router["escape"].get<int>(),
                  router["adaptive"].get<int>(), router["inputs"].get<int>(), router["outputs"].get<int>());
  text += fmt::format(
      "  buffers     {} packets x {} flits = {} flits, {} bytes for each virtual channel; {} bytes a router\n",
      router["buffer_packets"].get<int>(), router["max_packet_flits"].get<int>(),
      router["buffer_flits_per_vc"].get<int>(), router["buffer_bytes_per_vc"].get<std::int64_t>(),
      router["buffer_bytes_per_router"].get<std::int64_t>());
  const int router_delay = latency["router_delay"].get<int>();
  if (latency["hop_cycles"].is_null()) {
    return text +
           fmt::format("  latency     router delay {}, link delays {}\n", router_delay, latency["link_delay"].dump());
  }
  text += fmt::format(
      "  latency     h hops, l flits, no other traffic: h x ({} + {}) + (l - 1) + {} cycles; mean {:.2f} with 1 flit, "
      "{:.2f} with {}\n",
      router_delay, latency["link_delay"].get<int>(), router_delay - 1,
      latency["zero_load_mean_one_flit"].get<double>(), latency["zero_load_mean_largest_packet"].get<double>(),
      router["max_packet_flits"].get<int>());
  return text;
}

std::string bound_text(const Json& summary) {
  const Json& bounds = summary["bounds"];
  return fmt::format("  {:<11} uniform traffic, {}: {:.4f} phits/cycle/node = {:.4f} Gb/s a node; a cycle is {} ns\n",
                     bounds["is_bound"].get<bool>() ? "bound" : "load", bounds["split"].get<std::string>(),
                     bounds["uniform_phits_per_cycle_per_node"].get<double>(),
                     bounds["uniform_gigabits_per_second_per_node"].get<double>(),
                     bounds["cycle_nanoseconds"].get<double>());
}

std::string proof_text(const Json& summary) {
  std::string text =
      fmt::format("  deadlock    {}\n", summary["proof"]["holds"].get<bool>() ? "cannot happen" : "CAN HAPPEN");
  for (const Json& obligation : summary["proof"]["obligations"]) {
    text += fmt::format("    {} {}: {}\n", obligation["holds"].get<bool>() ? "holds" : "FAILS",
                        obligation["name"].get<std::string>(), obligation["evidence"].get<std::string>());
  }
  return text;
}

}  // namespace

Json fabric_summary(const settings::RunConfiguration& run, const topologies::Proof& proof) {
  const Topology& topology = *run.topology;
  Json network = network_summary(topology);
  const double mean_distance = network["mean_distance"].get<double>();
  return {{"name", run.name},
          {"config", *run.resolved},
          {"network", std::move(network)},
          {"rings", ring_summary(topology)},
          {"ring_example", ring_example(topology)},
          {"engine", tlm::engine_name(run.fabric)},
          {"router", router_summary(run)},
          {"latency", latency_summary(run, mean_distance)},
          {"bounds", bound_summary(run)},
          {"proof", proof_summary(proof)}};
}

std::string summary_text(const Json& summary) {
  const std::string engine = fmt::format("  engine      by {} in the view tlm\n", summary["engine"].get<std::string>());
  return network_text(summary) + router_text(summary) + engine + bound_text(summary) + proof_text(summary);
}

}  // namespace trenza::apps
