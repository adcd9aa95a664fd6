// Records a pin view into a wave file: what, when and where to, and the recording that results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "rtl_models/pin_fabric.h"
#include "waves/wave_error.h"

namespace trenza::waves {

/// The signals and cycles to record, and the file.
struct WaveOptions {
  std::string file;                   ///< ends in .fst or .vcd, which decides the format
  std::string scope_glob;             ///< wave_selection.h; empty: everything
  microarch::Cycle window_begin = 0;  ///< first cycle recorded
  microarch::Cycle window_end = std::numeric_limits<microarch::Cycle>::max();  ///< first cycle no longer recorded
  /// If not 0, only this number of last cycles is kept, in memory, and close() writes the file. Without close() there
  /// is no file.
  microarch::Cycle last = 0;
  /// Length of a cycle in the file; 0: PinFabric::period_picoseconds().
  std::uint64_t period_picoseconds = 0;
  bool clock = true;  ///< adds the clock: high in the first half of each cycle, and clocks of blocks (skipped when the
                      ///< period is 1 ps)
};

/// A recording under way. It may outlive the fabric: after its last observed cycle it reads nothing from it.
///
/// The file appears with close() (microarch/output_file.h). That happens on destruction, and therefore when an
/// exception unwinds; and also, for every recording still open, when the process leaves through std::exit or
/// std::terminate (docs/waves.md). Signals are the application's: let the handler set a flag, then close().
class WaveRecorder {
 public:
  virtual ~WaveRecorder() = default;

  /// Ends the recording and completes (with WaveOptions::last: writes) the file; further calls do nothing. Throws
  /// WaveError once if anything could not be written.
  virtual void close() = 0;

  /// Ends the recording and leaves no file; what had its name before stays.
  virtual void discard() = 0;

  virtual bool is_open() const = 0;

  /// The error that occurred while recording (disk full); empty if there was none. The simulation goes on without
  /// recording then, because an exception would have to pass through the simulation kernel; close() throws it.
  virtual const std::string& error() const = 0;

  /// Cycles sampled so far: those of the window that were simulated, not those that an empty fabric jumped over.
  virtual std::uint64_t cycles_recorded() const = 0;

  /// Variables in the file, the cycle counter and the clock included.
  virtual std::size_t variables() const = 0;
};

/// Opens the file, declares the selected variables and attaches to the fabric (PinFabric::observe). Throws WaveError
/// when the file cannot be opened, its ending is unknown, the format is not in this build, the selection matches
/// nothing or the window is empty; nothing is attached then.
std::unique_ptr<WaveRecorder> record(rtl_models::PinFabric& fabric, const WaveOptions& options);

}  // namespace trenza::waves
