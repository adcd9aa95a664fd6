// The error of a trace, traffic or another part of an experiment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "topologies/user_error.h"

namespace trenza::testbench {

/// A place in a file.
struct FilePosition {
  std::string file;
  std::uint64_t line = 0;    ///< from 1; 0: the file as a whole
  std::uint64_t column = 0;  ///< from 1

  /// "FILE:LINE:COLUMN", or "FILE".
  std::string text() const {
    return line == 0 ? file : file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
};

/// The parts of an experiment that a user decides on.
enum class ExperimentPart : std::uint8_t {
  traffic,  ///< synthetic, none of those below alone
  trace,
  processors,   ///< TraceTraffic::processor_mhz
  collectives,  ///< TraceTraffic::collectives
  collective,   ///< TraceTraffic::collective
  root,
  link_speed,
  phit,
  mapping,
  cycles,
  warmup,
  pattern,
  alpha,
  hot_spots,
  hot_share,
  destinations,
  arrival,
  load,
  bursts,  ///< on_cycles and off_cycles
  lengths,
  replies,
};

/// An experiment that is wrong; what() is "FILE:LINE:COLUMN: message" for faults in files, otherwise the message alone.
class InputError : public topologies::UserError {
 public:
  InputError(ExperimentPart part, const std::string& message) : UserError(message), part_(part) {}
  InputError(FilePosition position, const std::string& message)
      : UserError(position.text() + ": " + message), position_(std::move(position)) {}

  /// What is at fault.
  ExperimentPart part() const { return part_; }
  /// Where the fault is; nothing if it is not in a file.
  const std::optional<FilePosition>& position() const { return position_; }

 private:
  ExperimentPart part_ = ExperimentPart::trace;
  std::optional<FilePosition> position_;
};

}  // namespace trenza::testbench
