// Two views of the same machine, driven together and compared delivery by delivery.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "cosim/hop_history.h"
#include "microarch/fabric.h"

namespace trenza::cosim {

/// The views differ. what() names the first delivery that differs in both versions and the history of its packet hop by
/// hop, or what else differs.
class Divergence : public std::runtime_error {
 public:
  Divergence(microarch::Cycle cycle, const std::string& report) : std::runtime_error(report), cycle_(cycle) {}
  /// The cycle in which the difference was noticed. For deliveries it is the cycle of the ejection.
  microarch::Cycle cycle() const { return cycle_; }

 private:
  microarch::Cycle cycle_;
};

/// A view under comparison. It must be new.
struct Side {
  std::string name;  ///< in reports
  microarch::Fabric* fabric = nullptr;
  bool tells_waiting = true;  ///< false: its waiting() says nothing and is not asked
};

/// The deliveries of one side so far.
struct Tally {
  std::uint64_t packets = 0;
  std::uint64_t digest = 0;  ///< docs/microarchitecture.md, section 12
};

/// A fabric that is two: offers go to both, both advance to the same cycle, and every delivery, the hops that led to
/// it, the counters and who waits for what (as often as somebody asks) must be the same; else Divergence is thrown. The
/// sides must outlive it. The first side leads: it should be the faster one.
class LockstepFabric final : public microarch::Fabric {
 public:
  LockstepFabric(Side first, Side second);
  ~LockstepFabric() override;
  LockstepFabric(const LockstepFabric&) = delete;
  LockstepFabric& operator=(const LockstepFabric&) = delete;

  const Tally& first() const { return sides_[0].tally; }
  const Tally& second() const { return sides_[1].tally; }

  const topologies::Topology& topology() const override { return leader().topology(); }
  const microarch::FabricParameters& parameters() const override { return leader().parameters(); }
  microarch::Cycle now() const override { return leader().now(); }
  std::uint64_t offer(microarch::NodeId source, microarch::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override;
  void advance(microarch::Cycle limit) override;
  const std::vector<microarch::Delivery>& delivered() const override { return leader().delivered(); }
  bool idle() const override { return sides_[0].fabric->idle() && sides_[1].fabric->idle(); }
  microarch::Counters counters() const override;
  /// The faults of both sides, each with the name of its side.
  std::vector<std::string> audit() const override;
  microarch::WaitSnapshot waiting() const override;
  std::vector<microarch::StandingHead> standing() const override;
  void count_stalls(microarch::StallDetail detail) override;
  microarch::StallTable stalls() const override;

 private:
  struct Watched : Side {
    HopHistory history;
    Tally tally;
  };

  microarch::Fabric& leader() const { return *sides_[0].fabric; }
  void compare_deliveries(microarch::Cycle cycle);
  void book(Watched& side) const;
  [[noreturn]] void report_delivery(microarch::Cycle cycle, const microarch::Delivery* first,
                                    const microarch::Delivery* second) const;
  [[noreturn]] void report(const std::string& what, const std::string& difference) const;
  std::string histories(const microarch::Delivery& delivery) const;
  std::string names() const { return sides_[0].name + " / " + sides_[1].name; }

  Watched sides_[2];
};

}  // namespace trenza::cosim
