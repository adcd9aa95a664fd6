#include "apps/worm_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "microarch/parameters.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;

/// Cycles between the allocation of an output VC and the first use of the switch, as far as they delay a lone packet.
int step_cycles(const microarch::FabricParameters& fabric) {
  return fabric.pipeline.is<microarch::TwoStepPipeline>() ? fabric.step_depth() : 0;
}

}  // namespace

Json worm_router_summary(const settings::RunConfiguration& run) {
  const microarch::FabricParameters& fabric = run.fabric;
  const int network_vcs = run.topology->graph().ports() * fabric.vcs();
  const std::int64_t bytes = run.experiment.link.phit_bytes;
  const int ports = run.topology->graph().ports();
  return {{"virtual_channels", fabric.vcs()},
          {"message_classes", fabric.message_classes},
          {"escape", run.topology->routing().escape_vcs()},
          {"inputs", fabric.inputs(ports)},
          {"outputs", ports + fabric.ejectors},
          {"max_packet_flits", fabric.max_packet_flits},
          {"buffer_flits_per_vc", fabric.buffer_flits()},
          {"buffer_bytes_per_vc", fabric.buffer_flits() * bytes},
          {"buffer_bytes_per_router", fabric.buffer_flits() * bytes * network_vcs}};
}

Json worm_latency_summary(const settings::RunConfiguration& run, double mean_distance) {
  const microarch::FabricParameters& fabric = run.fabric;
  const microarch::WormholeParameters& worms = fabric.wormhole;
  const int decision = worms.routing_delay + step_cycles(fabric);
  const int last = decision + worms.ejection_delay;
  Json latency = {{"routing_delay", worms.routing_delay},
                  {"step_delay", step_cycles(fabric)},
                  {"injection_delay", worms.injection_delay},
                  {"ejection_delay", worms.ejection_delay}};
  if (!fabric.port_link_delay.empty()) {
    Json delays = Json::object();
    for (int p = 0; p < run.topology->graph().ports(); ++p)
      delays[run.topology->port_name(p)] = fabric.link_delay_of(p);
    latency["hop_cycles"] = nullptr;
    latency["link_delay"] = std::move(delays);
    latency["zero_load_mean_one_flit"] = nullptr;
    latency["zero_load_mean_largest_packet"] = nullptr;
    return latency;
  }
  const int hop = decision + 1 + fabric.link_delay;
  const auto zero_load = [&](int flits) { return worms.injection_delay + mean_distance * hop + last + (flits - 1); };
  latency["hop_cycles"] = hop;
  latency["link_delay"] = fabric.link_delay;
  latency["zero_load_mean_one_flit"] = zero_load(1);
  latency["zero_load_mean_largest_packet"] = zero_load(fabric.max_packet_flits);
  return latency;
}

std::string worm_router_text(const Json& summary) {
  const Json& router = summary["router"];
  const Json& latency = summary["latency"];
  const int classes = router["message_classes"].get<int>();
  std::string text =
      fmt::format("  router      wormhole, {}{} virtual channels, {} inputs, {} outputs\n",
                  classes == 1 ? "" : fmt::format("{} message classes, ", classes),
                  router["virtual_channels"].get<int>(), router["inputs"].get<int>(), router["outputs"].get<int>());
  text += fmt::format("  buffers     {} flits, {} bytes for each virtual channel; {} bytes a router\n",
                      router["buffer_flits_per_vc"].get<int>(), router["buffer_bytes_per_vc"].get<std::int64_t>(),
                      router["buffer_bytes_per_router"].get<std::int64_t>());
  if (latency["hop_cycles"].is_null())
    return text + fmt::format("  latency     link delays {}\n", latency["link_delay"].dump());
  return text + fmt::format(
                    "  latency     h hops, l flits, no other traffic: {} + h x {} + {} + (l - 1) cycles; mean "
                    "{:.2f} with 1 flit, {:.2f} with {}\n",
                    latency["injection_delay"].get<int>(), latency["hop_cycles"].get<int>(),
                    latency["routing_delay"].get<int>() + latency["step_delay"].get<int>() +
                        latency["ejection_delay"].get<int>(),
                    latency["zero_load_mean_one_flit"].get<double>(),
                    latency["zero_load_mean_largest_packet"].get<double>(), router["max_packet_flits"].get<int>());
}

}  // namespace trenza::apps
