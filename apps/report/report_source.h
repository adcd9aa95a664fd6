// What the folders of a report hold: the numbers of every document, read once.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/report/channel_counts.h"
#include "apps/report/network_book.h"
#include "apps/report/quantities.h"
#include "sweeps/index.h"

namespace trenza::apps {

/// A number of a document.
struct Measured {
  nlohmann::ordered_json value;      ///< null: it has none
  nlohmann::ordered_json low, high;  ///< its 95 % interval; null: none
};

/// Cycles of all inputs and all outputs by what they did, of one document or several.
struct StallTotals {
  std::map<std::string, std::uint64_t> inputs;
  std::map<std::string, std::uint64_t> outputs;

  bool empty() const { return inputs.empty() && outputs.empty(); }
  void add(const StallTotals& other);
};

/// A point of a sweep.
struct ReportPoint {
  std::size_t folder = 0;              ///< index into ReportSource::folders
  std::string name;                    ///< of its document
  nlohmann::ordered_json at;           ///< its choice along each axis
  std::string state;                   ///< see sweeps::Row
  std::string note;                    ///< why the run ended early, or has no latency; may be empty
  bool has_document = false;           ///< all below is of the document
  std::vector<Measured> values;        ///< by report_quantities()
  std::optional<double> bound;         ///< of the accepted load, uniform traffic
  bool saturated = false;              ///< by the rule of sweeps
  std::size_t config = 0;              ///< index into ReportSource::configs
  std::optional<std::size_t> network;  ///< index into ReportSource::networks
  StallTotals stalls;
  ChannelCounts channels;  ///< empty: it has none by channel
};

struct ReportFolder {
  std::string label;  ///< unique among the folders of a report
  sweeps::Index index;
  std::vector<std::string> strange;  ///< files that are no part of it, with why
};

struct ReportSource {
  std::vector<ReportFolder> folders;
  std::vector<ReportPoint> points;  ///< folder by folder, in the order of the sweeps; none that was left out
  std::vector<nlohmann::ordered_json> configs;  ///< each once, without the keys along whose axes the points differ
  NetworkBook networks;
  std::map<std::string, std::string> titles;  ///< of quantities, by path, where the documents know better
  std::map<std::string, std::string> units;
};

/// Reads folders that `trenza sweep` wrote. Throws sweeps::FolderError, also if there is no document at all, and
/// UsageError for a folder that is given twice.
ReportSource read_report(const std::vector<std::string>& folders);

/// What stands at a dotted path of keys; null if nothing does.
nlohmann::ordered_json value_at(const nlohmann::ordered_json& json, const std::string& path);

}  // namespace trenza::apps
