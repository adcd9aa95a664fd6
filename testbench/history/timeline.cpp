#include "testbench/history/timeline.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/parameters.h"

namespace trenza::testbench {

namespace {

constexpr Cycle kRulerStep = 10;
constexpr char kWaits = '.';
constexpr char kEjected = 'E';

char sign_of(PacketCycle kind) {
  switch (kind) {
    case PacketCycle::pipeline:
      return 'p';
    case PacketCycle::queued:
      return 'q';
    case PacketCycle::input_busy:
      return 'i';
    case PacketCycle::lost:
      return 'x';
    case PacketCycle::eject_busy:
      return 'e';
    case PacketCycle::link_busy:
      return 'l';
    case PacketCycle::bubble:
      return 'b';
    case PacketCycle::no_credit:
      return 'c';
    case PacketCycle::lost_vc:
      return 'v';
    case PacketCycle::reserved:
      return 'r';
    case PacketCycle::crossing:
      return '>';
    case PacketCycle::link:
      return '-';
    case PacketCycle::no_vc:
      return 'n';
    case PacketCycle::starved:
      return 's';
    case PacketCycle::lost_speculation:
      return 'y';
  }
  return ' ';
}

TimelineRow row_of(const PacketHistory& history, const topologies::Topology& topology,
                   const microarch::FabricParameters& parameters) {
  TimelineRow row{history.packet.name, true, {}};
  for (const Stretch& stretch : stretches(history, topology, parameters))
    row.spans.push_back({sign_of(stretch.kind), stretch.range});
  if (history.delivery) row.spans.push_back({kEjected, {history.delivery->ejected, history.delivery->ejected + 1}});
  return row;
}

/// A packet of which it is not known what it waited for.
TimelineRow row_of(const Journey& journey, Cycle end, const topologies::Topology& topology,
                   const microarch::FabricParameters& parameters) {
  TimelineRow row{journey.packet.name, false, {}};
  Cycle next = journey.packet.created;
  const auto add = [&](char sign, Cycle until) {
    if (next < until) row.spans.push_back({sign, {next, until}});
    next = std::max(next, until);
  };
  for (std::size_t k = 0; k < journey.hops.size(); ++k) {
    const microarch::Hop& hop = journey.hops[k];
    add(kWaits, hop.cycle);
    if (parameters.by_flits() && hop.output >= topology.graph().ports()) {
      // From the head to the tail, and on to the ejection.
      add('>', k < journey.tails.size() ? journey.tails[k] + 1 : end);
      add('-', journey.ejected.value_or(end));
    } else if (hop.output >= topology.graph().ports()) {
      add('>', hop.cycle + static_cast<Cycle>(journey.packet.flits) - 1);
    } else {
      add('>', hop.cycle + 1);
      add('-', hop.cycle + 1 + static_cast<Cycle>(parameters.link_delay_of(hop.output)));
    }
  }
  if (!journey.ejected) {
    add(kWaits, end);
  } else {
    add(kEjected, *journey.ejected + 1);
  }
  return row;
}

/// Cuts the spans at the borders of a range.
void clip(TimelineRow& row, const CycleRange& range) {
  std::vector<TimelineSpan> spans;
  for (TimelineSpan& span : row.spans) {
    span.range = {std::max(span.range.from, range.from), std::min(span.range.until, range.until)};
    if (span.range.from < span.range.until) spans.push_back(span);
  }
  row.spans = std::move(spans);
}

}  // namespace

const std::vector<TimelineSign>& timeline_signs() {
  static const std::vector<TimelineSign> signs = {
      {'>', "crossing"},   {'-', "link"},    {'E', "ejected"},    {'p', "pipeline"},  {'q', "queued"},
      {'i', "input_busy"}, {'x', "lost"},    {'e', "eject_busy"}, {'l', "link_busy"}, {'b', "bubble"},
      {'c', "no_credit"},  {'v', "lost_vc"}, {'r', "reserved"},   {'.', "waits"}};
  return signs;
}

const std::vector<TimelineSign>& worm_timeline_signs() {
  static const std::vector<TimelineSign> signs = {
      {'>', "crossing"}, {'-', "link"},       {'E', "ejected"},   {'p', "pipeline"},         {'q', "queued"},
      {'n', "no_vc"},    {'v', "lost_vc"},    {'c', "no_credit"}, {'y', "lost_speculation"}, {'x', "lost"},
      {'s', "starved"},  {'e', "eject_busy"}, {'.', "waits"}};
  return signs;
}

Timeline make_timeline(const std::vector<PacketHistory>& histories, const std::vector<Journey>& journeys,
                       const CycleWindow& window, const topologies::Topology& topology,
                       const microarch::FabricParameters& parameters) {
  Timeline timeline;
  timeline.by_flits = parameters.by_flits();
  Cycle from = ~Cycle{0};
  Cycle until = 0;
  for (const PacketHistory& history : histories) {
    from = std::min(from, history.packet.created);
    until = std::max(until, history.seen_until);
  }
  timeline.range = {std::max(from, window.from), std::min(until, window.until)};
  timeline.range.until = std::max(timeline.range.from, timeline.range.until);
  for (const PacketHistory& history : histories) timeline.rows.push_back(row_of(history, topology, parameters));
  for (const Journey& journey : journeys) {
    const bool has_history = std::any_of(histories.begin(), histories.end(), [&](const PacketHistory& history) {
      return history.packet.name == journey.packet.name;
    });
    if (!has_history) timeline.rows.push_back(row_of(journey, until, topology, parameters));
  }
  for (TimelineRow& row : timeline.rows) clip(row, timeline.range);
  const auto is_empty = [](const TimelineRow& row) { return row.spans.empty(); };
  timeline.rows.erase(std::remove_if(timeline.rows.begin(), timeline.rows.end(), is_empty), timeline.rows.end());
  return timeline;
}

std::string timeline_text(const Timeline& timeline) {
  std::size_t width = 5;
  for (const TimelineRow& row : timeline.rows) width = std::max(width, to_string(row.packet).size());
  std::string numbers = fmt::format("{:<{}} ", "cycle", width);
  std::string marks = fmt::format("{:<{}} ", "", width);
  const std::size_t margin = numbers.size();
  const CycleRange& range = timeline.range;
  for (Cycle cycle = range.from; cycle < range.until; ++cycle) {
    const bool numbered = cycle == range.from || cycle % kRulerStep == 0;
    marks += numbered ? '|' : ' ';
    const std::size_t column = margin + static_cast<std::size_t>(cycle - range.from);
    if (!numbered || column < numbers.size()) continue;  // the number before is too long
    numbers.append(column - numbers.size(), ' ');
    numbers += fmt::format("{} ", cycle);
  }
  const auto trimmed = [](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  };
  std::string text = trimmed(numbers) + trimmed(marks);
  for (const TimelineRow& row : timeline.rows) {
    std::string line = fmt::format("{:<{}} ", to_string(row.packet), width);
    for (const TimelineSpan& span : row.spans) {
      const std::size_t column = margin + static_cast<std::size_t>(span.range.from - range.from);
      line.resize(std::max(line.size(), column), ' ');
      line.append(static_cast<std::size_t>(span.range.cycles()), span.sign);
    }
    text += trimmed(line);
  }
  text += "\n";
  for (const TimelineSign& sign : timeline.by_flits ? worm_timeline_signs() : timeline_signs())
    text += fmt::format("{} {}\n", sign.sign, sign.meaning);
  return text;
}

}  // namespace trenza::testbench
