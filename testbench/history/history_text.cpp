#include "testbench/history/history_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "microarch/parameters.h"
#include "microarch/place_names.h"

namespace trenza::testbench {

namespace {

constexpr std::size_t kShownNames = 6;

class HistoryWriter {
 public:
  HistoryWriter(const PacketHistory& history, const topologies::Topology& topology,
                const microarch::FabricParameters& parameters)
      : history_(history), topology_(topology), parameters_(parameters) {}

  std::string text() {
    const PacketFacts& packet = history_.packet;
    add("packet {}: {} flit{} from r_{} to r_{}, created in cycle {}\n", to_string(packet.name), packet.flits,
        packet.flits == 1 ? "" : "s", node(packet.name.source), node(packet.destination), packet.created);
    for (std::size_t k = 0; k < history_.stages.size(); ++k) describe(history_.stages[k], k == 0);
    describe_end();
    add_sums();
    return text_;
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }

  std::string node(NodeId node) const { return topology_.node_name(node); }
  std::string input(const Stage& stage) const {
    if (stage.input < 0) return fmt::format("r_{} source", node(stage.router));
    return microarch::input_name(topology_, parameters_, stage.router, stage.input);
  }
  std::string output(const Stage& stage, int output, int vc) const {
    return microarch::output_name(topology_, parameters_, stage.router, output, vc);
  }

  void describe(const Stage& stage, bool first) {
    if (!first && stage.arrived >= history_.seen_until) return;
    add("{}: {} in cycle {}\n", input(stage), first ? "joins the queue" : "the head arrives", stage.arrived);
    if (!stage.candidates.empty()) add("  candidates: {}\n", candidates(stage));
    for (const Stretch& stretch : stage.waits) describe(stage, stretch);
    if (parameters_.by_flits()) return describe_worm(stage);
    if (stage.grant)
      add("  granted in cycle {}: {}\n", stage.grant->cycle, output(stage, stage.grant->output, stage.grant->vc));
  }

  /// The output VC, the head and the tail.
  void describe_worm(const Stage& stage) {
    if (stage.lane)
      add("  output VC in cycle {}: {}\n", stage.allocated, output(stage, stage.lane->output, stage.lane->vc));
    if (!stage.grant) return;
    add("  the head crosses in cycle {}\n", stage.grant->cycle);
    for (const Stretch& stretch : stage.drain) describe(stage, stretch);
    if (stage.tail && history_.packet.flits > 1) add("  the tail crosses in cycle {}\n", *stage.tail);
  }

  std::string candidates(const Stage& stage) const {
    std::string all;
    int before = -1;
    for (const Candidate& candidate : stage.candidates) {
      const bool same = candidate.vc >= 0 && candidate.output == before;
      all += fmt::format(
          "{}{}", all.empty() ? "" : ", ",
          same ? "." + microarch::vc_name(parameters_, candidate.vc) : output(stage, candidate.output, candidate.vc));
      before = candidate.output;
    }
    return all;
  }

  std::string wait_text(const Stretch& stretch) const {
    std::string text = name_of(stretch.kind);
    if (stretch.packets.empty()) return text;
    if (parameters_.by_flits() && stretch.kind != PacketCycle::queued)
      return text + ": held by " + names_text(stretch.packets);
    return text + (stretch.kind == PacketCycle::queued ? " behind " : ": ") + names_text(stretch.packets) +
           (stretch.kind == PacketCycle::queued ? ""
            : stretch.packets.size() == 1       ? " crosses"
                                                : " cross");
  }

  /// What begins in these cycles, with its own cycles if these are others.
  void describe(const Stage& stage, const Stretch& stretch) {
    add("  {}: {}\n", range_text(stretch.range), wait_text(stretch));
    const auto begins = [&](Cycle cycle) { return stretch.range.from <= cycle && cycle < stretch.range.until; };
    const auto when = [&](const CycleRange& range) {
      const bool same = range.from == stretch.range.from && range.until == stretch.range.until;
      return same ? std::string() : " in " + range_text(range);
    };
    for (const Loss& loss : stage.losses) {
      if (begins(loss.cycle)) add("    {}\n", loss_text(stage, loss, when({loss.cycle, loss.cycle + 1})));
    }
    for (const BusyOutput& busy : stage.busy) {
      if (!begins(busy.range.from)) continue;
      add("    {} is busy{}{}\n", output(stage, busy.output, -1), when(busy.range),
          busy.crossing ? fmt::format(": {} crosses", to_string(*busy.crossing)) : "");
    }
    for (const NoRoom& room : stage.no_room) {
      if (begins(room.range.from))
        add("    {} {}{}\n", output(stage, room.output, room.vc), room_text(room), when(room.range));
    }
  }

  static std::string room_text(const NoRoom& room) {
    const std::string has = room.least == room.greatest ? fmt::format("{}", room.least)
                                                        : fmt::format("{} to {}", room.least, room.greatest);
    const char* const unit = !room.escape ? "flits of room" : room.greatest == 1 ? "slot" : "slots";
    return fmt::format("has {} {}, needs {}{} ({})", has, unit, room.needed, room.bubble ? " to enter the ring" : "",
                       room.stored.empty() ? "credits are on their way back" : "in it: " + names_text(room.stored));
  }

  std::string loss_text(const Stage& stage, const Loss& loss, const std::string& when) const {
    const std::string what = loss.output < 0 ? "the crossbar input of its port" : output(stage, loss.output, loss.vc);
    return fmt::format("{} goes to {}{}", what,
                       loss.winner ? to_string(*loss.winner) : "nobody, as the allocator decides", when);
  }

  void describe_end() {
    if (history_.delivery) {
      add("ejected at r_{} in cycle {}\n", node(history_.packet.destination), history_.delivery->ejected);
      return;
    }
    const Stage& last = history_.stages.back();
    add("still inside at the end of the run, before cycle {}: ", history_.seen_until);
    if (last.grant) {
      add("its flits cross to {}\n", output(last, last.grant->output, -1));
    } else if (last.arrived >= history_.seen_until) {
      add("its head is on the way to {}\n", input(last));
    } else {
      add("it waits at {}\n", input(last));
    }
  }

  void add_sums() {
    const CyclesByKind sums = cycles_by_kind(history_, topology_, parameters_);
    Cycle total = 0;
    for (const Cycle cycles : sums) total += cycles;
    add("{} {} cycles:\n", history_.delivery ? "latency" : "so far", total);
    for (int k = 0; k < kPacketCycles; ++k) {
      const Cycle cycles = sums[static_cast<std::size_t>(k)];
      if (cycles == 0) continue;
      add("  {:<{}} {:>8}  {:>5.1f} %\n", name_of(static_cast<PacketCycle>(k)), parameters_.by_flits() ? 16 : 10,
          cycles, 100.0 * static_cast<double>(cycles) / static_cast<double>(total));
    }
  }

  const PacketHistory& history_;
  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  std::string text_;
};

}  // namespace

std::string names_text(const std::vector<PacketName>& packets) {
  std::string text;
  for (std::size_t k = 0; k < std::min(packets.size(), kShownNames); ++k)
    text += (k == 0 ? "" : ", ") + to_string(packets[k]);
  if (packets.size() > kShownNames) text += fmt::format(" and {} more", packets.size() - kShownNames);
  return text;
}

std::string range_text(const CycleRange& range) {
  return range.cycles() == 1 ? fmt::format("cycle {}", range.from)
                             : fmt::format("cycles {} to {}", range.from, range.until - 1);
}

std::string history_text(const PacketHistory& history, const topologies::Topology& topology,
                         const microarch::FabricParameters& parameters) {
  return HistoryWriter(history, topology, parameters).text();
}

}  // namespace trenza::testbench
