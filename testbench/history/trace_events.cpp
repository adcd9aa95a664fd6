#include "testbench/history/trace_events.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::testbench {

using Json = nlohmann::ordered_json;

// Processes have the numbers 1, 2, ... by routers, and the last one is that of the histories. Threads have the numbers
// after these: viewers take 0 for the idle thread, and the number of a process for its main thread.

namespace {

/// Tracks of a router: its outputs. By flits worms share an output, so that each VC of it has a track, and for each
/// ejection port each input VC.
std::uint64_t tracks_of(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  const int ports = topology.graph().ports();
  if (!parameters.by_flits()) return static_cast<std::uint64_t>(ports + parameters.ejectors);
  return static_cast<std::uint64_t>(ports * parameters.vcs() + parameters.ejectors * parameters.inputs(ports));
}

}  // namespace

TraceEvents::TraceEvents(const topologies::Topology& topology, const microarch::FabricParameters& parameters, Sink sink)
    : topology_(topology),
      parameters_(parameters),
      sink_(std::move(sink)),
      outputs_(tracks_of(topology, parameters)),
      last_process_(static_cast<std::uint64_t>(topology.graph().nodes()) + 1) {
  sink_("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"unit\":\"1 microsecond is 1 cycle\"},\"traceEvents\":[");
}

void TraceEvents::write(const Json& event) {
  sink_((is_empty_ ? "\n" : ",\n") + event.dump());
  is_empty_ = false;
}

void TraceEvents::finish() { sink_("\n]}\n"); }

void TraceEvents::name_process(std::uint64_t process, const std::string& name) {
  if (!processes_.insert(process).second) return;
  write({{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", name}}}});
  write({{"ph", "M"}, {"name", "process_sort_index"}, {"pid", process}, {"args", {{"sort_index", process}}}});
}

void TraceEvents::name_thread(const Track& track, const std::string& name, std::uint64_t place) {
  if (!threads_.insert(track.thread).second) return;
  ++tracks_;
  const auto say = [&](const char* what, Json arguments) {
    write({{"ph", "M"}, {"name", what}, {"pid", track.process}, {"tid", track.thread}, {"args", std::move(arguments)}});
  };
  say("thread_name", {{"name", name}});
  say("thread_sort_index", {{"sort_index", place}});
}

TraceEvents::Track TraceEvents::track_of(const microarch::Hop& hop) {
  const auto router = static_cast<std::uint64_t>(hop.router);
  const int ports = topology_.graph().ports();
  std::uint64_t output = static_cast<std::uint64_t>(hop.output);
  std::string name = microarch::output_name(topology_, parameters_, hop.router, hop.output, -1);
  if (parameters_.by_flits() && hop.output < ports) {
    output = static_cast<std::uint64_t>(hop.output * parameters_.vcs() + hop.vc);
    name = microarch::output_name(topology_, parameters_, hop.router, hop.output, hop.vc);
  } else if (parameters_.by_flits()) {
    output = static_cast<std::uint64_t>(ports * parameters_.vcs() + (hop.output - ports) * parameters_.inputs(ports) +
                                        hop.input);
    const std::string input = microarch::input_name(topology_, parameters_, hop.router, hop.input);
    name += " from " + input.substr(input.find(' ') + 1);
  }
  const Track track{router + 1, last_process_ + 1 + router * outputs_ + output};
  name_process(track.process, "r_" + topology_.node_name(hop.router));
  name_thread(track, name, output);
  return track;
}

void TraceEvents::slice(const Track& track, const std::string& name, const CycleRange& range, Json arguments) {
  ++slices_;
  write({{"ph", "X"},
         {"name", name},
         {"cat", "packet"},
         {"pid", track.process},
         {"tid", track.thread},
         {"ts", range.from},
         {"dur", range.cycles()},
         {"args", std::move(arguments)}});
}

void TraceEvents::flow(const char* phase, const Track& track, Cycle cycle) {
  Json event = {{"ph", phase},          {"name", "packet"},    {"cat", "packet"}, {"id", flows_},
                {"pid", track.process}, {"tid", track.thread}, {"ts", cycle}};
  if (*phase == 'f') event["bp"] = "e";  // it ends in the slice around it
  write(event);
}

void TraceEvents::add(const Journey& journey, const CycleWindow& window) {
  const auto is_inside = [&](const microarch::Hop& hop) { return window.contains(hop.cycle); };
  const auto& hops = journey.hops;
  const auto shown = std::count_if(hops.begin(), hops.end(), is_inside);
  if (shown == 0) return;
  if (shown > 1) ++flows_;
  const PacketFacts& packet = journey.packet;
  std::ptrdiff_t place = 0;
  for (std::size_t k = 0; k < hops.size(); ++k) {
    if (!is_inside(hops[k])) continue;
    const Track track = track_of(hops[k]);
    Json arguments = {{"to", "r_" + topology_.node_name(packet.destination)},
                      {"flits", packet.flits},
                      {"created", packet.created},
                      {"hop", k},
                      {"from", microarch::input_name(topology_, parameters_, hops[k].router, hops[k].input)}};
    if (hops[k].vc >= 0) arguments["vc"] = microarch::vc_name(parameters_, hops[k].vc);
    const Cycle cycle = hops[k].cycle;
    const Cycle end = k < journey.tails.size() ? journey.tails[k] + 1 : cycle + static_cast<Cycle>(packet.flits);
    slice(track, to_string(packet.name), {cycle, end}, std::move(arguments));
    ++place;
    if (shown > 1) flow(place == 1 ? "s" : place == shown ? "f" : "t", track, cycle);
  }
}

void TraceEvents::add(const PacketHistory& history, const CycleWindow& window) {
  const Track track{last_process_, last_process_ * (outputs_ + 1) + ++histories_};
  name_process(track.process, "packets");
  name_thread(track, to_string(history.packet.name), histories_);
  for (const Stretch& stretch : stretches(history, topology_, parameters_)) {
    if (!window.contains(stretch.range.from)) continue;
    Json others = Json::array();
    for (const PacketName& packet : stretch.packets) others.push_back(to_string(packet));
    slice(track, name_of(stretch.kind), stretch.range,
          others.empty() ? Json::object() : Json{{"packets", std::move(others)}});
  }
}

}  // namespace trenza::testbench
