// A sweep as points in their order: each is the experiment of the file with a choice along every axis.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "settings/run_configuration.h"
#include "settings/sweep_base.h"
#include "sweeps/axis.h"
#include "sweeps/layout.h"

namespace trenza::sweeps {

/// What the section says beside its axes.
struct SweepRules {
  Walk walk = Walk::all;
  std::string walk_key;            ///< of stop and find
  std::uint64_t limit_ppb = 0;     ///< seconds of a point in parts per 10^9; 0: no limit
  bool share_warmup = false;       ///< points that differ in their length alone share what they have in common
  std::string find_from, find_to;  ///< of find, as decimals
  settings::Place place;           ///< of the walk
};

/// A point, ready to be run.
struct Point {
  std::size_t number = 0;          ///< in the order of the sweep
  std::string name;                ///< 16 hexadecimal digits: a hash of all that its results depend on
  std::string at;                  ///< its choice along each axis, as a JSON object
  std::string config;              ///< its configuration with all defaults, as a JSON object
  settings::RunConfiguration run;
};

/// More points than this are a slip of the keyboard.
inline constexpr std::size_t kMostPoints = 100'000;

class Plan {
 public:
  /// Reads the axes. Throws ConfigError, also for a file without a section `sweep`.
  explicit Plan(settings::SweepBase base);

  const std::string& file() const { return base_.file; }
  const std::vector<Axis>& axes() const { return axes_; }
  const SweepRules& rules() const { return rules_; }
  const Layout& layout() const { return layout_; }
  /// Builds a point. Throws ConfigError or testbench::InputError; after those of the file itself, the message names the
  /// point.
  Point point(std::size_t number) const;
  /// Points that are built by whoever wants to know that all are right: all of them, or for find those at the ends.
  std::vector<std::size_t> points_to_check() const;
  /// "traffic.load 8 x run.seed 5": the axes and their lengths.
  std::string axes_text() const;

 private:
  void read_section(const settings::Value& section);
  void read_walk();
  settings::RunConfiguration build(std::size_t number, const std::vector<settings::Value>& layers) const;
  std::string content_hash(const std::string& file) const;

  settings::SweepBase base_;
  std::vector<Axis> axes_;
  SweepRules rules_;
  Layout layout_;
  mutable std::map<std::string, std::string> contents_;  ///< of files, by name
};

/// Reads a file with a section `sweep`. Throws ConfigError.
Plan load_plan(const std::string& file, const std::vector<settings::Override>& overrides);

/// Refuses two points of one name. Throws ConfigError.
class NameCheck {
 public:
  explicit NameCheck(const Plan& plan) : plan_(plan) {}
  void add(const Point& point);

 private:
  const Plan& plan_;
  std::map<std::string, std::string> at_by_name_;
};

}  // namespace trenza::sweeps
