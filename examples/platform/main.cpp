// Processors and memories over networks of Trenza: two platforms in one simulation.
//
//   platform [transactions of each platform, default 100000] [seed, default 1]
//
// Random reads and writes with checked data. Exit status 1: a response was lost, came twice or had wrong data, or
// nothing was ever kept waiting.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "access_list.h"
#include "blocking_initiator.h"
#include "memory.h"
#include "non_blocking_initiator.h"
#include "tlm/terminals/network_module.h"
#include "topologies/registry.h"

namespace platform {

using trenza::tlm::AddressMap;
using trenza::tlm::AddressRange;
using trenza::tlm::ClassStatistics;
using trenza::tlm::NetworkModule;
using trenza::tlm::NetworkParameters;

/// The nodes of initiators and memories.
struct Plan {
  const char* name;
  int side;  ///< a of RTT(a), which has 2 a x a nodes
  std::vector<int> non_blocking;
  std::vector<int> blocking;
  std::vector<int> memories;
};

NetworkParameters parameters() {
  NetworkParameters result;
  result.fabric.message_classes = 2;
  result.cycle_time = sc_core::sc_time(1, sc_core::SC_NS);
  result.phit_bytes = 8;
  result.injection_queue = 2;
  return result;
}

AddressMap address_map(const std::vector<int>& memories) {
  std::vector<AddressRange> ranges;
  std::uint64_t base = kFirstAddress;
  for (const int node : memories) {
    ranges.push_back({base, kMemoryBytes, node});
    base += kMemoryBytes;
  }
  return AddressMap(ranges);
}

class Platform {
 public:
  Platform(const Plan& plan, std::uint64_t transactions, std::uint64_t seed)
      : topology_(trenza::topologies::make_topology({"rtt", {{"a", plan.side}}})),
        network_(plan.name, *topology_, parameters(), address_map(plan.memories)),
        transactions_(transactions) {
    const std::string prefix = std::string(plan.name) + "_node_";
    for (const int node : plan.memories) {
      memories_.push_back(std::make_unique<Memory>((prefix + std::to_string(node) + "_memory").c_str(), kMemoryBytes,
                                                   sc_core::sc_time(4, sc_core::SC_NS)));
      network_.initiator_socket[static_cast<std::size_t>(node)].bind(memories_.back()->socket);
    }
    const std::uint64_t initiators = plan.non_blocking.size() + plan.blocking.size();
    std::uint64_t number = 0;
    const auto place = [&](auto& list, int node) {
      using Initiator = typename std::decay_t<decltype(list)>::value_type::element_type;
      const std::uint64_t share = transactions * (number + 1) / initiators - transactions * number / initiators;
      const AccessList accesses(static_cast<unsigned>(number), static_cast<unsigned>(plan.memories.size()), seed);
      list.push_back(std::make_unique<Initiator>((prefix + std::to_string(node) + "_cpu").c_str(), accesses, share));
      list.back()->socket.bind(network_.target_socket[static_cast<std::size_t>(node)]);
      ++number;
    };
    for (const int node : plan.non_blocking) place(non_blocking_, node);
    for (const int node : plan.blocking) place(blocking_, node);
  }

  /// Prints what has happened; whether all is well.
  bool report() const {
    Tally sum;
    for (const auto& initiator : non_blocking_) add(sum, initiator->tally());
    for (const auto& initiator : blocking_) add(sum, initiator->tally());
    std::uint64_t accesses = 0;
    std::uint64_t held = 0;
    for (const auto& memory : memories_) {
      accesses += memory->accesses();
      held += memory->delayed_end_requests();
    }
    const auto count = [](const char* what, std::uint64_t n) {
      std::printf("  %-46s %12llu\n", what, static_cast<unsigned long long>(n));
    };
    const auto mean = [](const char* what, double value) { std::printf("  %-46s %12.2f\n", what, value); };
    const ClassStatistics& requests = network_.statistics().requests();
    const ClassStatistics& responses = network_.statistics().responses();
    std::printf("%s: %s, %zu AT and %zu LT initiators, %zu memories\n", network_.name(), topology_->name().c_str(),
                non_blocking_.size(), blocking_.size(), memories_.size());
    count("transactions", transactions_);
    count("reads", sum.reads);
    count("writes", sum.writes);
    count("responses", sum.responses);
    count("accesses in the memories", accesses);
    count("local, without the network", requests.local);
    count("END_REQ delayed by the network", sum.delayed_end_requests);
    count("END_RESP delayed by the network", responses.delayed);
    count("END_REQ delayed by the memories", held);
    mean("mean round trip, ns", sum.round_trips_ns / static_cast<double>(sum.responses));
    mean("mean latency of requests, cycles", requests.mean_latency());
    mean("mean latency of responses, cycles", responses.mean_latency());
    for (const std::string& fault : sum.faults) std::printf("  FAULT: %s\n", fault.c_str());
    for (const std::string& fault : network_.fabric().audit()) std::printf("  FAULT: %s\n", fault.c_str());
    return sum.faults.empty() && network_.fabric().audit().empty() && sum.responses == transactions_ &&
           accesses == transactions_ && network_.in_flight() == 0 && sum.delayed_end_requests > 0 &&
           responses.delayed > 0 && held > 0;
  }

 private:
  static void add(Tally& sum, const Tally& tally) {
    sum.reads += tally.reads;
    sum.writes += tally.writes;
    sum.responses += tally.responses;
    sum.delayed_end_requests += tally.delayed_end_requests;
    sum.round_trips_ns += tally.round_trips_ns;
    sum.faults.insert(sum.faults.end(), tally.faults.begin(), tally.faults.end());
  }

  std::unique_ptr<trenza::topologies::Topology> topology_;
  NetworkModule network_;
  std::uint64_t transactions_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::unique_ptr<NonBlockingInitiator>> non_blocking_;
  std::vector<std::unique_ptr<BlockingInitiator>> blocking_;
};

/// 8 nodes, each with an initiator and a memory.
Plan small_plan() { return {"small", 2, {0, 2, 4, 6}, {1, 3, 5, 7}, {0, 1, 2, 3, 4, 5, 6, 7}}; }

/// 32 nodes: initiators at the even ones, AT and LT in turn, memories at the odd ones.
Plan large_plan() {
  Plan plan{"large", 4, {}, {}, {}};
  for (int node = 0; node < 32; node += 2) {
    (node % 4 == 0 ? plan.non_blocking : plan.blocking).push_back(node);
    plan.memories.push_back(node + 1);
  }
  return plan;
}

std::uint64_t number(int argc, char* argv[], int position, std::uint64_t fallback) {
  if (argc <= position) return fallback;
  char* end = nullptr;
  const unsigned long long value = std::strtoull(argv[position], &end, 10);
  if (*argv[position] == '\0' || *end != '\0' || value == 0) {
    std::fprintf(stderr, "usage: platform [transactions of each platform] [seed]\n");
    std::exit(2);
  }
  return value;
}

}  // namespace platform

int sc_main(int argc, char* argv[]) {
  constexpr std::uint64_t kTransactions = 100000;
  const std::uint64_t transactions = platform::number(argc, argv, 1, kTransactions);
  const std::uint64_t seed = platform::number(argc, argv, 2, 1);
  const platform::Platform small(platform::small_plan(), transactions, seed);
  const platform::Platform large(platform::large_plan(), transactions, seed);
  const auto begin = std::chrono::steady_clock::now();
  sc_core::sc_start();  // until nothing is left to do
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const bool good = static_cast<int>(small.report()) + static_cast<int>(large.report()) == 2;
  std::printf("%s of simulated time in %.2f s\n%s\n", sc_core::sc_time_stamp().to_string().c_str(), wall.count(),
              good ? "all responses are right" : "FAILED");
  return good ? 0 : 1;
}
