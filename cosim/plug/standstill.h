// Blocks from outside that stand still: a request that could be granted is refused again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"
#include "microarch/arbiter.h"
#include "microarch/fabric.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// What the first block that stands still has to say; empty: none does. All blocks of a fabric share one.
using StandstillReport = std::shared_ptr<std::string>;

/// Writes the report, unless another block was first: router, slot (a key of `rtl`), block, cycle, and `what` happens there.
void report_standstill(std::string& report, const rtl_models::RouterPlace& place, const std::string& slot,
                       const Plug& plug, microarch::Cycle cycle, const std::string& what);

/// Counts for each input of a router the cycles in which a block refuses it what is free and what nobody else is given,
/// since it was served last. Service of other inputs does not matter.
class RefusalWatch {
 public:
  /// The map of `plug` says how many cycles are too many (`progress_within`).
  RefusalWatch(const rtl_models::RouterPlace& place, std::string slot, std::shared_ptr<const Plug> plug,
               StandstillReport report);

  void reset();
  /// One cycle. Bit i: input i.
  void count(microarch::Cycle cycle, microarch::RequestMask refused, microarch::RequestMask served);

 private:
  struct Input {
    std::uint64_t refused = 0;   ///< cycles
    microarch::Cycle since = 0;  ///< the first of them
  };

  const rtl_models::RouterPlace place_;
  std::string slot_;
  std::shared_ptr<const Plug> plug_;
  StandstillReport report_;
  std::uint64_t limit_;
  std::vector<Input> inputs_;
};

}  // namespace trenza::cosim
