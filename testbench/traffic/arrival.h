// Arrival processes: in which cycles a process creates how many packets.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "microarch/archive.h"
#include "testbench/experiment.h"
#include "testbench/integers.h"
#include "testbench/traffic/draws.h"
#include "testbench/traffic/part_kinds.h"

namespace trenza::testbench {

inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// One or more packets that a process creates in one cycle; cycle kNever: none any more.
struct Arrival {
  Cycle cycle = kNever;
  std::uint64_t packets = 0;
};

/// Generates the arrivals of every process, one cycle with arrivals after the other. Idle cycles cost nothing.
class ArrivalProcess {
 public:
  virtual ~ArrivalProcess() = default;

  /// The next cycle in which `process` creates packets; cycles strictly ascend from call to call.
  virtual Arrival next(ProcessId process) = 0;

  /// Whether every process comes to an end, whatever the horizon: then the run ends with the last delivery.
  virtual bool ends() const { return false; }

  /// The positions of all processes in their sequences of arrivals. They can be loaded into an object made from the
  /// same context.
  virtual void save(microarch::ArchiveWriter& archive) const = 0;
  virtual void load(microarch::ArchiveReader& archive) = 0;
};

/// The inputs of an arrival process.
struct ArrivalContext {
  std::uint64_t seed = 1;
  std::vector<Rate> rates;  ///< mean packets per cycle of every process
  const SyntheticTraffic* traffic = nullptr;
  Cycle horizon = kNever;  ///< arrivals in this cycle and later are of no use to anybody: kNever may stand for them
};

/// A registered kind of arrival process. `make` throws InputError for parameters that cannot work.
struct ArrivalKind {
  PartKind kind;
  std::unique_ptr<ArrivalProcess> (*make)(const ArrivalContext&);
};

const std::vector<ArrivalKind>& arrival_registry();

/// Throws InputError for an unknown name.
std::unique_ptr<ArrivalProcess> make_arrival(const std::string& name, const ArrivalContext& context);

}  // namespace trenza::testbench
