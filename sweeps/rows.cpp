#include "sweeps/rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "settings/config_error.h"

namespace trenza::sweeps {

namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string>& usual_quantities() {
  static const std::vector<std::string> all = {"offered_load", "accepted_load", "latency.mean", "latency.p99",
                                               "hops.mean",    "link_use.max",  "steady",       "execution_cycles"};
  return all;
}

/// What stands at a dotted path; null if nothing does. Numbers are places in lists.
const Json* value_at(const Json& document, const std::string& path) {
  const Json* at = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string word = path.substr(begin, end - begin);
    if (at->is_object() && at->contains(word)) {
      at = &(*at)[word];
    } else {
      std::size_t place = 0;
      const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), place);
      if (!at->is_array() || error != std::errc() || rest != word.data() + word.size() || place >= at->size())
        return nullptr;
      at = &(*at)[place];
    }
    begin = end + 1;
  }
  return at;
}

/// Half the width of the interval of a quantity: that of `latency.mean` is `latency.interval.mean`, that of
/// `accepted_load` is `accepted_load_interval`.
std::optional<double> half_width_of(const Json& document, const std::string& path) {
  const auto dot = path.rfind('.');
  const std::string sibling =
      dot == std::string::npos ? "interval." + path : path.substr(0, dot) + ".interval" + path.substr(dot);
  for (const std::string& place : {path + "_interval", sibling}) {
    const Json* const interval = value_at(document, place);
    if (interval == nullptr || !interval->is_object()) continue;
    const Json low = interval->value("low", Json());
    const Json high = interval->value("high", Json());
    if (low.is_number() && high.is_number()) return (high.get<double>() - low.get<double>()) / 2;
  }
  return std::nullopt;
}

/// The paths of all numbers and truth values of a document, for people who mistype one.
void add_paths(const Json& value, const std::string& path, std::vector<std::string>& paths) {
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) {
      std::string longer = path;
      if (!longer.empty()) longer += '.';
      add_paths(child, longer + key, paths);
    }
  } else if (value.is_primitive()) {
    paths.push_back(path);
  }
}

class Reader {
 public:
  Reader(const Folder& folder, std::vector<std::string> wanted)
      : folder_(folder), wanted_(std::move(wanted)), present_(wanted_.size(), false), found_(wanted_.size(), false) {}

  Row row(const IndexPoint& point) {
    Row row{Json::parse(point.at), "", std::vector<Quantity>(wanted_.size())};
    const FileState state = folder_.document_state(point.name);
    if (state.good()) {
      const Json document = Json::parse(folder_.document(point.name));
      row.state = document["outcome"].get<std::string>();
      take(document, row);
      return row;
    }
    row.state = state_without_document(folder_, point, state);
    return row;
  }

  /// Refuses what no document has, if there is any document.
  void check() const {
    if (paths_.empty()) return;
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      if (present_[k]) continue;
      throw ColumnError(fmt::format("{}: no document has it; expected a key path such as latency.mean{}", wanted_[k],
                                    settings::suggestion(wanted_[k], paths_)));
    }
  }

  /// Which quantities any document has a value of.
  const std::vector<bool>& found() const { return found_; }

 private:
  void take(const Json& document, Row& row) {
    if (paths_.empty()) add_paths(document, "", paths_);
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      const Json* value = value_at(document, wanted_[k]);
      if (value == nullptr) value = value_at(document["config"], wanted_[k]);
      if (value == nullptr) continue;
      row.quantities[k] = {*value, half_width_of(document, wanted_[k])};
      present_[k] = true;
      if (!value->is_null()) found_[k] = true;
    }
  }

  const Folder& folder_;
  std::vector<std::string> wanted_;
  std::vector<bool> present_;  ///< in any document, if only as null
  std::vector<bool> found_;
  std::vector<std::string> paths_;
};

}  // namespace

std::string state_without_document(const Folder& folder, const IndexPoint& point, const FileState& document) {
  if (document.exists) return "damaged: the document " + document.fault;
  if (point.left_out) return "left out";
  const std::string failure = folder.failure(point.name);
  return failure.empty() ? "missing" : "failed: " + failure;
}

bool Row::has_document() const {
  return state != "missing" && state != "left out" && state.rfind("failed: ", 0) != 0 &&
         state.rfind("damaged: ", 0) != 0;
}

Rows read_rows(const Folder& folder, const std::vector<std::string>& quantities) {
  const Index index = folder.index();
  Rows all{index.keys, quantities.empty() ? usual_quantities() : quantities, {}};
  Reader reader(folder, all.quantities);
  for (const IndexPoint& point : index.points) all.rows.push_back(reader.row(point));
  if (!quantities.empty()) {
    reader.check();
    return all;
  }
  const std::vector<bool>& found = reader.found();
  for (std::size_t k = found.size(); k-- > 0;) {
    if (found[k]) continue;
    const auto place = static_cast<std::ptrdiff_t>(k);
    all.quantities.erase(all.quantities.begin() + place);
    for (Row& row : all.rows) row.quantities.erase(row.quantities.begin() + place);
  }
  return all;
}

}  // namespace trenza::sweeps
