#include "apps/report/report_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "apps/exit_status.h"
#include "sweeps/folder.h"
#include "sweeps/rows.h"
#include "sweeps/verdict.h"

namespace trenza::apps {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Removes what stands at a dotted path, if anything.
void erase_at(Json& json, const std::string& path) {
  const auto dot = path.find('.');
  const std::string word = path.substr(0, dot);
  if (!json.is_object() || !json.contains(word)) return;
  if (dot == std::string::npos) {
    json.erase(word);
  } else {
    erase_at(json[word], path.substr(dot + 1));
  }
}

/// The configuration without the keys that an axis sets to a single value: what many points have in common.
Json common_part(const Json& document, const Json& at) {
  Json config = document["config"];
  for (const auto& [key, value] : at.items()) {
    if (value.is_primitive()) erase_at(config, key);
  }
  return config;
}

std::string text_at(const Json& document, const std::string& path) {
  const Json value = value_at(document, path);
  return value.is_string() ? value.get<std::string>() : "";
}

/// Why a run ended early, or has no latency.
std::string note_of(const Json& document) {
  const std::string reason = text_at(document, "measure.reason");
  if (document["outcome"] != "finished") {
    const std::string report = text_at(document, "report");
    return report.substr(0, report.find('\n'));
  }
  return reason.empty() ? text_at(document, "steady_reason") : reason;
}

class Reader {
 public:
  explicit Reader(ReportSource& source) : source_(source) {}

  void read(const std::string& path) {
    const sweeps::Folder folder(path, sweeps::Folder::Access::read);
    const std::size_t number = source_.folders.size();
    source_.folders.push_back({label_of(path), folder.index(), folder.strange_files()});
    for (const sweeps::IndexPoint& listed : source_.folders.back().index.points) {
      ReportPoint point;
      point.folder = number;
      point.name = listed.name;
      point.at = Json::parse(listed.at);
      point.values.resize(report_quantities().size());
      const sweeps::FileState state = folder.document_state(listed.name);
      if (state.good()) {
        take(Json::parse(folder.document(listed.name)), point);
      } else {
        point.state = sweeps::state_without_document(folder, listed, state);
      }
      if (point.state != "left out") source_.points.push_back(std::move(point));
    }
  }

 private:
  /// The last word of the path, or all of it where another folder has that word.
  std::string label_of(const std::string& path) const {
    const fs::path whole = fs::path(path).lexically_normal();
    const std::string last = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    const bool taken = std::any_of(source_.folders.begin(), source_.folders.end(),
                                   [&](const ReportFolder& folder) { return folder.label == last; });
    return taken ? path : last;
  }

  void take(const Json& document, ReportPoint& point) {
    point.has_document = true;
    point.state = document["outcome"].get<std::string>();
    point.note = note_of(document);
    for (std::size_t k = 0; k < report_quantities().size(); ++k) {
      const ReportQuantity& quantity = report_quantities()[k];
      point.values[k].value = value_at(document, quantity.path);
      if (quantity.interval.empty()) continue;
      point.values[k].low = value_at(document, quantity.interval + ".low");
      point.values[k].high = value_at(document, quantity.interval + ".high");
    }
    if (const Json bound = value_at(document, "uniform_bound"); bound.is_number()) point.bound = bound.get<double>();
    point.saturated = sweeps::verdict_of(document) == sweeps::Verdict::saturated;
    point.config = config_number(common_part(document, point.at));
    if (const Json topology = value_at(document, "config.topology"); topology.is_object()) {
      point.network = source_.networks.number_of(topology, document.value("nodes", 0));
      const ReportNetwork& network = source_.networks[*point.network];
      if (network.topology) point.channels = channel_counts(document, network);
    }
    for (const char* const side : {"inputs", "outputs"}) {
      const Json counts = value_at(document, std::string("stalls.") + side);
      auto& totals = side == std::string("inputs") ? point.stalls.inputs : point.stalls.outputs;
      for (const auto& [reason, cycles] : counts.items()) totals[reason] = cycles.get<std::uint64_t>();
    }
    if (const std::string name = text_at(document, "measure.name"); !name.empty()) {
      source_.titles["measure.value"] = "Measure: " + name;
      source_.units["measure.value"] = text_at(document, "measure.unit");
    }
  }

  std::size_t config_number(const Json& config) {
    const auto [found, is_new] = config_numbers_.emplace(config.dump(), source_.configs.size());
    if (is_new) source_.configs.push_back(config);
    return found->second;
  }

  ReportSource& source_;
  std::map<std::string, std::size_t> config_numbers_;
};

}  // namespace

void StallTotals::add(const StallTotals& other) {
  for (const auto& [reason, cycles] : other.inputs) inputs[reason] += cycles;
  for (const auto& [use, cycles] : other.outputs) outputs[use] += cycles;
}

Json value_at(const Json& json, const std::string& path) {
  std::string pointer = "/" + path;
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  return json.value(Json::json_pointer(pointer), Json());
}

ReportSource read_report(const std::vector<std::string>& folders) {
  ReportSource source;
  Reader reader(source);
  std::set<std::string> seen;
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path place = fs::canonical(folder, error);
    if (!error && !seen.insert(place.string()).second)
      throw UsageError(folder + ": is given twice; expected each folder once");
    reader.read(folder);
  }
  if (std::none_of(source.points.begin(), source.points.end(), [](const auto& point) { return point.has_document; })) {
    throw sweeps::FolderError(
        fmt::format("{} holds no document of a point that was run; expected the folder of a sweep that has run, see "
                    "`trenza table {}`",
                    folders.front(), folders.front()));
  }
  return source;
}

}  // namespace trenza::apps
