// What the islands of all machines have: the clock, the wires of the border, the packets, and who looks.
#pragma once

#include <functional>
#include <vector>

#include "rtl_models/fabric/noc_clock.h"
#include "rtl_models/fabric/packet_table.h"
#include "rtl_models/network_interface/terminal.h"
#include "rtl_models/pin_island.h"

namespace trenza::rtl_models {

class ClockedIsland : public PinIsland, public TerminalObserver {
 public:
  void add_packet(PacketId packet, const microarch::Delivery& delivery) override { packets_.add(packet, delivery); }
  void remove_packet(PacketId packet) override { packets_.remove(packet); }
  void offer(PacketId packet, const microarch::Delivery& delivery, HeaderWord header) override {
    hand_over(packet, delivery, header);
    offered_ = true;
  }
  void send(topologies::ChannelId channel, int vc, FlitWord flit, HeaderWord header) override;
  void return_credits(topologies::ChannelId channel, std::uint32_t vcs) override;
  bool awake() const override;
  void run(Cycle cycle) override;
  const std::vector<Crossing>& crossings() const override { return crossings_; }
  const std::vector<Booking>& bookings() const override { return bookings_; }
  const std::vector<Departure>& departures() const override { return departures_; }
  const microarch::Delivery* packet(PacketId id) const override {
    return packets_.contains(id) ? &packets_.at(id) : nullptr;
  }

  void observe(std::function<void(Cycle)> observer) override {
    observer_ = std::move(observer);
    if (observer_) begin_notes();
  }
  void show_quiet(Cycle cycle) override;
  std::uint64_t period_picoseconds() const override { return NocClock::kPeriodPicoseconds; }

  void entered(PacketId packet, Cycle cycle) override { packets_.at(packet).entered = cycle; }
  void ejected(topologies::NodeId node, int ejector, PacketId packet, int /*flits*/, int hops,
               Cycle /*cycle*/) override {
    departures_.push_back({node, ejector, packet, hops});
  }

 protected:
  ClockedIsland(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                const std::vector<bool>& present);

  /// Brings the wiring, which is built, out of reset. It must outlive the island.
  void start(NocClock& clock);

  virtual ChannelWires& wires(topologies::ChannelId channel) = 0;
  /// Puts a packet into its source.
  virtual void hand_over(PacketId packet, const microarch::Delivery& delivery, HeaderWord header) = 0;
  /// Whether a router may do something by itself.
  virtual bool works(topologies::NodeId router) const = 0;
  /// In the middle of a cycle: adds what a router decides to crossings_ and bookings_.
  virtual void look_at(topologies::NodeId router) = 0;
  /// A new observer begins, and: the signals of a cycle are observed.
  virtual void begin_notes() = 0;
  virtual void note_changes() = 0;

  const topologies::Topology& topology_;
  microarch::FabricParameters parameters_;
  PacketTable packets_;
  std::vector<Crossing> crossings_;
  std::vector<Booking> bookings_;

 private:
  void look(Cycle cycle);
  void show(Cycle cycle);

  NocClock* clock_ = nullptr;
  std::vector<topologies::NodeId> nodes_;  // whose routers are here
  std::function<void(Cycle)> observer_;
  std::vector<Departure> departures_;
  // Wires of channels that were driven in the cycle before, and that are driven in the next one.
  std::vector<topologies::ChannelId> sent_, sending_;
  std::vector<topologies::ChannelId> credited_, crediting_;
  bool offered_ = false;
  Cycle next_ = 0;  // after the last cycle that was simulated
};

}  // namespace trenza::rtl_models
