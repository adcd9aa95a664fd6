// The axes of a sweep: what the section `sweep` says is to be varied.
#pragma once

#include <string>
#include <vector>

#include "settings/sweep_base.h"
#include "settings/value.h"

namespace trenza::sweeps {

/// One choice along an axis.
struct AxisValue {
  std::vector<settings::Value> layers;  ///< laid over the experiment
  std::vector<settings::Value> shown;   ///< a value for each key of the axis, as it was written
};

/// Settings that are varied together.
struct Axis {
  std::vector<std::string> keys;  ///< dotted paths: one; several for zipped lists; the name of named series
  std::vector<AxisValue> values;  ///< in their order; one at least
  settings::Place place;
};

/// The axis of named series has this for a key, if it has no name of its own.
inline constexpr const char* kSeriesKey = "series";
inline constexpr const char* kSeedKey = "run.seed";

/// More values than this are a slip of the keyboard.
inline constexpr std::size_t kMostValues = 100'000;

/// The values of a list, or of {from, to, step} (exact decimals, `to` inclusive). Throws ConfigError.
std::vector<settings::Value> values_of(const settings::Value& written);

/// The axis of one key. Throws ConfigError.
Axis key_axis(const settings::Entry& entry);
/// The axis of zipped lists, {KEY: LIST, KEY: LIST}. Throws ConfigError, also for lists of different lengths.
Axis zip_axis(const settings::Value& lists);
/// The axes of named series: one of a list of maps with a `name`, or one of each list of a map {AXIS: LIST}. Throws
/// ConfigError, also for the name of an axis that is a key of experiments.
std::vector<Axis> series_axes(const settings::Value& series);
/// The seeds 1 to N. Throws ConfigError.
Axis seed_axis(const settings::Value& count);

}  // namespace trenza::sweeps
