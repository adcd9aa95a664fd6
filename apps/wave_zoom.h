// Waves of a run of the tlm view: its state is kept in memory shortly before the window. A pin view is filled with that
// state and simulates only the window. docs/zoom.md.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "apps/save_points.h"
#include "rtl_models/pin_fabric.h"
#include "settings/configuration.h"
#include "testbench/progress.h"
#include "tlm/tlm_fabric.h"
#include "waves/wave_recorder.h"

namespace trenza::apps {

/// Opens the wave file of a run in the pin view. Throws waves::WaveError.
std::unique_ptr<waves::WaveRecorder> start_waves(rtl_models::PinFabric& fabric, const settings::RunConfiguration& run);

/// Completes the file. Returns what `meta` says of a recording of cycles `begin` to `end` - 1 (null: to the end): the
/// file, none where no cycle was simulated, and `fault` where it could not be written to its end.
nlohmann::ordered_json end_waves(const settings::WaveRequest& request, waves::WaveRecorder& recorder,
                                 microarch::Cycle begin, const nlohmann::ordered_json& end);

class WaveZoom {
 public:
  /// Elaborates the pin view and opens the file, so that what is wrong is noticed before the first cycle: throws
  /// waves::WaveError. `run` has waves and must outlive this.
  explicit WaveZoom(const settings::RunConfiguration& run);

  /// Makes the run keep its state in memory shortly before the window. `begin` is the first cycle of the run. If the
  /// window begins too early for a run that starts there, it is simulated separately, from cycle 0 on. `fabric` and
  /// `points` must outlive the run.
  void keep(tlm::TlmFabric& fabric, microarch::Cycle begin, SavePoints& points);

  /// After the run, which ended in cycle `end`, or was interrupted there: records what there is of the window. Returns
  /// what `meta` says of it. An interrupt on the way ends the recording.
  nlohmann::ordered_json record(const testbench::Experiment& experiment, microarch::Cycle end, bool interrupted);

  /// Leaves no file.
  void discard() { recorder_->discard(); }

 private:
  struct Kept {
    microarch::Cycle cycle = 0;
    std::string state;  ///< the fabric, then the test bench
  };

  void keep_always(tlm::TlmFabric& fabric, microarch::Cycle cycle, SavePoints& points);
  static Kept kept(const tlm::TlmFabric& fabric, const testbench::SaveBench& save_bench);
  /// The first cycle at which a pin view can be filled from a run that continues from `cycle`.
  microarch::Cycle first_told(microarch::Cycle cycle) const;
  /// Fills the pin view with cycle `begin` of the run that goes on from `kept` (null: from cycle 0). Returns the state
  /// of the test bench.
  std::string go_to(const Kept* kept, microarch::Cycle begin, const testbench::Experiment& experiment,
                    const std::function<void(const testbench::Progress&)>& look);

  /// Records from cycle `begin` on, to `stop` - 1 or to the end of the run.
  void fill_and_run(const testbench::Experiment& experiment, microarch::Cycle begin,
                    const std::optional<microarch::Cycle>& stop,
                    const std::function<void(const testbench::Progress&)>& look);

  const settings::RunConfiguration& run_;
  std::unique_ptr<rtl_models::PinFabric> pins_;
  std::unique_ptr<waves::WaveRecorder> recorder_;
  std::deque<Kept> kept_;  ///< by cycle
};

}  // namespace trenza::apps
