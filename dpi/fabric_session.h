// A fabric that a foreign test bench drives: bounded source queues, arrivals kept until they are fetched, every
// delivery checked.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpi/call_error.h"
#include "microarch/archive.h"
#include "microarch/fabric.h"
#include "settings/configuration.h"
#include "testbench/packet_offer.h"
#include "testbench/scoreboard.h"
#include "tlm/tlm_fabric.h"

namespace trenza::dpi {

using microarch::Cycle;
using microarch::Delivery;
using topologies::NodeId;

/// Sums over all deliveries since cycle 0.
struct DeliveryTotals {
  std::uint64_t digest = 0;  ///< docs/microarchitecture.md, section 12
  std::uint64_t latency_sum = 0;
  std::uint64_t latency_max = 0;
  std::uint64_t network_latency_sum = 0;
  std::uint64_t hop_sum = 0;
  std::uint64_t refused_offers = 0;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [digest, latency_sum, latency_max, network_latency_sum, hop_sum, refused_offers] = self;
    archive(digest, latency_sum, latency_max, network_latency_sum, hop_sum, refused_offers);
  }
};

class FabricSession {
 public:
  static constexpr int kDefaultQueue = 4;  ///< packets

  /// The fabric of the only run of a file. Throws settings::ConfigError, testbench::InputError or CallError.
  FabricSession(const std::string& file, const std::vector<settings::Override>& overrides);
  /// The same of a configuration that was read. Throws CallError.
  explicit FabricSession(const settings::Configuration& configuration);

  const tlm::TlmFabric& fabric() const { return *now_.fabric; }
  const DeliveryTotals& totals() const { return now_.totals; }

  /// Packets of a node and class that may wait for the network; 0: any number. CallError if negative.
  void set_queue(int packets);

  /// All calls with nodes and classes throw CallError for a node or class that does not exist.
  bool ready(NodeId node, int message_class) const;
  /// False if the queue of the source is full. CallError if such a packet is not possible in this fabric.
  bool offer(const testbench::PacketOffer& offer);
  /// Returns the number of deliveries. CallError for less than one cycle; microarch::InvariantViolation if a delivery
  /// is wrong.
  std::size_t step(long long cycles);
  std::size_t arrived(NodeId node, int message_class) const;
  std::optional<Delivery> poll(NodeId node, int message_class);

  /// All totals by their names.
  std::vector<std::pair<std::string, std::uint64_t>> counters() const;
  /// Throws CallError if there is no such total.
  std::uint64_t counter(const std::string& name) const;
  /// Throws microarch::InvariantViolation with all that is wrong.
  void check() const;

  /// The file appears as a whole or not at all. Throws CallError.
  void save(const std::string& file) const;
  /// Throws CallError and changes nothing if the file is not one of save() with this configuration.
  void restore(const std::string& file);

 private:
  /// All state that changes. A restore replaces it by a new one.
  struct State {
    std::unique_ptr<tlm::TlmFabric> fabric;
    std::unique_ptr<testbench::Scoreboard> scoreboard;
    std::vector<std::deque<Delivery>> arrivals;  ///< by node and class
    DeliveryTotals totals;
    int queue = kDefaultQueue;
  };

  /// Index of a node and class. Throws CallError.
  std::size_t place(NodeId node, int message_class) const;
  void check_packet(const testbench::PacketOffer& offer) const;
  void take(const Delivery& delivery);
  State new_state(std::unique_ptr<tlm::TlmFabric> fabric) const;
  /// The properties that two fabrics must share, so that one can continue with the state of the other.
  std::string machine() const;
  void save_state(microarch::ArchiveWriter& archive) const;
  State load_state(microarch::ArchiveReader& archive) const;

  settings::RunConfiguration run_;
  State now_;
};

}  // namespace trenza::dpi
