#include "testbench/traffic/generator.h"

#include <string>

#include "testbench/input_error.h"
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

namespace {

constexpr std::uint64_t kMaxLoad = 1000;  // phits/cycle/node

void check_grid(const std::vector<int>& grid, ProcessId processes) {
  std::uint64_t product = 1;
  for (const int size : grid) {
    if (size < 1) throw InputError(ExperimentPart::mapping, "process grid: sizes must be at least 1");
    product *= static_cast<std::uint64_t>(size);
    if (product > static_cast<std::uint64_t>(processes)) break;
  }
  if (product != static_cast<std::uint64_t>(processes))
    throw InputError(ExperimentPart::mapping, "the mapping has " + std::to_string(processes) +
                                                  " processes, but the process grid is " + grid_text(grid));
}

}  // namespace

Rate packet_rate(std::uint64_t load_ppb, int sharing, const PacketMix& mix) {
  return make_rate(static_cast<Uint128>(load_ppb) * mix.weights(),
                   static_cast<Uint128>(kBillion) * static_cast<unsigned>(sharing) * mix.weighted_flits());
}

TrafficGenerator::TrafficGenerator(const SyntheticTraffic& traffic, const ProcessMap& map, const std::vector<int>& grid,
                                   int max_packet_flits, std::uint64_t seed, Cycle horizon)
    : map_(map),
      seed_(seed),
      mix_(traffic.lengths, max_packet_flits),
      self_(traffic.self),
      created_(static_cast<std::size_t>(map.processes()), 0),
      calendar_(static_cast<std::size_t>(map.processes())) {
  if (map.processes() < 2) throw InputError(ExperimentPart::traffic, "synthetic traffic needs at least 2 processes");
  if (traffic.load_ppb > kMaxLoad * kBillion)
    throw InputError(ExperimentPart::load, "the load must be at most 1000 phits/cycle/node");
  check_grid(grid, map.processes());
  pattern_ = make_pattern(traffic.pattern, PatternContext{seed, map.processes(), grid, &traffic});
  std::vector<Rate> rates;
  for (ProcessId process = 0; process < map.processes(); ++process)
    rates.push_back(packet_rate(traffic.load_ppb, map.sharing(process), mix_));
  arrival_ = make_arrival(traffic.arrival, ArrivalContext{seed, std::move(rates), &traffic, horizon});
  for (ProcessId process = 0; process < map.processes(); ++process) schedule(process);
}

void TrafficGenerator::schedule(ProcessId process) {
  const Arrival arrival = arrival_->next(process);
  if (arrival.cycle != kNever) calendar_.add(process, arrival);
}

void TrafficGenerator::take(std::vector<PacketOffer>& offers) {
  if (next_cycle() == kNever) return;
  calendar_.take([&](ProcessId process, std::uint64_t packets) {
    std::uint64_t& created = created_[static_cast<std::size_t>(process)];
    const microarch::NodeId source = map_.node(process);
    for (std::uint64_t k = 0; k < packets; ++k) {
      const std::uint64_t index = created++;
      const microarch::NodeId destination = map_.node(pattern_->destination(process, index));
      if (self_ || source != destination)
        offers.push_back(PacketOffer{source, destination, mix_.flits(seed_, process, index), index});
    }
    schedule(process);
  });
}

}  // namespace trenza::testbench
