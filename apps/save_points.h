// Several points at which a run is saved. A run itself knows of one at a time; this passes it the next.
#pragma once

#include <map>

#include "testbench/checkpoint.h"

namespace trenza::apps {

class SavePoints {
 public:
  using Save = std::function<void(const testbench::SaveBench&)>;

  SavePoints();
  SavePoints(const SavePoints&) = delete;
  SavePoints& operator=(const SavePoints&) = delete;

  /// Calls `save` at the begin of `cycle`, which must lie ahead. It may add more.
  void add(microarch::Cycle cycle, Save save);
  /// The saved state that the run begins with, if it does not begin at cycle 0.
  void begin_with(microarch::ArchiveReader& archive) { checkpoint_.from = &archive; }

  const testbench::Checkpoint& checkpoint() const { return checkpoint_; }

 private:
  void take(const testbench::SaveBench& save_bench);

  testbench::Checkpoint checkpoint_;
  std::multimap<microarch::Cycle, Save> points_;
};

}  // namespace trenza::apps
