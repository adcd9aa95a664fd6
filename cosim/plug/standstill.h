// Blocks from outside that stand still: a request that could be granted is refused again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"
#include "microarch/fabric.h"
#include "microarch/request_mask.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// The message about the first block that stands still; empty if none does. All blocks of a fabric share one report.
using StandstillReport = std::shared_ptr<std::string>;

/// Writes the report, unless another block was first. It names the router (the name of its node), the slot (a key of
/// `rtl`), the block and the cycle, and says in `what` what happens there.
void report_standstill(std::string& report, const std::string& node, const std::string& slot, const Plug& plug,
                       microarch::Cycle cycle, const std::string& what);

/// Counts, for each input of a router, the cycles in which a block refused its request although what it requested was
/// free and nobody else was given it. The count begins again when the input is served; grants to other inputs do not
/// matter.
class RefusalWatch {
 public:
  /// The map of `plug` says how many cycles are too many (`progress_within`).
  RefusalWatch(const rtl_models::RouterPlace& place, std::string slot, std::shared_ptr<const Plug> plug,
               StandstillReport report);

  void reset() { inputs_.assign(inputs_.size(), {}); }
  /// Counts one cycle. Bit i of the masks is input i.
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
