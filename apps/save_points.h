// Several points at which a run is saved, as the one that a run knows of.
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
  /// Where the run begins, if not at cycle 0.
  void begin_with(microarch::ArchiveReader& archive) { checkpoint_.from = &archive; }

  const testbench::Checkpoint& checkpoint() const { return checkpoint_; }

 private:
  void take(const testbench::SaveBench& save_bench);

  testbench::Checkpoint checkpoint_;
  std::multimap<microarch::Cycle, Save> points_;
};

}  // namespace trenza::apps
