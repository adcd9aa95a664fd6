// Shadow mode of a run: a mismatch ends the run and leaves the waves around it.
#pragma once

#include <functional>
#include <memory>

#include "cosim/shadow_log.h"
#include "rtl_models/pin_fabric.h"
#include "settings/configuration.h"
#include "waves/wave_recorder.h"

namespace trenza::apps {

/// Where the waves around a mismatch go: `shadow-<run>.fst` in the present folder (.vcd in a build without FST).
std::string shadow_file(const settings::RunConfiguration& run);

class ShadowWatch {
 public:
  /// Cycles before a mismatch that its waves show.
  static constexpr microarch::Cycle kCyclesBefore = 50;

  /// `fabric` has shadows that write into `log`. `recorded`: the run records waves of its own. Then those are used, and
  /// no others are kept. `run` and `fabric` must outlive this.
  ShadowWatch(const settings::RunConfiguration& run, rtl_models::PinFabric& fabric,
              std::shared_ptr<cosim::ShadowLog> log, bool recorded);

  /// Calls `body`. After a mismatch it throws a microarch::InvariantViolation, whatever `body` itself threw. The
  /// message says where the waves are: in `shadow-<run>.fst` (.vcd in a build without FST) in the present folder,
  /// unless those of the run are recorded.
  void guard(const std::function<void()>& body);

 private:
  std::string waves_text();

  const settings::RunConfiguration& run_;
  std::shared_ptr<cosim::ShadowLog> log_;
  std::string file_;
  std::unique_ptr<waves::WaveRecorder> recorder_;
};

}  // namespace trenza::apps
